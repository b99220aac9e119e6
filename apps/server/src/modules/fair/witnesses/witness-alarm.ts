/** Logs once when draws begin to wait for their witnesses, and once when none waits any more. */
type Write = (fields: object, message: string) => void

export type WitnessAlarm = {
  /** An issue or event waits for its witnesses since `waitedMs`. */
  waits(id: string, number: string, waitedMs: number, why: string): void
  /** It does not wait, or not any more. */
  ended(id: string, number: string): void
}

/** What waits longer is reported. */
const LATE_MS = 15_000

export function createWitnessAlarm(
  log: { info: Write; error: Write },
  what: 'issue' | 'event' = 'issue',
): WitnessAlarm {
  const waiting = new Map<string, string>()
  const fields = (number: string) => ({ alarm: 'witness', [what]: number, [`${what}s`]: waiting.size })
  return {
    waits(id, number, waitedMs, why) {
      if (waitedMs < LATE_MS || waiting.get(id) === why) return
      waiting.set(id, why)
      log.error({ ...fields(number), waitedMs, why }, `an ${what} waits for its witnesses`)
    },
    ended(id, number) {
      if (!waiting.delete(id)) return
      log.info(fields(number), `an ${what} does not wait for its witnesses any more`)
    },
  }
}
