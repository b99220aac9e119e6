const QUICK_MS = 2_000
const STEADY_MS = 5_000
const SLOW_MS = 20_000
const QUICK_FOR_MS = 60_000
const STEADY_FOR_MS = 5 * 60_000

/** The polling interval after `waitedMs` of watching a recharge; false in a final state. */
export function everyMs(waitedMs: number, isFinal: boolean): number | false {
  if (isFinal) return false
  if (waitedMs < QUICK_FOR_MS) return QUICK_MS
  return waitedMs < STEADY_FOR_MS ? STEADY_MS : SLOW_MS
}
