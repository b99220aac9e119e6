import type { Monotonic } from '../platform/time/monotonic.ts'

/** A monotonic clock that a test moves, apart from business time. */
export type TestMonotonic = Monotonic & { advance(ms: number): void }

export function testMonotonic(machine = 'test machine'): TestMonotonic {
  let now = 1_000_000
  return {
    machine,
    nowMs: () => now,
    advance(ms) {
      now += ms
    },
  }
}
