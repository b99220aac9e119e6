/** Logs once when draws begin to wait for their witnesses, and once when none waits any more. */
import type { Clock } from '../../../platform/clock.ts'

type Write = (fields: object, message: string) => void

export type WitnessAlarm = {
  /** An issue or event waits for its witnesses. `waitedMs`: since it could go on. */
  waits(id: string, number: string, waitedMs: number, why: string): void
  /** It does not wait, or not any more. */
  ended(id: string, number: string): void
}

/**
 * What waits longer is reported, once this process has asked its witnesses for as long: after a stop, and when the clock was
 * not believed for a while, an issue has waited for a time in which nobody asked them.
 */
const LATE_MS = 15_000

type Waiting = { why: string; askedSince: number; isReported: boolean }

export function createWitnessAlarm(
  log: { info: Write; error: Write },
  clock: Clock,
  what: 'issue' | 'event' = 'issue',
): WitnessAlarm {
  const waiting = new Map<string, Waiting>()
  const fields = (number: string) => {
    const reported = [...waiting.values()].filter(({ isReported }) => isReported)
    return { alarm: 'witness', [what]: number, [`${what}s`]: reported.length }
  }
  return {
    waits(id, number, waitedMs, why) {
      const last = waiting.get(id)
      const now = last?.why === why ? last : { why, askedSince: clock.now(), isReported: false }
      waiting.set(id, now)
      if (now.isReported || Math.min(waitedMs, clock.now() - now.askedSince) < LATE_MS) return
      now.isReported = true
      log.error({ ...fields(number), waitedMs, why }, `an ${what} waits for its witnesses`)
    },
    ended(id, number) {
      const last = waiting.get(id)
      waiting.delete(id)
      if (last?.isReported) log.info(fields(number), `an ${what} does not wait for its witnesses any more`)
    },
  }
}
