/**
 * Checks what a browser receives of the member app against budgets: the bytes of the built files as the server sends them, in
 * Brotli and in gzip. Home's first load, and each page's own part. The answers of the first calls are measured by e2e/slow.e2e.ts.
 */
import { existsSync } from 'node:fs'
import { readFile, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { commandLine } from '../packages/fairness/cli/arguments.ts'
import { root } from './process.ts'

const dist = path.join(root, 'apps/member/dist')

/** Kilobytes (1,000 bytes). The first load counts scripts and the style sheet of home: 127.9 and 146.0 on 2026-11-27. */
const BUDGET = {
  firstLoad: { br: 128, gz: 146.2 },
  aimBr: 119,
  /** what a page of FIRST_PAGES fetches beside home's scripts: goods 24.0 and 26.7 on 2026-11-27 */
  firstPage: { files: 4, most: { br: 26, gz: 29 } },
  page: { br: 50, gz: 50 },
  /** a worker that checks a proof, which is loaded on demand: the verifiers of all versions, and the curve. 48.5 and 56.8 on 2026-11-27 */
  worker: { br: 50, gz: 58 },
  html: 14,
}
/** The pages beside home that visits begin with (apps/member/build/page-chunks.ts). */
const FIRST_PAGES = ['mall', 'goods', 'calculation', 'account']

type Size = { br: number; gz: number }

/** What the server sends of a file: its copy in the encoding, or the file. @throws Error when the build made no copies */
async function sizeOf(file: string): Promise<Size> {
  const at = path.join(dist, file)
  const plain = (await stat(at)).size
  const copy = async (extension: keyof Size): Promise<number> =>
    existsSync(`${at}.${extension}`) ? (await stat(`${at}.${extension}`)).size : plain
  if (plain > 4_000 && /\.(js|css|html|json)$/.test(file) && !existsSync(`${at}.br`))
    throw new Error(`${file} has no compressed copy; node scripts/run.js scripts/build.ts makes them`)
  return { br: (await copy('br')) / 1_000, gz: (await copy('gz')) / 1_000 }
}

async function sum(files: Iterable<string>): Promise<Size> {
  const total = { br: 0, gz: 0 }
  for (const file of files) {
    const { br, gz } = await sizeOf(file)
    total.br += br
    total.gz += gz
  }
  return total
}

/** Scripts and styles of index.html, home's chunk, and their static imports. */
async function firstLoad(html: string, assets: readonly string[]): Promise<Set<string>> {
  const named = [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="\/?([^"]+\.(?:js|css))"/g)]
  const home = assets.filter((name) => /^(?:home-[\w-]+\.js|first-[\w-]+\.css)$/.test(name))
  if (home.length !== 2) throw new Error("home's own part or its style sheet is not among the built files")
  const found = await withImports([
    ...named.map((match) => match[1] ?? ''),
    ...home.map((name) => `assets/${name}`),
  ])
  if (![...found].some((file) => file.endsWith('.js'))) throw new Error('index.html names no script')
  return found
}

/** Files and their static imports. */
async function withImports(files: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  const waiting = [...files]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    found.add(file)
    if (!file.endsWith('.js')) continue
    const source = await readFile(path.join(dist, file), 'utf8')
    for (const [, target] of source.matchAll(/(?:import|from)\s*["'](\.{1,2}\/[^"']+\.js)["']/g)) {
      waiting.push(path.join(path.dirname(file), target ?? ''))
    }
  }
  return found
}

/** The scripts that a page fetches beside those of home, when it is the first page of a visit. */
async function ownPart(page: string, assets: readonly string[], first: Set<string>): Promise<Set<string>> {
  const chunk = assets.find((name) => new RegExp(`^${page}-[\\w-]{8}\\.js$`).test(name))
  if (chunk === undefined) throw new Error(`the page ${page} has no chunk of its own`)
  const files = await withImports([`assets/${chunk}`])
  return new Set([...files].filter((file) => !first.has(file)))
}

const line = (name: string, { br, gz }: Size, rest = ''): string =>
  `${name.padEnd(34)} ${br.toFixed(1).padStart(6)} KB br ${gz.toFixed(1).padStart(6)} KB gz${rest}`
const isOver = (size: Size, most: Size): boolean => size.br > most.br || size.gz > most.gz

/** The messages of home, in the language with the longest ones. */
async function messagesOfHome(assets: readonly string[]): Promise<{ language: string; size: Size }> {
  let worst = { language: '', size: { br: 0, gz: 0 } }
  for (const name of assets) {
    const language = /^messages\/(\w+-\w+)-page-home\.\w+\.json$/.exec(name)?.[1]
    if (language === undefined) continue
    const size = await sizeOf(`assets/${name}`)
    if (size.br > worst.size.br) worst = { language, size }
  }
  if (worst.language === '') throw new Error("home's messages are not among the built files")
  return worst
}

/** @returns a line per figure, and the lines over their budget. @throws Error when there is nothing to measure. */
async function measure(): Promise<{ lines: string[]; over: string[] }> {
  if (!existsSync(path.join(dist, 'index.html'))) throw new Error('apps/member/dist is not built')
  const assets = await readdir(path.join(dist, 'assets'), { recursive: true })
  const first = await firstLoad(await readFile(path.join(dist, 'index.html'), 'utf8'), assets)
  const [total, html, messages] = [await sum(first), await sizeOf('index.html'), await messagesOfHome(assets)]
  const font = await sum(
    assets.filter((name) => /^latin-[\w-]+\.woff2$/.test(name)).map((name) => `assets/${name}`),
  )
  const { firstLoad: most, aimBr } = BUDGET
  const lines = [
    line(
      `first load, ${first.size} files`,
      total,
      `; at most ${most.br} br and ${most.gz} gz, aim ${aimBr} br`,
    ),
    ...(await Promise.all([...first].toSorted().map(async (file) => line(`  ${file}`, await sizeOf(file))))),
    line('index.html', html, `; at most ${BUDGET.html}, one round trip`),
    line(`messages of home (${messages.language})`, messages.size),
    line('font', font),
  ]
  const over: string[] = []
  for (const page of FIRST_PAGES) {
    const files = await ownPart(page, assets, first)
    const size = await sum(files)
    const { most: mostBytes, files: mostFiles } = BUDGET.firstPage
    const text = line(
      `${page}, ${files.size} files`,
      size,
      `; at most ${mostFiles} files, ${mostBytes.br} br and ${mostBytes.gz} gz`,
    )
    lines.push(text)
    if (isOver(size, mostBytes) || files.size > mostFiles) over.push(text)
  }
  if (isOver(total, most)) over.push(lines[0] ?? '')
  if (html.br > BUDGET.html) over.push(line('index.html', html))
  for (const name of assets) {
    const file = path.join('assets', name)
    if (!/\.(js|css)$/.test(name) || first.has(file)) continue
    const size = await sizeOf(file)
    const budget = file.includes('.worker-') ? BUDGET.worker : BUDGET.page
    if (isOver(size, budget)) over.push(line(file, size))
    if (size.br > budget.br / 2) lines.push(line(file, size, `; at most ${budget.br} br and ${budget.gz} gz`))
  }
  return { lines, over }
}

commandLine({
  usage: `Usage: node scripts/run.js scripts/size.ts

Compares the size of the built member app with its budget.`,
})
const { lines, over } = await measure()
console.log(lines.join('\n'))
if (over.length) {
  console.error(`Over the budget:\n${over.join('\n')}`)
  process.exitCode = 1
}
