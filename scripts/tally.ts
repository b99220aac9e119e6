/** How many tests passed and failed, counted while they run. */
export type Tally = { passed: number; failed: number }

/** A file that ended; a failed hook, and a file that cannot be loaded, count as a failed test. */
export type RanFile = Tally & { file: string; ms: number }

/** A line of a tally file: a test, a file that ended, or the end of the run with the number of errors outside of tests. */
export type Entry = { test: 'passed' | 'failed' } | RanFile | { end: number }

export type Counted = Tally & {
  /** The run came to its end by itself. */
  ended: boolean
  files: RanFile[]
}

/** Counts the lines of a tally file. The last line of a run that was killed may be incomplete. */
export function countTally(text: string): Counted {
  const counted: Counted = { passed: 0, failed: 0, ended: false, files: [] }
  for (const line of text.split('\n').slice(0, -1)) {
    const entry = JSON.parse(line) as Entry
    if ('test' in entry) counted[entry.test]++
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
