import { array, assert, integer, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FIRST_CODE, tierOf } from './draw.ts'
import { allPrizes, beyondWon, eventFavour, favourAmounts, type FavourTerms } from './favour.ts'

const CASH: FavourTerms = {
  mode: 'cash',
  price: '100',
  value: '0',
  bands: [
    [0, 0],
    [1, 2],
  ],
  prizes: ['500', '120'],
}

/** Rows of so many codes each, of the members by number. */
function rowsOf(orders: readonly (readonly [quantity: number, member: number])[]) {
  let next = FIRST_CODE
  return orders.map(([quantity, member]) => {
    const first = next
    next += quantity
    return { first, quantity, tag: String(member).padStart(16, '0') }
  })
}

describe('the amounts of an issue in favour of its members', () => {
  test('a member who won in cash keeps the prizes, and the others get their money or an even share', () => {
    const rows = rowsOf([
      [1, 1],
      [4, 2],
      [2, 1],
      [3, 3],
    ])
    // the winning code is the first one of member 2; codes at a distance of 1 and 2 win too
    const amounts = favourAmounts(CASH, rows, FIRST_CODE + 1)
    expect(amounts).toEqual([
      { tag: '0000000000000001', codes: 3, won: 120n, amount: 300n },
      { tag: '0000000000000002', codes: 4, won: 740n, amount: 740n },
      { tag: '0000000000000003', codes: 3, won: 120n, amount: 300n },
    ])
    expect(allPrizes(CASH, 10)).toBe(980n)
    expect(beyondWon(amounts)).toBe(360n)
  })

  test('each member gets the greatest of the three amounts, in every mode', () => {
    const purchases = array(tuple(integer({ min: 1, max: 6 }), integer({ min: 1, max: 4 })), {
      minLength: 3,
      maxLength: 8,
    })
    assert(
      property(
        purchases,
        integer({ min: 0, max: 1000 }),
        integer({ min: 0, max: 3000 }),
        (bought, pick, value) => {
          const rows = rowsOf([...bought, [3, 5]])
          const sold = rows.reduce((sum, { quantity }) => sum + quantity, 0)
          const code = FIRST_CODE + (pick % sold)
          for (const mode of ['goods', 'pk', 'cash'] as const) {
            const terms: FavourTerms = { ...CASH, mode, value: String(value) }
            const prize = (one: number): bigint => {
              if (mode !== 'cash') return one === code ? BigInt(value) : 0n
              return BigInt(['0', ...terms.prizes][tierOf(one, code, sold, terms.bands)]!)
            }
            const total = allPrizes(terms, sold)
            for (const { tag, codes, won, amount } of favourAmounts(terms, rows, code)) {
              const own = rows.filter((row) => row.tag === tag)
              const list = own.flatMap(({ first, quantity }) =>
                Array.from({ length: quantity }, (_, i) => first + i),
              )
              expect(codes).toBe(list.length)
              expect(won).toBe(list.reduce((sum, one) => sum + prize(one), 0n))
              const least = [won, BigInt(codes) * 100n, (BigInt(codes) * total) / BigInt(sold)]
              expect(least).toContain(amount)
              expect(least.every((one) => one <= amount)).toBe(true)
            }
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  test('the pool of an event is paid once more to those who did not win, rounded down', () => {
    expect(eventFavour(100n, 3)).toBe(99n)
    expect(eventFavour(100n, 0)).toBe(0n)
    expect(eventFavour(2n, 3)).toBe(0n)
  })
})
