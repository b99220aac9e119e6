import { describe, expect, test } from 'vitest'
import {
  boardAt,
  countOf,
  DIGITS,
  differsAt,
  lockTimes,
  nearest,
  rollingCode,
  sharedDigits,
  stillIn,
} from './opening.ts'

const single = (...codes: number[]) => codes.map((first) => ({ first, quantity: 1 }))
/** The codes of the picture in the design language. */
const EIGHT = [...single(1_000_214), { first: 1_000_651, quantity: 6 }, ...single(1_001_038)]

describe('the digits of an issue', () => {
  test.each([
    [1, 7],
    [9, 6],
    [10, 5],
    [60, 5],
    [1200, 3],
    [100_000, 1],
  ])('an issue of %i shares has codes with %i common digits', (shares, digits) => {
    expect(sharedDigits(shares)).toBe(digits)
  })

  test('lock at once where every code shares them, then one after another', () => {
    expect(lockTimes(1200)).toEqual([0, 0, 0, 600, 1200, 1800, 2400])
  })

  test.each([1, 2, 60, 1200, 100_000, 8_999_999])('are open within four seconds for %i shares', (shares) => {
    const times = lockTimes(shares)
    expect(times).toHaveLength(DIGITS)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(4_000)
  })
})

describe('cells that roll', () => {
  test.each([
    [1, 1_000_001],
    [60, 1_000_031],
    [1200, 1_001_200],
    [100_000, 1_100_000],
  ])('show only codes of the %i shares that agree with the open digits of %i', (shares, winning) => {
    for (let locked = 0; locked <= DIGITS; locked++)
      for (let step = 0; step < 50; step++)
        for (const known of [winning, null]) {
          const code = Number(rollingCode(shares, known, locked, step))
          expect(code).toBeGreaterThan(1_000_000)
          expect(code).toBeLessThanOrEqual(1_000_000 + shares)
          if (known !== null) expect(differsAt(code, known) ?? DIGITS).toBeGreaterThanOrEqual(locked)
        }
  })

  test('change from one tick to the next', () => {
    const shown = Array.from({ length: 20 }, (_, step) => rollingCode(60, null, 0, step))
    expect(new Set(shown).size).toBe(20)
  })
})

describe('the codes that remain', () => {
  test('are all codes before the first digit that differs', () => {
    const counts = Array.from({ length: DIGITS + 1 }, (_, locked) => stillIn(EIGHT, 1_000_655, locked))
    expect(counts).toEqual([8, 8, 8, 8, 7, 6, 6, 1])
  })

  test('leave at the first digit that differs', () => {
    expect(differsAt(1_000_214, 1_000_655)).toBe(4)
    expect(differsAt(1_000_655, 1_000_655)).toBeNull()
  })

  test('are none when another member holds the winning code', () => {
    expect(stillIn(EIGHT, 1_000_693, DIGITS)).toBe(0)
  })
})

describe('the code board', () => {
  test('shows up to eight codes in their order and keeps every row', () => {
    const { rows, more } = boardAt(EIGHT, 1_000_655, 5)
    expect(rows).toEqual([
      1_000_214, 1_000_651, 1_000_652, 1_000_653, 1_000_654, 1_000_655, 1_000_656, 1_001_038,
    ])
    expect(more).toBe(0)
  })

  test('counts the codes without a row, and those that are still in', () => {
    const runs = [{ first: 1_000_001, quantity: 300 }]
    expect(boardAt(runs, null, 0)).toMatchObject({ more: 292, moreIn: 292 })
    // The fifth digit is a 2: 100 codes remain, and the rows still show the codes that have just left.
    expect(boardAt(runs, 1_000_255, 5)).toMatchObject({ more: 292, moreIn: 100 })
    const later = boardAt(runs, 1_000_255, 6)
    expect(later.rows.every((code) => code >= 1_000_200)).toBe(true)
    expect(later.rows.filter((code) => Math.floor(code / 10) === 100_025).length + later.moreIn).toBe(10)
  })

  test('shows the winning code at the end, also when it had no row', () => {
    const runs = [{ first: 1_000_001, quantity: 300 }]
    for (const winning of [1_000_001, 1_000_009, 1_000_255, 1_000_300])
      expect(boardAt(runs, winning, DIGITS).rows).toContain(winning)
  })

  test('has a row for a code only once', () => {
    const runs = [
      { first: 1_000_001, quantity: 20 },
      { first: 1_000_090, quantity: 30 },
    ]
    for (let locked = 0; locked <= DIGITS; locked++) {
      const { rows, more } = boardAt(runs, 1_000_101, locked)
      expect(new Set(rows).size).toBe(8)
      expect(rows.length + more).toBe(countOf(runs))
    }
  })
})

describe('the distance to the winning code', () => {
  test('is that of the nearest code', () => {
    expect(nearest(EIGHT, 1_000_693)).toBe(37)
    expect(nearest(single(1_000_700), 1_000_693)).toBe(7)
    expect(nearest(EIGHT, 1_000_655)).toBe(0)
    expect(nearest([], 1_000_693)).toBeNull()
  })
})
