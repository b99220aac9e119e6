/** How much more can be staked before a round's cover is used up. */
import type { GameKind } from '@fairlot/contract/kinds/game-kinds'
import { PAY_TABLE } from '@fairlot/fairness/games/pay-table'

const UNIT = 10_000n

export type Cover = {
  slice: bigint
  stake: bigint
  /** what all bets together pay for each of the ten outcomes */
  exposure: readonly bigint[]
}

/** What is left of the cover for each outcome. */
export const coverLeft = ({ slice, stake, exposure }: Cover): bigint[] =>
  exposure.map((pays) => slice + stake - pays)

/**
 * The most that can be staked on these picks together, minor units; every pick has the same stake. A bet of this amount fits:
 * payouts round down.
 * @param left what is left for each outcome
 * @param fee in 1/10,000
 */
export function roomFor(
  kind: GameKind,
  picks: readonly string[],
  left: readonly bigint[],
  fee: number,
): bigint {
  const count = BigInt(picks.length)
  let most: bigint | null = null
  left.forEach((room, place) => {
    const multiplier = picks.reduce((sum, pick) => sum + (PAY_TABLE[kind][pick]![place] ?? 0), 0)
    // what a stake of 1/10,000 on each pick costs the house, in 1/100,000,000
    const cost = BigInt(multiplier) * (UNIT - BigInt(fee)) - count * UNIT * UNIT
    if (cost <= 0n) return
    const fits = room <= 0n ? 0n : (room * UNIT * UNIT) / cost
    if (most === null || fits < most) most = fits
  })
  return (most ?? 0n) * count
}
