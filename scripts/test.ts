/**
 * npm test: every check and every test. Its last line is `N passed, N failed`: each static check and each test counts as one.
 * It fails on any failure, and when no test ran. With --soak (npm run soak) the long tests run at full length, and no journey
 * runs a second time.
 */
import { runJourneys } from '../e2e/run.ts'
import { buildMemberApp } from './build.ts'
import { runChecks } from './check.ts'
import { findChromium } from './chromium.ts'
import { runTool } from './process.ts'
import { memoryDirectory } from './scratch.ts'
import type { Tally } from './tally.ts'
import { runVitest } from './vitest.ts'

const soaks = process.argv.includes('--soak')
if (soaks) process.env['SOAK'] = '1'
const inMemory = process.env['TMPDIR'] === undefined ? await memoryDirectory() : undefined
if (inMemory !== undefined) process.env['TMPDIR'] = inMemory

/** A step that passes or fails; it counts as one test. */
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

const sum = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((all, { passed }) => all + passed, 0),
  failed: tallies.reduce((all, { failed }) => all + failed, 0),
})

async function build(): Promise<Tally> {
  const built = await step('build of the member app', async () =>
    (await buildMemberApp()) ? '' : 'unchanged',
  )
  if (built.failed) return built
  return sum([built, await step('size of the member app', () => script('scripts/size.ts'))])
}

/** A tally, and what the summary says besides it. */
type Part = Tally & { notes?: string[] }

async function journeys(): Promise<Part> {
  let chromium = ''
  const found = await step('a Chromium that renders', async () => (chromium = await findChromium()))
  if (found.failed) return found
  const ran = await runJourneys({ chromium, repeats: !soaks })
  return { ...sum([found, ran]), ...(ran.notes && { notes: ran.notes }) }
}

const PARTS = {
  'static checks': runChecks,
  build,
  'unit tests': () => runVitest({ name: 'unit tests' }),
  'browser journeys': journeys,
} satisfies Record<string, () => Promise<Part>>

const seconds = (sinceMs: number) => `${Math.round((performance.now() - sinceMs) / 1_000)} s`.padStart(6)

const began = performance.now()
const tallies: Tally[] = []
const table: string[] = []
for (const [name, run] of Object.entries<() => Promise<Part>>(PARTS)) {
  const partBegan = performance.now()
  const tally = await run()
  tallies.push(tally)
  table.push(`${seconds(partBegan)}  ${name}: ${tally.passed} passed, ${tally.failed} failed`)
  for (const note of tally.notes ?? []) table.push(`          ${note}`)
}
const { passed, failed } = sum(tallies)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
console.log(`\n${table.join('\n')}\n${seconds(began)}  together`)
console.log(`${passed} passed, ${failed} failed`)
