/** What the outcome of purchases does to the counters of their members: fragments of the statements that settle them. */
import type { Statement, Tx } from '../../../platform/db.ts'
import { array, uuids } from '../arrays.ts'
import { RUNNING, USED } from './limit-periods.ts'

/**
 * Counts settled purchases: they are no longer open, and stay used in the current period less what they paid.
 * @param settled a relation with member_id, amount and payout, one row a member
 */
export const countSettled = (settled: string): string => `
  update limit_counter c set starts_on = counter.starts_on, open = c.open - counter.amount, used = counter.used,
    ceiling = greatest(c.cap, counter.used)
  from (
    select c.ctid as row, ended.amount, greatest(c.starts_on, t.today) as starts_on, ${USED} - ended.payout as used
    from ${settled} ended join limit_counter c on c.member_id = ended.member_id and c.kind = 'loss' ${RUNNING}) counter
  where c.ctid = counter.row`

const PRIZE: Statement = {
  name: 'limit.prize',
  text: countSettled('(select $1::uuid as member_id, 0::bigint as amount, $2::bigint as payout)'),
}

/**
 * Counts what a member gets for a prize after the settlement: it lessens the loss of the running periods, as a payout does. The
 * caller holds the wallet's lock and transfers the amount with the kind `recycle`.
 */
export async function countPrize(tx: Tx, memberId: string, amount: bigint): Promise<void> {
  await tx.query(PRIZE, [memberId, amount])
}

const PRIZES = countSettled(`(
    select member_id, 0::bigint as amount, sum(amount)::bigint as payout
    from unnest($1::uuid[], $2::bigint[]) as item(member_id, amount) group by member_id)`)

/** As `countPrize`, for many members at once. The transfers have the kind `favour`. */
export async function countPrizes(
  tx: Tx,
  items: readonly { member: string; amount: bigint }[],
): Promise<void> {
  if (items.length === 0) return
  await tx.query(PRIZES, [uuids(items.map(({ member }) => member)), array(items.map(({ amount }) => amount))])
}

/**
 * Takes purchases that are paid back out of the counters: they are no loss, and what was spent on them in the counted period
 * was not spent. A spend counter stops at zero: if it lacks a purchase, the refund of a whole chunk must still go through. (The
 * doctor compares counters with purchases.)
 * @param returned a relation with member_id, amount and created_at, one row a purchase
 */
export const undoCount = (returned: string): string => `
  update limit_counter c set used = counter.used, ceiling = greatest(c.cap, counter.used),
    open = c.open - case c.kind when 'loss' then counter.amount else 0 end
  from (
    select c.member_id, c.kind, c.period, sum(back.amount)::bigint as amount,
      case c.kind when 'loss' then c.used - sum(back.amount) else greatest(c.used - sum(back.amount), 0) end::bigint as used
    from ${returned} back join limit_counter c on c.member_id = back.member_id
    where c.kind = 'loss' or c.kind = 'spend'
      and period_start(c.period, back.created_at, c.utc_offset) = c.starts_on
    group by c.member_id, c.kind, c.period) counter
  where (c.member_id, c.kind, c.period) = (counter.member_id, counter.kind, counter.period)`
