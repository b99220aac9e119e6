/**
 * Time is an input. Business time is the database's clock (`business_now()`); decisions about money and
 * draws are made there. This clock follows it for what a process decides by itself (wire dates, caches).
 */
export type Clock = {
  /** Unix milliseconds of business time */
  now(): number
}

/** A clock that a test moves by hand. */
export type TestClock = Clock & { set(ms: number): void; advance(ms: number): void }

export const systemClock: Clock = { now: () => Date.now() }

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
