import type { Clock } from '../platform/clock.ts'

/** A clock that a test moves. */
export type TestClock = Clock & { set(ms: number): void; advance(ms: number): void }

/** @param start Unix milliseconds */
export function testClock(start: number): TestClock {
  let now = start
  return {
    now: () => now,
    set(ms) {
      now = ms
    },
    advance(ms) {
      now += ms
    },
  }
}
