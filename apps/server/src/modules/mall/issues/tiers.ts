/** The prize tiers of an issue by its mode. Tier 1 is the winning code itself. */
import type { SoldMode } from '@fairlot/contract/issue-kinds'
import type { Band } from '@fairlot/fairness/draw'

/** The tier of the winning code, with ring distance 0. */
export const WINNING_TIER = 1

/** The ring distances of each tier, in the order of the tiers. Goods have one prize, for the winning code. */
const BANDS: Readonly<Record<SoldMode, readonly Band[]>> = { goods: [[0, 0]] }

/**
 * Bands and prizes of an issue's tiers, in the order of the tiers.
 * @param prizeValue minor units
 * @returns `prizes`: the prize of each code of a tier, in minor units
 */
export function prizeTiersOf({ mode, prizeValue }: { mode: SoldMode; prizeValue: bigint }): {
  bands: readonly Band[]
  prizes: readonly bigint[]
} {
  const bands = BANDS[mode]
  return { bands, prizes: bands.map(() => prizeValue) }
}
