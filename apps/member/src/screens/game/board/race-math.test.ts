import { describe, expect, test } from 'vitest'
import { RACE_MS, runsOf } from './race-math.ts'

const FINISH = [7, 3, 10, 1, 9, 2, 8, 4, 6, 5]

describe('a race', () => {
  const runs = runsOf('20261122-0001', FINISH)

  test('lets the runners arrive in the order of finish', () => {
    const arrived = runs.toSorted((a, b) => a.durationMs - b.durationMs).map(({ runner }) => runner)
    expect(arrived).toEqual(FINISH)
    expect(Math.max(...runs.map(({ durationMs }) => durationMs))).toBe(RACE_MS)
  })

  test('never lets a runner go back', () => {
    for (const { third, twoThirds } of runs)
      expect(0 < third && third < twoThirds && twoThirds < 1).toBe(true)
  })

  test('is the same on every device, and another one in the next round', () => {
    expect(runsOf('20261122-0001', FINISH)).toEqual(runs)
    expect(runsOf('20261122-0002', FINISH)).not.toEqual(runs)
  })
})
