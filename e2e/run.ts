/** Runs the journeys and crash rounds: `node e2e/run.ts [part of a file name …]`; its last line is `N passed, N failed`. */
import { readFile, mkdir, rm } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { sweepScratch } from './support/scratch.ts'

const here = import.meta.dirname
const root = path.resolve(here, '..')
const report = path.join(root, '.cache/results/e2e.json')

type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs a program to its end and answers its exit status; a signal to this process goes to it. */
async function run(program: string, args: string[]): Promise<number | null> {
  // what the journeys leave in the temporary directory carries our process number
  const env = { ...process.env, E2E_RUN: String(process.pid) }
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env })
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of signals) process.on(signal, pass)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  for (const signal of signals) process.off(signal, pass)
  return code
}

async function journeys(): Promise<{ passed: number; failed: number; ok: boolean }> {
  const args = [
    'run',
    '--config',
    path.join(here, 'vitest.config.ts'),
    '--reporter=default',
    '--reporter=json',
  ]
  const vitest = path.join(root, 'node_modules/.bin/vitest')
  const code = await run(vitest, [...args, `--outputFile.json=${report}`, ...process.argv.slice(2)])
  const text = await readFile(report, 'utf8').catch(() => undefined)
  if (text === undefined) return { passed: 0, failed: 1, ok: false }
  const { numPassedTests: passed, numFailedTests, testResults } = JSON.parse(text) as Report
  // a file that could not even be loaded counts as one failure
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failed = numFailedTests + broken.length
  const ok = code === 0 && failed === 0 && passed > 0
  // errors outside of any test fail the run as well, and so does a run of nothing
  return { passed, failed: ok || failed > 0 ? failed : 1, ok }
}

await mkdir(path.dirname(report), { recursive: true })
await rm(report, { force: true })
await sweepScratch()
let outcome = { passed: 0, failed: 1, ok: false }
if ((await run(process.execPath, [path.join(root, 'scripts/build.ts')])) === 0) {
  try {
    outcome = await journeys()
  } finally {
    await sweepScratch(process.pid)
  }
}
process.exitCode = outcome.ok ? 0 : 1
console.log(`${outcome.passed} passed, ${outcome.failed} failed`)
