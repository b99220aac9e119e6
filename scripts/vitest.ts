/** Runs Vitest with a line for each file and a count that survives a run that is ended. */
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { root, runTool } from './process.ts'
import { countTally, verdict, type Counted, type Tally } from './tally.ts'

const results = path.join(root, '.cache/results')
/** Tests start many programs. Node keeps their compiled code here, so that each starts in less than half the time. */
const compiled = path.join(root, '.cache/compiled')
const LONGEST_FILES = 10

export type VitestOptions = {
  /** of the results and of the console lines: `unit tests` */
  name: string
  args?: readonly string[]
  env?: Record<string, string>
}

/** @returns how many tests passed and failed; what happened outside of tests counts as one failure */
export async function runVitest({ name, args = [], env = {} }: VitestOptions): Promise<Tally> {
  const file = path.join(results, `${name.replaceAll(' ', '-')}.tally`)
  await mkdir(results, { recursive: true })
  await rm(file, { force: true })
  const reporters = ['--reporter=default', `--reporter=${path.join(root, 'scripts/tally.reporter.ts')}`]
  const { ok } = await runTool('vitest', ['run', ...reporters, ...args], {
    echo: true,
    env: { NODE_COMPILE_CACHE: compiled, ...env, TALLY_FILE: file },
  })
  const counted = countTally(await readFile(file, 'utf8').catch(() => ''))
  const tally = verdict(counted, ok)
  if (counted.passed + counted.failed === 0) console.log(`✗ ${name}: no test ran`)
  else if (!counted.ended)
    console.log(`✗ ${name}: ended before the last test; ${counted.passed} passed until then`)
  printLongest(name, counted)
  return tally
}

function printLongest(name: string, { files }: Counted): void {
  const longest = files.toSorted((a, b) => b.ms - a.ms).slice(0, LONGEST_FILES)
  console.log(`${name}: ${files.length} files; the longest:`)
  for (const { file, ms } of longest) console.log(`  ${(ms / 1_000).toFixed(0).padStart(4)} s  ${file}`)
}
