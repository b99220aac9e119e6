/** Runs Vitest with a line for each file and a count that survives a run that is ended. */
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { root, runTool } from './process.ts'
import {
  countTally,
  filesToRepeat,
  repeatedTally,
  verdict,
  type Counted,
  type Failure,
  type RanFile,
  type Tally,
} from './tally.ts'

const results = path.join(root, '.cache/results')
/** Tests start many programs. Node keeps their compiled code here, so that each starts in less than half the time. */
const compiled = path.join(root, '.cache/compiled')
const LONGEST_FILES = 10
/**
 * More failed files than this are not run again: that would be a broken change, not a busy machine. Nor are files that took longer
 * together, so that the second run does not double the time of the whole.
 */
const MOST_REPEATED = { files: 2, ms: 300_000 }

export type VitestOptions = {
  /** of the results and of the console lines: `unit tests` */
  name: string
  args?: readonly string[]
  env?: Record<string, string>
  /** shows what Vitest prints; true by default */
  echo?: boolean
}

/** What the summary says of a run besides its tally. */
export type Explained = Tally & {
  /** the tests that failed */
  failures: Failure[]
  /** the tests that failed beside the others and passed alone */
  unstable: Failure[]
  /** a line for each file that passed only alone */
  notes: string[]
}

/** @returns how many tests passed and failed; what happened outside of tests counts as one failure */
export async function runVitest(options: VitestOptions): Promise<Explained> {
  const { tally, counted } = await countedRun(options)
  return { ...tally, failures: counted.failures, unstable: [], notes: [] }
}

export type RepeatOptions = VitestOptions & {
  /** the directory that the names of the files are relative to */
  directory: string
  /** called between the two runs */
  between?: () => Promise<void>
}

/**
 * Runs Vitest, and then the files that failed once more, one after the other, with nothing beside them. The second run decides: a
 * fault fails twice, and a file that only a busy machine failed does not fail the change.
 */
export async function runRepeating({ directory, between, ...options }: RepeatOptions): Promise<Explained> {
  const { tally, counted } = await countedRun(options)
  const repeated = filesToRepeat(counted, MOST_REPEATED)
  if (repeated.length === 0) return { ...tally, failures: counted.failures, unstable: [], notes: [] }
  console.log(`${options.name}: these files failed and run once more, alone: ${namesOf(repeated)}`)
  await between?.()
  const { args = [], ...rest } = options
  const again = await countedRun({
    ...rest,
    name: `${options.name}, alone`,
    args: [...args, '--maxWorkers=1', ...repeated.map(({ file }) => path.join(directory, file))],
  })
  const mended = repeated.filter(({ file }) =>
    again.counted.files.some((one) => one.file === file && one.failed === 0),
  )
  const notes = mended.map(
    ({ file, failed, passed }) =>
      `passed only alone: ${file} (${failed} of ${failed + passed} tests failed beside the others)`,
  )
  for (const note of notes) console.log(note)
  return {
    ...repeatedTally(tally, repeated, again.tally),
    failures: again.counted.failures,
    unstable: counted.failures.filter((one) => mended.some(({ file }) => file === one.file)),
    notes,
  }
}

const namesOf = (files: readonly RanFile[]) =>
  files
    .map(({ file }) => file)
    .toSorted()
    .join(', ')

async function countedRun({
  name,
  args = [],
  env = {},
  echo = true,
}: VitestOptions): Promise<{ tally: Tally; counted: Counted }> {
  const file = path.join(results, `${name.replaceAll(/\W+/g, '-')}.tally`)
  await mkdir(results, { recursive: true })
  await rm(file, { force: true })
  const reporters = ['--reporter=default', `--reporter=${path.join(root, 'scripts/tally.reporter.ts')}`]
  const { ok } = await runTool('vitest', ['run', ...reporters, ...args], {
    echo,
    env: { NODE_COMPILE_CACHE: compiled, ...env, TALLY_FILE: file },
  })
  const counted = countTally(await readFile(file, 'utf8').catch(() => ''))
  const tally = verdict(counted, ok)
  const unexplained = whyUnexplained(counted)
  if (unexplained !== '') console.log(`✗ ${name}: ${unexplained}`)
  if (tally.failed > counted.failed)
    counted.failures.push({ project: '', file: '', name, error: unexplained || 'the process failed' })
  printLongest(name, counted)
  return { tally, counted }
}

function whyUnexplained({ passed, failed, ended }: Counted): string {
  if (passed + failed === 0) return 'no test ran'
  return ended ? '' : `ended before the last test; ${passed} passed until then`
}

function printLongest(name: string, { files }: Counted): void {
  const longest = files.toSorted((a, b) => b.ms - a.ms).slice(0, LONGEST_FILES)
  console.log(`${name}: ${files.length} files; the longest:`)
  for (const { file, ms } of longest) console.log(`  ${(ms / 1_000).toFixed(0).padStart(4)} s  ${file}`)
}
