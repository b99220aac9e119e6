/**
 * Play-through: recharged money can be withdrawn once its amount, times the factor of the recharge, was at risk: it was spent on drawn
 * shares, or on settled bets that do not cancel each other out. Units of finance count nothing. A recharge adds to what is required; a settlement adds to what is played, up to what is required at that moment; what a
 * member spends before a recharge does not count for it. A waiver sets aside everything that is left; what a member spends when nothing
 * is left counts as played of what was set aside, so that money which was played does not go back as unplayed.
 */
import type { Executor, Statement, Tx } from '../../platform/db.ts'

/** Minor units. `required` is without what is waived, `left` what is neither played nor waived. */
export type PlayThrough = { required: bigint; played: bigint; left: bigint }

const READ: Statement = {
  name: 'play.read',
  text: `select required - waived as required, played, required - played - waived as left
    from play_through where member_id = $1`,
}

/** What is required (without what was waived), played and left. */
export async function playThrough(db: Executor, memberId: string): Promise<PlayThrough> {
  const [row] = await db.query<PlayThrough>(READ, [memberId])
  return row ?? { required: 0n, played: 0n, left: 0n }
}

const REQUIRE: Statement = {
  name: 'play.require',
  text: `insert into play_through (member_id, required) values ($1, $2)
    on conflict (member_id) do update set required = play_through.required + excluded.required`,
}

/** Adds to what a member must play through. The caller holds the lock of the member's wallet. */
export async function requirePlay(tx: Tx, memberId: string, amount: bigint): Promise<void> {
  if (amount > 0n) await tx.query(REQUIRE, [memberId, amount])
}

const WAIVE: Statement = {
  name: 'play.waive',
  text: 'update play_through set waived = required - played where member_id = $1',
}

/** Nothing is left to play through. The caller holds the lock of the member's wallet. */
export async function waivePlay(tx: Tx, memberId: string): Promise<void> {
  await tx.query(WAIVE, [memberId])
}

const UNPLAYED: Statement = {
  name: 'play.unplayed',
  text: 'select required - played as unplayed from play_through where member_id = $1',
}

/** What is not played of all that recharges required, also where it was waived. */
export async function unplayed(db: Executor, memberId: string): Promise<bigint> {
  const [row] = await db.query<{ unplayed: bigint }>(UNPLAYED, [memberId])
  return row?.unplayed ?? 0n
}

const UNREQUIRE: Statement = {
  name: 'play.unrequire',
  text: `
    with before as (select waived from play_through where member_id = $1)
    update play_through p set required = p.required - $2, waived = least(p.waived, p.required - $2 - p.played)
    from before where p.member_id = $1 returning before.waived - p.waived as waived`,
}

/**
 * Takes back what money that goes back to its source required: it cannot be more than what is not played. What is left counts
 * first, then what was waived. The caller holds the lock of the member's wallet.
 * @returns how much of it had been waived
 */
export async function unrequirePlay(tx: Tx, memberId: string, amount: bigint): Promise<bigint> {
  if (amount === 0n) return 0n
  const [row] = await tx.query<{ waived: bigint }>(UNREQUIRE, [memberId, amount])
  return row!.waived
}

const FORGET: Statement = {
  name: 'play.forget',
  text: `
    update play_through p set required = p.required - $2, played = now.played, waived = least(p.waived, p.required - $2 - now.played)
    from (select greatest(0, played - $3) as played from play_through where member_id = $1) now where p.member_id = $1`,
}

/**
 * Takes back what a recharge required that a bank took back, and what was played of it: what other recharges require is left to play
 * as before. The caller holds the lock of the member's wallet.
 * @param required what the part of the recharge required
 * @param unplayed what of it was not played; the rest counts as played no more
 */
export async function forgetPlay(
  tx: Tx,
  memberId: string,
  { required, unplayed: open }: { required: bigint; unplayed: bigint },
): Promise<void> {
  if (required > 0n) await tx.query(FORGET, [memberId, required, open < required ? required - open : 0n])
}

const REQUIRE_AGAIN: Statement = {
  name: 'play.require_again',
  text: 'update play_through set required = required + $2, waived = waived + $3 where member_id = $1',
}

/** The money did not go back: what `unrequirePlay` took back applies again. The caller holds the lock of the member's wallet. */
export async function requirePlayAgain(
  tx: Tx,
  memberId: string,
  { amount, waived }: { amount: bigint; waived: bigint },
): Promise<void> {
  if (amount > 0n) await tx.query(REQUIRE_AGAIN, [memberId, amount, waived])
}

/**
 * The part of a settlement that counts what was played.
 * @param settled name of a query part with member_id and amount, one row for each member
 */
export const countPlayed = (settled: string): string => `
update play_through p set played = least(p.required, p.played + s.amount),
  waived = least(p.waived, greatest(0, p.required - p.played - s.amount))
from ${settled} s where p.member_id = s.member_id and p.played < p.required`

/** SQL that selects the members who have something left to play. */
export const STILL_PLAYING = 'select member_id from play_through where played < required'

/**
 * Counts what members played, in the transaction that settles their purchases and holds the locks of their wallets.
 * @param played SQL that selects member_id and amount (minor units), one row for each member; `values` are its parameters
 */
export async function countPlay(
  tx: Tx,
  { text, values }: { text: string; values: readonly unknown[] },
): Promise<void> {
  await tx.query(countPlayed(`(${text})`), [...values])
}
