import { array, assert, bigInt, constantFrom, integer, property, record, subarray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as pay from './pay-table.ts'

const KINDS = ['lucky', 'king'] as const
const percent = (kind: pay.GameKind, option: string): string => {
  const { numerator, denominator } = pay.returnOf(kind, option)
  return `${numerator}/${denominator}`
}

/** The table of the specification, written down a second time by hand. Multipliers are in 1/10,000. */
const HAND: Record<pay.GameKind, Record<string, number[]>> = {
  lucky: {
    green: [0, 20_000, 0, 20_000, 0, 15_000, 0, 20_000, 0, 20_000],
    red: [15_000, 0, 20_000, 0, 20_000, 0, 20_000, 0, 20_000, 0],
    violet: [45_000, 0, 0, 0, 0, 45_000, 0, 0, 0, 0],
    big: [0, 0, 0, 0, 0, 20_000, 20_000, 20_000, 20_000, 20_000],
    small: [20_000, 20_000, 20_000, 20_000, 20_000, 0, 0, 0, 0, 0],
    single: [0, 20_000, 0, 20_000, 0, 20_000, 0, 20_000, 0, 20_000],
    double: [20_000, 0, 20_000, 0, 20_000, 0, 20_000, 0, 20_000, 0],
  },
  king: {
    big: [0, 0, 0, 0, 0, 19_500, 19_500, 19_500, 19_500, 19_500],
    small: [19_500, 19_500, 19_500, 19_500, 19_500, 0, 0, 0, 0, 0],
    single: [19_500, 0, 19_500, 0, 19_500, 0, 19_500, 0, 19_500, 0],
    double: [0, 19_500, 0, 19_500, 0, 19_500, 0, 19_500, 0, 19_500],
  },
}
for (let i = 0; i < 10; i++) {
  HAND.lucky[String(i)] = Array.from({ length: 10 }, (_, at) => (at === i ? 90_000 : 0))
  HAND.king[String(i + 1)] = Array.from({ length: 10 }, (_, at) => (at === i ? 96_000 : 0))
}

describe('the pay table', () => {
  test('has the multipliers of the specification', () => {
    expect(pay.PAY_TABLE).toEqual(HAND)
    for (const kind of KINDS)
      expect(Object.keys(pay.PAY_TABLE[kind]).toSorted()).toEqual([...pay.OPTIONS[kind]].toSorted())
  })

  test('states the return of each option as an exact fraction', () => {
    const returns = Object.fromEntries(pay.OPTIONS.lucky.map((option) => [option, percent('lucky', option)]))
    const number = '441/500' // 88.2 %
    expect(returns).toEqual({
      ...Object.fromEntries(Array.from({ length: 10 }, (_, i) => [String(i), number])),
      green: '931/1000',
      red: '931/1000',
      violet: number,
      big: '49/50',
      small: '49/50',
      single: '49/50',
      double: '49/50',
    })
    for (const option of pay.OPTIONS.king)
      expect(percent('king', option)).toBe(/\d/.test(option) ? '24/25' : '39/40') // 96 %, 97.5 %
  })

  test('the payouts of all ten outcomes sum up to ten times the return, for a stake that divides', () => {
    for (const kind of KINDS) {
      for (const option of pay.OPTIONS[kind]) {
        const stake = 100_000n // 10 units, the smallest contract
        const { numerator, denominator } = pay.returnOf(kind, option)
        const paid = pay.OUTCOMES[kind].reduce(
          (sum, outcome) => sum + pay.payoutOf(kind, option, outcome, stake),
          0n,
        )
        expect(paid * BigInt(denominator)).toBe(stake * 10n * BigInt(numerator))
      }
    }
  })

  test('the highest win is the stake after the fee times the largest multiplier', () => {
    const stake = 100_000_000n // 10,000 units
    expect(pay.feeOf('lucky', stake)).toBe(2_000_000n)
    expect(pay.feeOf('king', stake)).toBe(0n)
    expect(pay.highestWin('lucky', 'green', stake)).toBe(196_000_000n)
    expect(pay.highestWin('lucky', 'violet', stake)).toBe(441_000_000n)
    expect(pay.highestWin('lucky', '7', stake)).toBe(882_000_000n)
    expect(pay.highestWin('king', '10', stake)).toBe(960_000_000n)
    expect(pay.highestWin('king', 'double', stake)).toBe(195_000_000n)
    // Green and 5 win together only on 5: 1.5 and 9 times.
    expect(pay.highestWinOf('lucky', ['green', '5'], stake)).toBe(1_029_000_000n)
  })

  test('fee and payout round down to 1/10,000', () => {
    expect(pay.feeOf('lucky', 49n)).toBe(0n)
    expect(pay.feeOf('lucky', 50n)).toBe(1n)
    expect(pay.payoutOf('lucky', 'red', 0, 51n)).toBe(75n) // 51 − 1 = 50, times 1.5
    expect(pay.payoutOf('king', 'big', 6, 3n)).toBe(5n) // 5.85
    expect(pay.payoutOf('lucky', 'red', 0, 51n, 0)).toBe(76n)
  })

  test('the exposure of a bet is what each outcome pays to all its picks', () => {
    expect(pay.exposureOf('lucky', ['violet', 'big', '5'], 10_000n)).toEqual(
      [44_100, 0, 0, 0, 0, 151_900, 19_600, 19_600, 19_600, 19_600].map(BigInt),
    )
    expect(pay.exposureOf('king', ['1', 'single'], 10_000n)).toEqual(
      [115_500, 0, 19_500, 0, 19_500, 0, 19_500, 0, 19_500, 0].map(BigInt),
    )
    const bet = constantFrom(...KINDS).chain((kind) =>
      record({
        kind: constantFrom(kind),
        picks: subarray([...pay.OPTIONS[kind]], { minLength: 1 }),
        stake: bigInt({ min: 1n, max: 10n ** 15n }),
        at: integer({ min: 0, max: 9 }),
      }),
    )
    assert(
      property(array(bet, { minLength: 1, maxLength: 3 }), (bets) => {
        for (const { kind, picks, stake, at } of bets) {
          const outcome = pay.OUTCOMES[kind][at]!
          const paid = picks.reduce((sum, pick) => sum + pay.payoutOf(kind, pick, outcome, stake), 0n)
          const exposure = pay.exposureOf(kind, picks, stake)
          expect(exposure[at]).toBe(paid)
          expect(pay.highestWinOf(kind, picks, stake) >= paid).toBe(true)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('refuses an option or an outcome that the kind does not have', () => {
    expect(() => pay.payoutOf('king', 'green', 1, 1n)).toThrow(RangeError)
    expect(() => pay.payoutOf('king', '0', 1, 1n)).toThrow(RangeError)
    expect(() => pay.payoutOf('lucky', '10', 1, 1n)).toThrow(RangeError)
    expect(() => pay.payoutOf('lucky', 'toString', 1, 1n)).toThrow(RangeError)
    expect(() => pay.payoutOf('lucky', '1', 10, 1n)).toThrow(RangeError)
    expect(() => pay.payoutOf('king', '1', 0, 1n)).toThrow(RangeError)
  })

  test('names the games by kind', () => {
    expect(pay.GAME_IDS).toEqual(['lucky-1m', 'lucky-3m', 'lucky-5m', 'king-2m'])
    expect(pay.isGameId('king-2m')).toBe(true)
    expect(pay.isGameId('constructor')).toBe(false)
  })
})
