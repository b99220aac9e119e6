/**
 * The prize tiers of products and issues. A tier is a band of ring distances from the winning code; each code in it wins the
 * tier's prize. Tier 1 contains the winning code itself.
 */
import type { SoldMode } from '@fairlot/contract/kinds/issue-kinds'
import { tierTable, type Band, type Tier } from '@fairlot/fairness/draw'

/** The tier of the winning code, with ring distance 0. */
export const WINNING_TIER = 1
export const MAX_TIERS = 5

/** A tier of a cash product or issue: ring distances, both included, and the prize of each code in minor units. */
export type PrizeTier = { from: number; to: number; prize: bigint }

/** SQL: the codes of an order `s` in each tier of a cash issue; no row for other modes. `d`, `t`: draw and terms. */
export const WON = `
  select band.tier, band.prize, codes_won(s.first_code, s.quantity, d.code, t.shares, band.near, band.far) as codes
  from tiers_of(t.tiers) band`

type Tiers = { mode: SoldMode; prizeValue: bigint; tiers: readonly PrizeTier[] | null }

/**
 * Bands and prizes of an issue's tiers, in the order of the tiers. Other modes than cash have one prize, for the winning code.
 * @returns `prizes`: the prize of each code of a tier, in minor units
 */
export function prizeTiersOf({ prizeValue, tiers }: Tiers): {
  bands: readonly Band[]
  prizes: readonly bigint[]
} {
  const all = tiers ?? [{ from: 0, to: 0, prize: prizeValue }]
  return { bands: all.map(({ from, to }) => [from, to]), prizes: all.map(({ prize }) => prize) }
}

/** The tiers of cash with their numbers of codes; empty for other modes. */
export function cashTable(shares: number, tiers: readonly PrizeTier[] | null): readonly Tier[] {
  if (!tiers) return []
  const bands = tiers.map(({ from, to }) => [from, to] as const)
  return tierTable(
    shares,
    bands,
    tiers.map(({ prize }) => String(prize)),
  )
}

/** The number of codes that win cash, and the sum of all cash prizes in minor units. */
export function cashPrizes(
  shares: number,
  tiers: readonly PrizeTier[] | null,
): { codes: number; amount: bigint } {
  let codes = 0
  let amount = 0n
  for (const tier of cashTable(shares, tiers)) {
    codes += tier.codes
    amount += BigInt(tier.codes) * BigInt(tier.prize)
  }
  return { codes, amount }
}

/** A broken field of a tier, counted from 0. */
type TierFault = { tier: number; field: 'from' | 'to' | 'prize' }

/**
 * What is wrong with each tier of a cash product, empty when the tiers are sound.
 * | rule | why |
 * |---|---|
 * | the first band begins at 0 | the winning code wins |
 * | a band begins after the one before it, and ends at or after its own beginning | no code is in two tiers |
 * | 2 × `to` + 1 is at most the number of codes | a wider band would count codes twice on the ring |
 * | a prize is at least the share price, and at most the prize before it | a win that loses money is not a win |
 */
export function tierFaults(
  { shares, sharePrice }: { shares: number; sharePrice: bigint },
  tiers: readonly PrizeTier[],
): TierFault[] {
  return tiers.flatMap(({ from, to, prize }, tier) => {
    const before = tiers[tier - 1]
    const faults: TierFault[] = []
    if (before ? from <= before.to : from !== 0) faults.push({ tier, field: 'from' })
    if (to < from || 2 * to + 1 > shares) faults.push({ tier, field: 'to' })
    if (prize < sharePrice || (before && prize > before.prize)) faults.push({ tier, field: 'prize' })
    return faults
  })
}

/** Tiers as a statement reads them: `[from, to, prize]` of each. */
export type TierRows = readonly (readonly [from: number, to: number, prize: string])[]

/** SQL expression of {@link TierRows}; null for other modes than cash. @param column SQL expression of the tiers */
export const tierRows = (column: string) =>
  `(select jsonb_agg(jsonb_build_array(near, far, prize::text) order by tier) from tiers_of(${column}))`

export function readTiers(rows: TierRows | null): PrizeTier[] | null {
  return rows && rows.map(([from, to, prize]) => ({ from, to, prize: BigInt(prize) }))
}

/** The value of the column `tiers`. */
export function tierLiteral(tiers: readonly PrizeTier[] | null): string | null {
  return tiers && `{${tiers.map(({ from, to, prize }) => `{${from},${to},${prize}}`).join(',')}}`
}
