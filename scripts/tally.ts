/** How many tests passed and failed, counted while they run. */
export type Tally = { passed: number; failed: number }

/** A line of a tally file: a test, a file that ended, or the end of the run with the number of errors outside of tests. */
export type Entry = { test: 'passed' | 'failed' } | { file: string; ms: number } | { end: number }

export type Counted = Tally & {
  /** The run came to its end by itself. */
  ended: boolean
  files: { file: string; ms: number }[]
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
