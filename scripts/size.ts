/** Checks the built files of the member app against size budgets: first load of home, and each lazy page. */
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './process.ts'

const dist = path.join(root, 'apps/member/dist')

/** Kilobytes (1,000 bytes) after gzip. */
const budget = { firstLoad: 150, lazyChunk: 50 }

async function gzipKb(file: string): Promise<number> {
  return gzipSync(await readFile(path.join(dist, file)), { level: 9 }).length / 1000
}

/** The files that home loads: scripts and styles of index.html, home's chunk, and their static imports. */
async function firstLoad(): Promise<Set<string>> {
  const html = await readFile(path.join(dist, 'index.html'), 'utf8')
  const named = [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="\/?([^"]+\.(?:js|css))"/g)]
  const home = (await readdir(path.join(dist, 'assets'))).filter((name) => /^home-[\w-]+\.js$/.test(name))
  if (home.length === 0) throw new Error("home's own part is not among the built files")
  const found = new Set<string>()
  const waiting = [...named.map((match) => match[1] ?? ''), ...home.map((name) => `assets/${name}`)]
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

/** @returns a line per figure. @throws Error when there is nothing to measure. */
async function measure(): Promise<{ lines: string[]; over: string[] }> {
  if (!existsSync(path.join(dist, 'index.html'))) throw new Error('apps/member/dist is not built')
  const first = await firstLoad()
  if (![...first].some((file) => file.endsWith('.js'))) throw new Error('index.html names no script')
  let total = 0
  for (const file of first) total += await gzipKb(file)
  const lines = [`first load: ${total.toFixed(1)} of ${budget.firstLoad} KB gz in ${first.size} files`]
  const over = total > budget.firstLoad ? [lines[0] ?? ''] : []
  for (const name of await readdir(path.join(dist, 'assets'), { recursive: true })) {
    const file = path.join('assets', name)
    if (!/\.(js|css)$/.test(name) || first.has(file)) continue
    const size = await gzipKb(file)
    const line = `${file}: ${size.toFixed(1)} of ${budget.lazyChunk} KB gz`
    if (size > budget.lazyChunk) over.push(line)
    if (size > budget.lazyChunk / 2) lines.push(line)
  }
  return { lines, over }
}

const { lines, over } = await measure()
console.log(lines.join('\n'))
if (over.length) {
  console.error(`Over the budget:\n${over.join('\n')}`)
  process.exitCode = 1
}
