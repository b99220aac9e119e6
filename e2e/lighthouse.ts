/**
 * npm run lighthouse: Lighthouse with its throttled phone on five pages of a server with the demo world. Writes docs/LIGHTHOUSE.md,
 * and fails when a page is under the budget. Each figure is the median of three runs (`--runs 1` for a quick look,
 * `--pages home,mall` for some pages; neither writes the document; `--url` and `--data` for a running sandbox and its data directory; `--reports DIRECTORY` keeps the full
 * reports). Lighthouse has its own lock file in tools/lighthouse, so that `npm ci` does not install it.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { chromium } from 'playwright-core'
import { commandLine, wholeNumber } from '../packages/fairness/cli/arguments.ts'
import { buildMemberApp } from '../scripts/build.ts'
import { findChromium } from '../scripts/chromium.ts'
import { root } from '../scripts/process.ts'
import { backstage } from './support/backstage.ts'
import { logIn } from './support/browser.ts'
import { serverProcess, type ServerProcess } from './support/server.ts'

const tool = path.join(root, 'tools/lighthouse')
const document = path.join(root, 'docs/LIGHTHOUSE.md')

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]
const BUDGET: Record<Category, number> = {
  performance: 95,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
}
const METRICS = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocked',
  'cumulative-layout-shift': 'shift',
} as const
type Metric = keyof typeof METRICS
const METRIC_NAMES = Object.keys(METRICS) as Metric[]

type Audit = { score: number | null; title: string; displayValue?: string; numericValue?: number }
type Result = {
  lighthouseVersion: string
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}
/** The figures of one page: points by category, values by metric (milliseconds; the shift has no unit). */
type Figures = { page: string; points: Record<Category, number>; values: Record<Metric, number> }

function install(): void {
  if (existsSync(path.join(tool, 'node_modules/lighthouse/package.json'))) return
  console.log('installing Lighthouse (176 MB, only for this command) …')
  const npm = process.env['npm_execpath']
  const [command, ...before] = npm !== undefined && /\.c?js$/.test(npm) ? [process.execPath, npm] : ['npm']
  const args = [...before, 'ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status } = spawnSync(command, args, { cwd: tool, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('Lighthouse could not be installed; it needs the package registry')
}

type OpenBrowser = { port: number; child: ChildProcess; home: string }

async function openBrowser(program: string): Promise<OpenBrowser> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'fairlot-lighthouse-'))
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-sync']
  const child = spawn(
    program,
    [...flags, '--remote-debugging-port=0', `--user-data-dir=${home}`, 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const port = await new Promise<number>((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`the browser ended with ${code}`)))
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line)?.[1]
      if (found !== undefined) resolve(Number(found))
    })
  })
  return { port, child, home }
}

async function closeBrowser({ child, home }: OpenBrowser): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  await gone
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
}

/** One run. Lighthouse empties the caches before it; session and sign key stay. */
async function run(url: string, port: number): Promise<Result> {
  const args = [
    path.join(tool, 'node_modules/lighthouse/cli/index.js'),
    url,
    '--output=json',
    '--quiet',
    `--port=${port}`,
    `--only-categories=${CATEGORIES.join(',')}`,
    // The default profile: a phone, 150 ms and 1.6 Mbit/s, a processor a quarter as fast, simulated.
    '--form-factor=mobile',
    '--throttling-method=simulate',
    '--no-enable-error-reporting',
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`Lighthouse ended with ${String(code)} for ${url}`)
  return JSON.parse(output) as Result
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

function figuresOf(page: string, results: Result[]): Figures {
  const point = (name: Category) =>
    median(results.map(({ categories }) => Math.round((categories[name].score ?? 0) * 100)))
  const value = (name: Metric) =>
    median(results.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN))
  return {
    page,
    points: Object.fromEntries(CATEGORIES.map((name) => [name, point(name)])) as Figures['points'],
    values: Object.fromEntries(METRIC_NAMES.map((name) => [name, value(name)])) as Figures['values'],
  }
}

/** The audits that cost points, but for the metrics. */
function faults({ categories, audits }: Result): string[] {
  return CATEGORIES.flatMap((name) =>
    categories[name].auditRefs
      .filter(({ id, weight }) => weight > 0 && !(name === 'performance') && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${name}: ${id}, ${audits[id]?.title} ${audits[id]?.displayValue ?? ''}`),
  )
}

const shown = (name: Metric, value: number): string =>
  name === 'cumulative-layout-shift' ? value.toFixed(3) : `${(value / 1_000).toFixed(2)} s`

function table(all: readonly Figures[]): string {
  const heads = ['page', ...CATEGORIES, ...Object.values(METRICS)]
  const rows = all.map(({ page, points, values }) => [
    page,
    ...CATEGORIES.map((name) => String(points[name])),
    ...METRIC_NAMES.map((name) => shown(name, values[name])),
  ])
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const text = (version: string, runs: number, all: readonly Figures[]): string => `# Lighthouse

\`npm run lighthouse\` writes this page. It starts a server with the demo world, opens each page as a phone with empty caches, and
takes the median of ${runs} runs. The phone is Lighthouse's own: 150 ms and 1.6 Mbit/s, a processor a quarter as fast, simulated.
The account page has a session. The first run installs Lighthouse from \`tools/lighthouse\` (114 packages, 176 MB), which \`npm ci\`
leaves out.

Lighthouse ${version}. The budget is ${BUDGET.performance} for performance and 100 for the rest; the command fails under it. The
performance figure depends on the machine: measure on one that does nothing else.

${table(all)}
`

type Page = { name: string; hash: string }

/** The pages, and a browser that has a session: without it the account page leads to the login page. */
async function prepare(server: Pick<ServerProcess, 'url' | 'dataDir'>, port: number): Promise<Page[]> {
  const stage = await backstage(server)
  try {
    const member = await stage.member({ balance: '100.00' })
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
    const [context] = browser.contexts()
    const page = await context!.newPage()
    await logIn({ page }, server.url, member)
    await page.close()
    await browser.close()
    const issue = async (status: 'selling' | 'drawn') =>
      (await member.client.call(ENDPOINTS.goodsList, { limit: 1, status })).items[0]?.issue
    return [
      { name: 'home', hash: '' },
      { name: 'mall', hash: '#/pages/mall/mall' },
      { name: 'goods', hash: `#/pages/goods/goods?issue=${await issue('selling')}` },
      { name: 'calculation', hash: `#/pages/goods/calculation?issue=${await issue('drawn')}` },
      { name: 'account', hash: '#/pages/account/account' },
    ]
  } finally {
    await stage.close()
  }
}

async function measure(
  server: Pick<ServerProcess, 'url' | 'dataDir'>,
  runs: number,
  wanted: readonly string[],
  reports: string | undefined,
): Promise<{ version: string; all: Figures[] }> {
  const browser = await openBrowser(await findChromium())
  try {
    const all: Figures[] = []
    let version = ''
    for (const { name, hash } of await prepare(server, browser.port)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      const results: Result[] = []
      for (let count = 0; count < runs; count++) {
        const result = await run(`${server.url}/${hash}`, browser.port)
        results.push(result)
        if (reports !== undefined)
          await writeFile(path.join(reports, `${name}-${count + 1}.json`), JSON.stringify(result))
      }
      version = results[0]?.lighthouseVersion ?? ''
      const figures = figuresOf(name, results)
      all.push(figures)
      console.log(table([figures]).split('\n').at(-1))
      for (const fault of new Set(results.flatMap(faults))) console.log(`  ${fault}`)
    }
    return { version, all }
  } finally {
    await closeBrowser(browser)
  }
}

/** Starts a server with the demo world for the work. */
async function withServer<T>(work: (server: ServerProcess) => Promise<T>): Promise<T> {
  const server = await serverProcess({ demo: true })
  try {
    await server.start()
    return await work(server)
  } finally {
    await server.dispose()
  }
}

const USAGE = `Usage: npm run lighthouse [-- <options>]

Measures pages of a demo world with Lighthouse, which it installs at the first use, and writes docs/LIGHTHOUSE.md.
  --runs <n>          so many runs of each page (default: 3)
  --pages <a,b>       only these pages; with this or --runs the document stays as it is
  --url <url>         of a running server, with --data <its data directory>
  --reports <folder>  keeps the reports`
const { values } = commandLine({
  usage: USAGE,
  options: {
    runs: { type: 'string' },
    pages: { type: 'string' },
    url: { type: 'string' },
    data: { type: 'string' },
    reports: { type: 'string' },
  },
})
const { url, data, reports } = values
if (reports !== undefined) await mkdir(reports, { recursive: true })
const runs = wholeNumber('runs', values.runs, { usual: 3, least: 1, most: 100, usage: USAGE })
const wanted = values.pages?.split(',') ?? []
install()
await buildMemberApp()
const { version, all } =
  url !== undefined && data !== undefined
    ? await measure({ url, dataDir: data }, runs, wanted, reports)
    : await withServer((server) => measure(server, runs, wanted, reports))
const isUnder = ({ points }: Figures) => CATEGORIES.some((name) => points[name] < BUDGET[name])
if (values.runs === undefined && wanted.length === 0) await writeFile(document, text(version, runs, all))
const under = all.filter(isUnder).map(({ page }) => page)
console.log(under.length === 0 ? 'within the budget' : `under the budget: ${under.join(', ')}`)
process.exitCode = under.length === 0 && all.length > 0 ? 0 : 1
