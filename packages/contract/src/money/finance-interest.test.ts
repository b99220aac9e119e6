import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  accrualOf,
  accruedAfter,
  accruedAt,
  interestOf,
  maturityOf,
  stepHours,
  stepsAt,
  stepsOf,
  termInterest,
} from './finance-interest.ts'

const HOUR = 3_600_000
const terms = fc.record({
  dailyRatePpm: fc.integer({ min: 1, max: 100_000 }),
  termHours: fc.integer({ min: 1, max: 8_784 }),
})
const principal = fc.bigInt({ min: 1n, max: 10_000_000_000_000n })

test('computes simple interest for whole days', () => {
  // 1,000 at 0.5 % a day for 7 days
  expect(interestOf(10_000_000n, 5_000, 7 * 24)).toBe(350_000n)
  expect(termInterest(10_000_000n, { dailyRatePpm: 5_000, termHours: 168 })).toBe(350_000n)
})

test('computes hourly terms pro rata, rounded down to 1/10,000', () => {
  // 100 at 0.6 % a day for 6 hours
  expect(interestOf(1_000_000n, 6_000, 6)).toBe(1_500n)
  expect(interestOf(99_999n, 333, 1)).toBe(1n)
  expect(interestOf(1n, 1, 1)).toBe(0n)
  expect(() => interestOf(-1n, 1, 1)).toThrow(RangeError)
})

test('accrues after each full 24 hours, and the rest at maturity', () => {
  expect([stepsOf(6), stepsOf(24), stepsOf(36), stepsOf(168)]).toEqual([1, 1, 2, 7])
  expect([stepHours(36, 1), stepHours(36, 2), stepHours(6, 1)]).toEqual([24, 36, 6])
  expect(
    [0, 24 * HOUR - 1, 24 * HOUR, 36 * HOUR - 1, 36 * HOUR, 90 * HOUR].map((at) => stepsAt(36, at)),
  ).toEqual([0, 0, 1, 1, 2, 2])
  expect(stepsAt(36, -5)).toBe(0)
  const order = { dailyRatePpm: 10_000, termHours: 36 }
  expect(accruedAt(10_000n, order, 30 * HOUR)).toBe(100n)
  expect(accruedAt(10_000n, order, 36 * HOUR)).toBe(150n)
  expect(maturityOf(1_000, 36)).toBe(1_000 + 36 * HOUR)
})

test('the accruals of all steps are the interest of the term, and none is more than 1/10,000 from another full day', () => {
  fc.assert(
    fc.property(principal, terms, (amount, order) => {
      const steps = stepsOf(order.termHours)
      const accruals = Array.from({ length: steps }, (_, n) => accrualOf(amount, order, n + 1))
      expect(accruals.reduce((sum, one) => sum + one, 0n)).toBe(termInterest(amount, order))
      expect(accruedAfter(amount, order, steps + 5)).toBe(termInterest(amount, order))
      const full = accruals.slice(0, Math.floor(order.termHours / 24))
      const lowest = full.reduce((a, b) => (b < a ? b : a), full[0] ?? 0n)
      for (const one of full) expect(one - lowest).toBeLessThanOrEqual(1n)
    }),
    { numRuns: 50 },
  )
})
