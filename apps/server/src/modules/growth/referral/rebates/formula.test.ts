import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountOf, basisOf, capOf, rateOf, withinCap, type Rates } from './formula.ts'

const RATES: Rates = {
  direct: 100,
  indirect: 50,
  vipSpends: [500n, 2_000n],
  extras: [0, 10, 20],
}

test('the extra of the VIP level is for the direct inviter only', () => {
  expect([0n, 499n, 500n, 1_999n, 2_000n].map((spent) => rateOf(RATES, 1, spent))).toEqual([
    100, 100, 110, 110, 120,
  ])
  expect(rateOf(RATES, 2, 2_000n)).toBe(50)
})

test('an amount rounds down', () => {
  expect(amountOf(10_000n, 110)).toBe(110n)
  expect(amountOf(99n, 100)).toBe(0n)
})

const amount = fc.bigInt({ min: 0n, max: 10n ** 15n })

test('amounts within a cap are together at most the cap, and stay as they are below it', () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 2 }), amount, (amounts, cap) => {
      const cut = withinCap(amounts, cap)
      const total = cut.reduce((sum, one) => sum + one.amount, 0n)
      const wanted = amounts.reduce((sum, one) => sum + one, 0n)
      expect(total <= cap || total === wanted).toBe(true)
      expect(wanted <= cap ? cut.every((one) => !one.capped) : total <= cap).toBe(true)
    }),
  )
})

test('what cancels itself earns nothing, and no bet pays more than half of its margin', () => {
  fc.assert(
    fc.property(amount, amount, amount, fc.integer({ min: 0, max: 1_000 }), (staked, a, b, margin) => {
      const cancelled = a < staked ? a : staked
      const earning = b < staked ? b : staked
      const stakes = { staked, cancelled, earning, tenMargins: (earning * BigInt(margin)) / 100n }
      expect(basisOf(stakes) <= staked - cancelled).toBe(true)
      expect(capOf(stakes) * 20n <= stakes.tenMargins).toBe(true)
      if (cancelled === staked) expect([basisOf(stakes), capOf(stakes)]).toEqual([0n, 0n])
    }),
  )
})
