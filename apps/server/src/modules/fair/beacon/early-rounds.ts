/**
 * Rounds of a public beacon that lie ahead of this deployment's clock. One that verifies proves that the clock is behind: a seal
 * could then select a round that is published already. Sealing stops until no such round was seen for some minutes.
 */
import type { Chain } from '@fairlot/fairness/beacon'
import { roundTimeMs } from '@fairlot/fairness/beacon'
import { MS, type Executor } from '../../../platform/db.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'

/** Clocks that differ by less are in agreement; a seal is 30 seconds before its round. */
export const CLOCK_TOLERANCE_MS = 3_000
/** Sealing stays stopped for this long after the last round that was seen early. */
const HOLD_MS = 10 * MINUTE_MS

const KEEP = {
  name: 'beacon.early',
  text: `insert into beacon_early (chain, round, signature, ahead_ms, seen_at)
    select $1, $2, decode($3, 'hex'), $4, business_now() on conflict (chain, round) do nothing`,
}
const LAST = {
  name: 'beacon.early.last',
  text: `select round, ahead_ms as "aheadMs", ${MS('seen_at')} as "seenMs"
    from beacon_early where chain = $1 and seen_at > business_now() - $2 * interval '1 millisecond'
    order by seen_at desc limit 1`,
}

export type EarlyRound = { round: number; aheadMs: number; seenAtMs: number }

/** Stores a round that was verified and lies ahead of the clock. @param now business time, Unix milliseconds */
export async function keepEarlyRound(
  db: Executor,
  chain: Chain,
  { round, signature }: { round: number; signature: string },
  now: number,
): Promise<number> {
  const aheadMs = Math.round(roundTimeMs(round, chain) - now)
  await db.query(KEEP, [chain.hash, round, signature, aheadMs])
  return aheadMs
}

/** The last round of a chain that was seen before its time, in the last minutes or within a longer time; null: none. */
export async function lastEarlyRound(
  db: Executor,
  chain: string,
  withinMs = HOLD_MS,
): Promise<EarlyRound | null> {
  const [row] = await db.query<{ round: bigint; aheadMs: bigint; seenMs: bigint }>(LAST, [chain, withinMs])
  return row ? { round: Number(row.round), aheadMs: Number(row.aheadMs), seenAtMs: Number(row.seenMs) } : null
}
