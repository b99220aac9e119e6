import { stripVTControlCharacters } from 'node:util'

/** How many tests passed and failed, counted while they run. */
export type Tally = { passed: number; failed: number }

/** A file that ended; a failed hook, and a file that cannot be loaded, count as a failed test. */
export type RanFile = Tally & { file: string; ms: number }

/** What a person needs to find a failed test after the output of the run is lost. */
export type Failure = {
  /** the project of the unit tests; empty for a run without projects */
  project: string
  /** empty for an error outside of the files */
  file: string
  /** the full name of the test, or what failed instead of a test */
  name: string
  /** the first lines of its error */
  error: string
}

/**
 * A line of a tally file: a test, why something failed, a file that ended, or the end of the run with the number of errors outside
 * of tests.
 */
export type Entry = { test: 'passed' | 'failed' } | { failure: Failure } | RanFile | { end: number }

export type Counted = Tally & {
  /** The run came to its end by itself. */
  ended: boolean
  files: RanFile[]
  failures: Failure[]
}

/** Counts the lines of a tally file. The last line of a run that was killed may be incomplete. */
export function countTally(text: string): Counted {
  const counted: Counted = { passed: 0, failed: 0, ended: false, files: [], failures: [] }
  for (const line of text.split('\n').slice(0, -1)) {
    const entry = JSON.parse(line) as Entry
    if ('test' in entry) counted[entry.test]++
    else if ('failure' in entry) counted.failures.push(entry.failure)
    else if ('file' in entry) counted.files.push(entry)
    else {
      counted.ended = true
      counted.failed += entry.end
    }
  }
  return counted
}

/**
 * The tally of a run and of how its process ended. A run fails also when it was ended from outside, when its process failed
 * without a failed test, and when no test ran.
 */
export function verdict({ passed, failed, ended }: Counted, ok: boolean): Tally {
  const unexplained = failed === 0 && (!ended || !ok || passed === 0)
  return { passed, failed: failed + (unexplained ? 1 : 0) }
}

/**
 * The files of a run that can run once more alone: those that failed, when they explain every failure of the run and are few and
 * short. Many failed files are a broken change, and a run that was ended, or had errors outside of its tests, is not judged by its
 * files.
 */
export function filesToRepeat(
  { files, failed, ended }: Counted,
  most: { files: number; ms: number },
): RanFile[] {
  const wrong = files.filter((one) => one.failed > 0)
  const explained = wrong.reduce((sum, one) => sum + one.failed, 0)
  const took = wrong.reduce((sum, one) => sum + one.ms, 0)
  return ended && explained === failed && wrong.length <= most.files && took <= most.ms ? wrong : []
}

/** The tally of a run whose failed files ran once more: the second run of a file decides. */
export function repeatedTally(first: Tally, repeated: readonly RanFile[], again: Tally): Tally {
  const before = repeated.reduce((sum, one) => sum + one.passed, 0)
  return { passed: first.passed - before + again.passed, failed: again.failed }
}

const ERROR_LINES = 8
const ERROR_COLUMNS = 300

/** The first lines of a text without their colours. */
export function firstLines(text: string): string {
  return stripVTControlCharacters(text)
    .trim()
    .split('\n')
    .slice(0, ERROR_LINES)
    .map((line) => line.slice(0, ERROR_COLUMNS).trimEnd())
    .join('\n')
}

export type ThrownError = { message: string; stack?: string | undefined; diff?: string | undefined }

/** An error in few lines: its message, the first place in this repository, and what differs. */
export function explainError({ message, stack = '', diff = '' }: ThrownError): string {
  const place = stack.split('\n').find((line) => /^\s+at /.test(line) && !line.includes('/node_modules/'))
  return [message, place?.trim() ?? '', diff]
    .map(firstLines)
    .filter((part) => part !== '')
    .join('\n')
}

/** A failure for the summary: where it is, and its error below. */
export function describeFailure({ project, file, name, error }: Failure): string {
  const where = [project, file, name].filter((part) => part !== '').join(' › ')
  return [`✗ ${where}`, ...error.split('\n').map((line) => `    ${line}`)].join('\n').trimEnd()
}
