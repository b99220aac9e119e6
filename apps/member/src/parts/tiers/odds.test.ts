import { expect, test } from 'vitest'
import { FIRST_CODE, tierOf } from '@fairlot/fairness/draw'
import { codeRuns, luckyDraws, sumOf, winningCodes, wonTiers, type Tiers } from './odds.ts'

const BANDS = [
  [0, 0],
  [1, 4],
  [7, 9],
] as const
const tiersOf = (bands: readonly (readonly [number, number])[]): Tiers =>
  bands.map(([from, to], n) => ({
    tier: n + 1,
    from,
    to,
    codes: from === 0 ? 2 * to + 1 : 2 * (to - from + 1),
    prize: `${10 - n}.00`,
    chance: '1',
  }))
const TIERS = tiersOf(BANDS)

test.each([19, 20, 37, 130])(
  'with %i codes, the chance of a prize is that of trying every winning code',
  (shares) => {
    for (const quantity of [1, 2, 5, 11, shares - 1, shares]) {
      let draws = 0
      for (let winning = FIRST_CODE; winning < FIRST_CODE + shares; winning++) {
        const codes = Array.from({ length: quantity }, (_, n) => FIRST_CODE + n)
        if (codes.some((code) => tierOf(code, winning, shares, BANDS) > 0)) draws++
      }
      expect(luckyDraws(TIERS, shares, quantity)).toBe(draws)
    }
  },
)

test('the codes of a tier and what a member won in it are those of the published rule', () => {
  for (const shares of [19, 40])
    for (let winning = FIRST_CODE; winning < FIRST_CODE + shares; winning++) {
      const own = [
        { first: FIRST_CODE, quantity: 3 },
        { first: FIRST_CODE + 10, quantity: 6 },
      ]
      const held = own.flatMap(({ first, quantity }) => Array.from({ length: quantity }, (_, n) => first + n))
      for (const tier of TIERS) {
        const all = codeRuns(tier, shares, winning).flatMap(({ first, quantity }) =>
          Array.from({ length: quantity }, (_, n) => first + n),
        )
        const wanted = Array.from({ length: shares }, (_, n) => FIRST_CODE + n).filter(
          (code) => tierOf(code, winning, shares, BANDS) === tier.tier,
        )
        expect(all.toSorted((a, b) => a - b)).toEqual(wanted)
      }
      const won = wonTiers(TIERS, shares, own, winning)
      for (const { tier, codes } of won)
        expect(codes).toBe(held.filter((code) => tierOf(code, winning, shares, BANDS) === tier).length)
    }
})

test('sums', () => {
  expect(winningCodes(TIERS)).toBe(15)
  expect(sumOf([{ amount: '1.5' }, { amount: '2.50' }])).toBe('4.00')
})
