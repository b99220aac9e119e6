/** Logs once when issues begin to wait for their witnesses, and once when none waits any more. */
type Write = (fields: object, message: string) => void

export type WitnessAlarm = {
  /** An issue waits for its witnesses since `waitedMs`. */
  waits(issueId: string, number: string, waitedMs: number, why: string): void
  /** The issue does not wait, or not any more. */
  ended(issueId: string, number: string): void
}

/** An issue that waits longer is reported. */
const LATE_MS = 15_000

export function createWitnessAlarm(log: { info: Write; error: Write }): WitnessAlarm {
  const waiting = new Map<string, string>()
  return {
    waits(issueId, number, waitedMs, why) {
      if (waitedMs < LATE_MS || waiting.get(issueId) === why) return
      waiting.set(issueId, why)
      log.error(
        { alarm: 'witness', issue: number, waitedMs, why, issues: waiting.size },
        'an issue waits for its witnesses',
      )
    },
    ended(issueId, number) {
      if (!waiting.delete(issueId)) return
      log.info(
        { alarm: 'witness', issue: number, issues: waiting.size },
        'an issue does not wait for its witnesses any more',
      )
    },
  }
}
