/** What a start tells the person who waits for it: one line per step, with its time. */

export type Progress = {
  /**
   * Runs a step and reports it when it is done.
   *
   * @param done the line of a finished step; null: none
   */
  step<T>(name: string, work: () => Promise<T>, done?: (result: T) => string | null): Promise<T>
}

/** Reports nothing: for programs, and where no person looks. */
export const noProgress: Progress = { step: (_name, work) => work() }

/** `0.4 s`, `26 s` */
function seconds(ms: number): string {
  return ms < 9_950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`
}

/** A line of a finished step: `  ✓ PostgreSQL 18  1.2 s`; scripts/bootstrap.js writes the same for what comes before. */
const stepLine = (text: string, ms: number): string => `  ✓ ${text}  ${seconds(ms)}`

/** Erases the line that the terminal's cursor is in. */
export const ERASE_LINE = '\r\u001b[K'

/**
 * Writes a line per step.
 *
 * @param live the output is a terminal: while a step runs, its name is there with «…»
 * @param now milliseconds of a monotonic clock
 */
export function printedProgress(
  write: (text: string) => void,
  { live, now = () => performance.now() }: { live: boolean; now?: () => number },
): Progress {
  const erase = live ? ERASE_LINE : ''
  return {
    async step(name, work, done = () => name) {
      const began = now()
      if (live) write(`  … ${name}`)
      try {
        const result = await work()
        const line = done(result)
        write(line === null ? erase : `${erase}${stepLine(line, now() - began)}\n`)
        return result
      } catch (error) {
        write(`${erase}  ✗ ${name}\n`)
        throw error
      }
    },
  }
}
