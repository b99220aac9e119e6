/**
 * npm test: every check and every test. Its last line is `N passed, N failed`: each static check and each test counts as one.
 * It fails on any failure, and when no test ran. Before the table of the parts it names each failed test, so that the end of
 * the output is enough to find them. With --soak (npm run soak) the long tests run at full length, and no file runs a second time.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { commandLine } from '../packages/fairness/cli/arguments.ts'
import { runJourneys } from '../e2e/run.ts'
import { turnOfCommit } from '../e2e/turn.ts'
import { buildMemberApp } from './build.ts'
import { runChecks } from './check.ts'
import { findChromium } from './chromium.ts'
import { root, runTool } from './process.ts'
import { memoryDirectory } from './scratch.ts'
import { describeFailure, firstLines, type Failure, type Tally } from './tally.ts'
import { missingRows } from './unstable.ts'
import { runRepeating, runVitest, type Explained } from './vitest.ts'

const { values } = commandLine({
  usage: `Usage: npm test, or npm run soak

Every static check and every test, with one closing line.
  --soak   the long tests at full length (npm run soak)`,
  options: { soak: { type: 'boolean' } },
})
const soaks = values.soak === true
if (soaks) process.env['SOAK'] = '1'
const inMemory = process.env['TMPDIR'] === undefined ? await memoryDirectory() : undefined
if (inMemory !== undefined) process.env['TMPDIR'] = inMemory

/** A tally, and what the summary says besides it. */
type Part = Tally & Partial<Explained>

/** A step that passes or fails; it counts as one test. */
async function step(name: string, work: () => Promise<string>): Promise<Part> {
  try {
    const said = await work()
    console.log(`✓ ${name}${said === '' ? '' : `\n${said}`}`)
    return { passed: 1, failed: 0 }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    console.log(`✗ ${name}\n${message}`)
    const failure = { project: '', file: '', name, error: firstLines(message) }
    return { passed: 0, failed: 1, failures: [failure] }
  }
}

async function script(file: string, ...args: string[]): Promise<string> {
  const { ok, output } = await runTool(file, args)
  if (!ok) throw new Error(output.trim())
  return output.trim()
}

const sum = (parts: readonly Part[]) => ({
  passed: parts.reduce((all, { passed }) => all + passed, 0),
  failed: parts.reduce((all, { failed }) => all + failed, 0),
  failures: parts.flatMap(({ failures = [] }) => failures),
  unstable: parts.flatMap(({ unstable = [] }) => unstable),
  notes: parts.flatMap(({ notes = [] }) => notes),
})

async function build(): Promise<Part> {
  const built = await step('build of the member app', async () =>
    (await buildMemberApp()) ? '' : 'unchanged',
  )
  if (built.failed) return built
  return sum([built, await step('size of the member app', () => script('scripts/size.ts'))])
}

/** Tests of a part that failed run once more, alone: a busy machine does not fail a change. A soak shows every failure. */
const unitTests = (): Promise<Part> => {
  const name = 'unit tests'
  return soaks ? runVitest({ name }) : runRepeating({ name, directory: root })
}

async function journeys(): Promise<Part> {
  let chromium = ''
  const found = await step('a Chromium that renders', async () => (chromium = await findChromium()))
  if (found.failed) return found
  return sum([
    found,
    await runJourneys({ chromium, repeats: !soaks, ...(soaks ? {} : { turn: await turnOfCommit() }) }),
  ])
}

function list(title: string, failures: readonly Failure[]): void {
  if (failures.length > 0) console.log(`\n${title}:\n${failures.map(describeFailure).join('\n')}`)
}

const PARTS = {
  'static checks': runChecks,
  build,
  'unit tests': unitTests,
  'browser journeys': journeys,
} satisfies Record<string, () => Promise<Part>>

const seconds = (sinceMs: number) => `${Math.round((performance.now() - sinceMs) / 1_000)} s`.padStart(6)

const began = performance.now()
const parts: Part[] = []
const table: string[] = []
for (const [name, run] of Object.entries<() => Promise<Part>>(PARTS)) {
  const partBegan = performance.now()
  const part = await run()
  parts.push(part)
  table.push(`${seconds(partBegan)}  ${name}: ${part.passed} passed, ${part.failed} failed`)
  for (const note of part.notes ?? []) table.push(`          ${note}`)
}
const { passed, failed, failures, unstable } = sum(parts)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
list('Failed', failures)
list('Failed beside other files, and passed alone', unstable)
const rows = missingRows(await readFile(path.join(root, 'docs/TESTING.md'), 'utf8'), unstable)
if (rows.length > 0) console.log(`\nAdd to "Unstable files" in docs/TESTING.md:\n${rows.join('\n')}`)
console.log(`\n${table.join('\n')}\n${seconds(began)}  together`)
console.log(`${passed} passed, ${failed} failed`)
