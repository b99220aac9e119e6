/**
 * npm test: everything. Its last line is `N passed, N failed`: a static check counts as one, every test as one. It fails on
 * any failure, and when no test ran.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { buildMemberApp } from './build.ts'
import { runChecks, type Tally } from './check.ts'
import { findChromium } from './chromium.ts'
import { root, runTool } from './process.ts'

const results = path.join(root, '.cache/results')
const minutes = 60_000

function add(total: Tally, part: Tally): void {
  total.passed += part.passed
  total.failed += part.failed
}

/** One thing that either works or not, counted as one. */
async function step(name: string, work: () => Promise<string>): Promise<Tally> {
  try {
    const said = await work()
    console.log(`✓ ${name}${said === '' ? '' : `\n${said}`}`)
    return { passed: 1, failed: 0 }
  } catch (error) {
    console.log(`✗ ${name}\n${error instanceof Error ? error.message : String(error)}`)
    return { passed: 0, failed: 1 }
  }
}

async function script(file: string, ...args: string[]): Promise<string> {
  const { ok, output } = await runTool(file, args)
  if (!ok) throw new Error(output.trim())
  return output.trim()
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  success: boolean
  testResults: { name: string; status: string; assertionResults: unknown[] }[]
}

/** Vitest with a line per file and a report for the counts. A file that could not even be loaded counts as one failure. */
async function unitTests(): Promise<Tally> {
  const report = path.join(results, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { ok } = await runTool('vitest', args, { echo: true, limitMs: 12 * minutes })
  const text = await readFile(report, 'utf8').catch(() => undefined)
  if (text === undefined) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, numFailedTests, testResults } = JSON.parse(text) as VitestReport
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.length,
  )
  const failed = numFailedTests + broken.length
  // Errors outside of any test (an unhandled rejection) fail the run as well, and so does a run of nothing.
  const unexplained = failed === 0 && (!ok || passed === 0)
  if (passed === 0) console.log('✗ no unit test ran')
  return { passed, failed: failed + (unexplained ? 1 : 0) }
}

/** The browser journeys say `N passed, N failed` at their end. */
async function browserTests(): Promise<Tally> {
  let chromium = ''
  const found = await step('a Chromium', async () => (chromium = await findChromium()))
  if (found.failed) return found
  const { ok, output } = await runTool('e2e/run.ts', [], {
    echo: true,
    limitMs: 12 * minutes,
    env: { CHROMIUM: chromium },
  })
  const counts = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1)
  const [passed, failed] = [Number(counts?.[1] ?? 0), Number(counts?.[2] ?? 0)]
  const unexplained = failed === 0 && (!ok || passed === 0)
  if (unexplained) console.log('✗ the browser journeys ended without a result')
  return { passed: passed + found.passed, failed: failed + (unexplained ? 1 : 0) }
}

await rm(results, { recursive: true, force: true })
await mkdir(results, { recursive: true })
const began = performance.now()
const total: Tally = { passed: 0, failed: 0 }
add(total, await runChecks())
const built = await step('build of the member app', async () => ((await buildMemberApp()) ? '' : 'unchanged'))
add(total, built)
if (built.passed) add(total, await step('size of the member app', () => script('scripts/size.ts')))
const unit = await unitTests()
add(total, unit)
if (existsSync(path.join(root, 'e2e/run.ts'))) add(total, await browserTests())
process.exitCode = total.failed === 0 && unit.passed > 0 ? 0 : 1
console.log(`${Math.round((performance.now() - began) / 1000)} s`)
console.log(`${total.passed} passed, ${total.failed} failed`)
