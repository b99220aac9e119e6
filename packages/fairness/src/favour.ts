/**
 * What members get of an issue whose seal too few witnesses signed in time: the draw stands, and everybody else gets at least their
 * money or an even share (docs/FAIRNESS.md). Amounts are bigints in 1/10,000 units.
 */
import { type Band, codesWon, type OrderRow, tierTable } from './draw.ts'
import type { Mode } from './proof/types.ts'

export type FavourTerms = {
  readonly mode: Mode
  /** of a share: decimal string */
  readonly price: string
  /** market price of the product: decimal string */
  readonly value: string
  readonly bands: readonly Band[]
  /** of each code of a band: decimal strings */
  readonly prizes: readonly string[]
}

/** What one member gets. */
export type FavourAmount = {
  readonly tag: string
  /** q */
  readonly codes: number
  readonly won: bigint
  /** max(won, q·price, floor(q·V/M)) */
  readonly amount: bigint
}

/** V: all prizes at market value. @param sold M */
export function allPrizes({ mode, value, bands, prizes }: FavourTerms, sold: number): bigint {
  if (mode !== 'cash') return BigInt(value)
  return tierTable(sold, bands, prizes).reduce(
    (sum, { codes, prize }) => sum + BigInt(codes) * BigInt(prize),
    0n,
  )
}

/**
 * The amount of each member, in the order of their first rows: the greatest of what their codes won, of what they paid, and of their
 * codes' even share of all prizes.
 * @param rows of the seal, which have all sold codes
 * @param code the winning code
 */
export function favourAmounts(
  terms: FavourTerms,
  rows: readonly Pick<OrderRow, 'first' | 'quantity' | 'tag'>[],
  code: number,
): FavourAmount[] {
  const sold = rows.reduce((sum, { quantity }) => sum + quantity, 0)
  const total = allPrizes(terms, sold)
  const members = new Map<string, { codes: number; won: bigint }>()
  for (const row of rows) {
    const { codes, won } = members.get(row.tag) ?? { codes: 0, won: 0n }
    members.set(row.tag, { codes: codes + row.quantity, won: won + wonBy(terms, row, code, sold) })
  }
  return [...members].map(([tag, { codes, won }]) => {
    const paid = BigInt(codes) * BigInt(terms.price)
    const share = sold === 0 ? 0n : (BigInt(codes) * total) / BigInt(sold)
    return { tag, codes, won, amount: [won, paid, share].reduce((a, b) => (a > b ? a : b)) }
  })
}

/** The sum beyond what was won: Σ (amount − won). */
export function beyondWon(amounts: readonly FavourAmount[]): bigint {
  return amounts.reduce((sum, { amount, won }) => sum + amount - won, 0n)
}

type Codes = Pick<OrderRow, 'first' | 'quantity'>

function wonBy(terms: FavourTerms, row: Codes, code: number, sold: number): bigint {
  const { mode, value, bands, prizes } = terms
  if (mode !== 'cash') return row.first <= code && code < row.first + row.quantity ? BigInt(value) : 0n
  return bands.reduce(
    (sum, band, i) => sum + BigInt(codesWon(row, code, sold, band)) * BigInt(prizes[i]!),
    0n,
  )
}

/**
 * What the pool of an event pays once more to those who did not win: others × floor(pool / others), 0 where nobody is left.
 * @param others the participants without the winners
 */
export function eventFavour(pool: bigint, others: number): bigint {
  return others === 0 ? 0n : BigInt(others) * (pool / BigInt(others))
}
