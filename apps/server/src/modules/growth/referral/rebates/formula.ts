/**
 * What a rebate is (product decisions, section 7): floor(basis × rate), the rate in hundredths of a percent. The rate of the
 * direct inviter includes the extra of this inviter's VIP level. Amounts are minor units.
 */

/** The rates of a moment. */
export type Rates = {
  direct: number
  indirect: number
  /** total spend from which the VIP levels 1, 2, … begin */
  vipSpends: readonly bigint[]
  /** extra of the direct inviter at the VIP levels 0, 1, … */
  extras: readonly number[]
}

/** The rate of an inviter on a level, who has spent an amount. At most everything. */
export function rateOf(rates: Rates, level: 1 | 2, spent: bigint): number {
  if (level === 2) return Math.min(rates.indirect, 10_000)
  const vip = rates.vipSpends.filter((from) => spent >= from).length
  return Math.min(rates.direct + (rates.extras[vip] ?? 0), 10_000)
}

export const amountOf = (basis: bigint, rate: number): bigint => (basis * BigInt(rate)) / 10_000n

/** The bets of a friend in a round. */
export type RoundStakes = {
  /** everything that the friend staked, and what of it cancelled itself */
  staked: bigint
  cancelled: bigint
  /** stakes that earn: not those of a pause */
  earning: bigint
  /** ten times the house margin of the earning stakes: what the house keeps of them over the ten outcomes together */
  tenMargins: bigint
}

/** What of a friend's bets counts: the earning stakes, in proportion to what did not cancel itself. */
export const basisOf = ({ staked, cancelled, earning }: RoundStakes): bigint =>
  staked === 0n ? 0n : (earning * (staked - cancelled)) / staked

/** The most that all rebates of a friend's bets in a round may be together: half of the house margin of what did not cancel itself. */
export const capOf = ({ staked, cancelled, tenMargins }: RoundStakes): bigint =>
  staked === 0n ? 0n : (tenMargins * (staked - cancelled)) / (staked * 20n)

/** Cuts amounts in proportion to fit into a cap. */
export function withinCap(amounts: readonly bigint[], cap: bigint): { amount: bigint; capped: boolean }[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0n)
  return amounts.map((amount) =>
    total > cap ? { amount: (amount * cap) / total, capped: true } : { amount, capped: false },
  )
}
