import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatUsdt, MAX_RATE, MAX_UNITS, unitsFor, worthOf } from './usdt.ts'

const amounts = fc.bigInt({ min: 1n, max: 10n ** 15n })
const rates = fc.bigInt({ min: 1n, max: 10n ** 12n })

describe('the conversion of USDT', () => {
  test.each([
    // 100.00 at 26,150.25 for 1 USDT
    [1_000_000n, 261_502_500n, 3_825n, 1_000_247n],
    // 100.00 at 1 for 1 USDT
    [1_000_000n, 10_000n, 100_000_000n, 1_000_000n],
    // 0.0001 at 100,000 for 1 USDT: one unit is worth 0.1
    [1n, 1_000_000_000n, 1n, 1_000n],
  ])('asks for %s minor units at a rate of %s: %s units, worth %s', (amount, rate, units, worth) => {
    expect(unitsFor(amount, rate)).toBe(units)
    expect(worthOf(units, rate)).toBe(worth)
  })

  test('asks for the fewest units that are worth the amount', () => {
    fc.assert(
      fc.property(amounts, rates, (amount, rate) => {
        const units = unitsFor(amount, rate)
        expect(worthOf(units, rate)).toBeGreaterThanOrEqual(amount)
        expect(worthOf(units - 1n, rate)).toBeLessThan(amount)
      }),
      { numRuns: 1_000 },
    )
  })

  test('never gives more for parts than for the whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { maxLength: 8 }),
        rates,
        (parts, rate) => {
          const whole = parts.reduce((sum, part) => sum + part, 0n)
          const credited = parts.reduce((sum, part) => sum + worthOf(part, rate), 0n)
          expect(credited).toBeLessThanOrEqual(worthOf(whole, rate))
          expect(worthOf(whole, rate) - credited).toBeLessThanOrEqual(BigInt(parts.length))
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test("keeps the largest transfer at the highest rate within the ledger's numbers", () => {
    expect(worthOf(MAX_UNITS, MAX_RATE)).toBeLessThan(2n ** 63n)
  })

  test('shows six decimals', () => {
    expect([0n, 1n, 12_345_678n, 1_000_000n].map(formatUsdt)).toEqual([
      '0.000000',
      '0.000001',
      '12.345678',
      '1.000000',
    ])
  })

  test.each([
    [0n, 1n],
    [1n, 0n],
    [-1n, 1n],
  ])('refuses the amount %s at the rate %s', (amount, rate) => {
    expect(() => unitsFor(amount, rate)).toThrow(RangeError)
  })
})
