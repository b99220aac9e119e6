/** Runs the journeys and crash rounds: `node e2e/run.ts [part of a file name …]`; its last line is `N passed, N failed`. */
import { readFile, mkdir } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import path from 'node:path'

const here = import.meta.dirname
const root = path.resolve(here, '..')
const report = path.join(root, '.cache/results/e2e.json')

type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

await mkdir(path.dirname(report), { recursive: true })
const child = spawn(
  path.join(root, 'node_modules/.bin/vitest'),
  [
    'run',
    '--config',
    path.join(here, 'vitest.config.ts'),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit' },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
const { numPassedTests, numFailedTests, testResults } = JSON.parse(await readFile(report, 'utf8')) as Report
const broken = testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
)
const failed = numFailedTests + broken.length
process.exitCode = code === 0 && numPassedTests > 0 ? 0 : 1
console.log(`${numPassedTests} passed, ${failed === 0 && process.exitCode !== 0 ? 1 : failed} failed`)
