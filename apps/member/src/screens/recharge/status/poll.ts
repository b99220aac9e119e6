const QUICK_MS = 2_000
const STEADY_MS = 5_000
const SLOW_MS = 20_000
const QUICK_FOR_MS = 60_000
const STEADY_FOR_MS = 5 * 60_000

/** How often the state of a recharge is asked for after `waitedMs` of watching; false once it is final. */
export function everyMs(waitedMs: number, isFinal: boolean): number | false {
  if (isFinal) return false
  if (waitedMs < QUICK_FOR_MS) return QUICK_MS
  return waitedMs < STEADY_FOR_MS ? STEADY_MS : SLOW_MS
}
