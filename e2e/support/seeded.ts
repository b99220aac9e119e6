import { randomInt } from 'node:crypto'

/** The seed of the random moments of this run; `E2E_SEED` repeats a run. */
export const seed = Number(process.env['E2E_SEED'] ?? randomInt(2 ** 31))

/** Repeatable whole numbers from `low` to `high` (mulberry32). */
export function seeded(start: number): (low: number, high: number) => number {
  let state = start >>> 0
  return (low, high) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return low + (((mixed ^ (mixed >>> 14)) >>> 0) % (high - low + 1))
  }
}
