/**
 * Play-through: recharged money can be withdrawn once its amount, times the factor of the recharge, was spent on settled
 * purchases. A recharge adds to what is required; a settlement adds to what is played, up to what is required at that moment; what a
 * member spends before a recharge does not count for it. A waiver counts everything that is left.
 */
import type { Executor, Statement, Tx } from '../../platform/db.ts'

/** Minor units. `left` is what is neither played nor waived. */
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

/**
 * The part of a settlement that counts what was played.
 * @param settled name of a query part with member_id and amount, one row for each member
 */
export const countPlayed = (settled: string): string => `
update play_through p set played = least(p.required - p.waived, p.played + s.amount)
from ${settled} s where p.member_id = s.member_id and p.played + p.waived < p.required`
