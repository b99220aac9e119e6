/** The arithmetic of cash tiers: chances before the draw, prizes after it. */
import type { z } from 'zod/mini'
import type { tiers as tiersSchema } from '@fairlot/contract/endpoints/mall/shapes'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { codesWon, FIRST_CODE } from '@fairlot/fairness/draw'

export type Tiers = z.output<typeof tiersSchema>
type Range = { first: number; quantity: number }
/** What a member or an order won in one tier. */
export type WonTier = { tier: number; codes: number; amount: string }

/** How many codes of the issue win a prize. */
export const winningCodes = (tiers: Tiers): number => tiers.reduce((sum, { codes }) => sum + codes, 0)

/** The largest distance from the winning code that wins. */
export const reachOf = (tiers: Tiers): number => tiers.at(-1)?.to ?? 0

/**
 * How many of the codes, as winning codes, give a prize to at least one of `quantity` codes in a row. Divided by
 * `shares` it is the chance of a prize.
 */
export function luckyDraws(tiers: Tiers, shares: number, quantity: number): number {
  const spans = tiers.flatMap(({ from, to }): [number, number][] => [
    [-to, quantity - 1 - from],
    [from, quantity - 1 + to],
  ])
  if (spans.some(([since, upto]) => upto - since + 1 >= shares)) return shares
  const cut = spans.flatMap(([since, upto]): [number, number][] => {
    const start = ((since % shares) + shares) % shares
    const end = start + upto - since
    return end < shares
      ? [[start, end]]
      : [
          [start, shares - 1],
          [0, end - shares],
        ]
  })
  let counted = 0
  let next = 0
  for (const [since, upto] of cut.toSorted(([a], [b]) => a - b)) {
    counted += Math.max(0, upto - Math.max(since, next) + 1)
    next = Math.max(next, upto + 1)
  }
  return counted
}

/** What codes have won, by tier; tiers without a code of them are left out. */
export function wonTiers(tiers: Tiers, shares: number, ranges: readonly Range[], winning: number): WonTier[] {
  return tiers.flatMap(({ tier, from, to, prize }) => {
    const codes = ranges.reduce((sum, range) => sum + codesWon(range, winning, shares, [from, to]), 0)
    return codes === 0 ? [] : [{ tier, codes, amount: formatMoney(parseMoney(prize) * BigInt(codes)) }]
  })
}

/** Wire amount of several. */
export const sumOf = (parts: readonly { amount: string }[]): string =>
  formatMoney(parts.reduce((sum, { amount }) => sum + parseMoney(amount), 0n))

/** The winning codes of a tier as runs, around the ring: `1000126–1000130`, `1000001`. */
export function codeRuns({ from, to }: Tiers[number], shares: number, winning: number): Range[] {
  const position = winning - FIRST_CODE
  const arcs: [number, number][] =
    from === 0
      ? [[-to, to]]
      : [
          [-to, -from],
          [from, to],
        ]
  return arcs.flatMap(([since, upto]) => {
    const start = (((position + since) % shares) + shares) % shares
    const length = upto - since + 1
    const ahead = Math.min(length, shares - start)
    const first = { first: FIRST_CODE + start, quantity: ahead }
    return ahead === length ? [first] : [first, { first: FIRST_CODE, quantity: length - ahead }]
  })
}
