/** Pauses steps that failed. Each failure of the same step doubles its pause. */
import type { Clock } from './clock.ts'
import { MINUTE_MS } from './durations.ts'

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = MINUTE_MS

export type Backoff = {
  isPaused(key: string): boolean
  /** Records a failure. @returns the pause in milliseconds */
  recordFailure(key: string): number
  clear(key: string): void
}

/** @param clock measures the pauses; independent of business time */
export function createBackoff(clock: Clock): Backoff {
  const failures = new Map<string, { count: number; untilMs: number }>()
  return {
    isPaused: (key) => (failures.get(key)?.untilMs ?? 0) > clock.now(),
    recordFailure(key) {
      const count = (failures.get(key)?.count ?? 0) + 1
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (count - 1), MAX_PAUSE_MS)
      failures.set(key, { count, untilMs: clock.now() + pauseMs })
      return pauseMs
    },
    clear: (key) => void failures.delete(key),
  }
}
