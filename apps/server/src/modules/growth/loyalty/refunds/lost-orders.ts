/**
 * Lost orders of a business day: what members paid for orders of the mall that did not win. Issues of which every order has its
 * result join the day of their draw, or the first day that is still open; then their lost orders are summed by member, in chunks that
 * the issue's row claims. Each chunk is one statement, so that the job can stop anywhere and continue.
 */
import type { Db, Statement, Tx } from '../../../../platform/db.ts'
import type { Values } from '../../../../platform/settings/settings.ts'
import { vipLevels } from '../../../identity/index.ts'
import { OWN } from '../../../ledger/index.ts'
import { PAID_BACK } from '../../../mall/index.ts'

/** Orders of one statement. */
export const LOST_CHUNK = 2_000

/** A draw that is written while midnight passes is seen before its day closes. */
const AFTER_MIDNIGHT = `interval '10 minutes'`

/** Draws are looked for this long before the first open day: a clock that goes back dates a draw into a closed day. */
const LOOK_BACK = `interval '7 days'`

const LOCK: Statement = { name: 'vip_refund.lock', text: 'select 1 from loyalty_head for update' }

/** Draws `d` that can still be new. */
const NEW_DRAWS = `
  from loyalty_head h
  join issue_draw d on d.drawn_at >= greatest(h.refunds_from, h.open_from::timestamptz - ${LOOK_BACK})
    and not exists (select from vip_refund_issue known where known.issue_id = d.issue_id)`

/** $1: minutes east of UTC of business time. */
const JOIN_DAY: Statement = {
  name: 'vip_refund.join',
  text: `
    with joined as materialized (
      select d.issue_id, greatest(period_start('day', d.drawn_at, $1), h.open_from) as day, seal.orders
      ${NEW_DRAWS}
      join issue_settlement s on s.issue_id = d.issue_id and s.finished_at is not null
      join issue_last_seal seal on seal.issue_id = d.issue_id),
    days as (
      insert into vip_refund_day (day) select distinct day from joined order by day on conflict do nothing)
    insert into vip_refund_issue (issue_id, day, orders) select issue_id, day, orders from joined order by issue_id
    returning issue_id`,
}

/** The first day that an issue can still join: the day of the oldest draw that is not summed, and today at the latest. */
const CLOSE: Statement = {
  name: 'vip_refund.close',
  text: `
    with open_from as (
      update loyalty_head set open_from = greatest(loyalty_head.open_from, least(
        (select period_start('day', at - ${AFTER_MIDNIGHT}, $1) from settled_clock),
        (select min(period_start('day', d.drawn_at, $1)) ${NEW_DRAWS}),
        (select min(day) from vip_refund_issue where through_seq < orders)))
      returning open_from as day)
    update vip_refund_day d set state = 'closed', spends = $2, rates = $3, closed_at = business_now()
    from open_from where d.state = 'open' and d.day < open_from.day returning d.day::text as day`,
}

/**
 * Adds issues to their days.
 * @param utcOffset minutes east of UTC of business time
 */
export function joinDays(db: Db, utcOffset: number): Promise<number> {
  return db.tx(async (tx: Tx) => {
    await tx.query(LOCK)
    return (await tx.query(JOIN_DAY, [utcOffset])).length
  })
}

/**
 * Closes the days that are over and of which every draw is summed, with the levels and rates of this moment. It goes by
 * `settled_clock`: a day that was closed stays closed.
 * @returns the days, as text
 */
export async function closeDays(db: Db, settings: Values, utcOffset: number): Promise<string[]> {
  const levels = vipLevels(settings)
  const spends = levels.slice(1).map(({ spend }) => spend)
  const rates = levels.map(({ refund }) => refund)
  return db.tx(async (tx) => {
    await tx.query(LOCK)
    const closed = await tx.query<{ day: string }>(CLOSE, [utcOffset, spends, rates])
    return closed.map(({ day }) => day)
  })
}

const LEFT: Statement = {
  name: 'vip_refund.left',
  text: `
    select issue_id as issue, through_seq as through, orders from vip_refund_issue where through_seq < orders
    order by day, issue_id limit 100`,
}
const SUM: Statement = {
  name: 'vip_refund.sum',
  text: `
    with claimed as (
      update vip_refund_issue set through_seq = $3 where issue_id = $1 and through_seq = $2 returning day),
    lost as (
      select p.member_id, claimed.day, count(*)::int as orders, sum(${OWN('p')})::bigint as basis
      from claimed cross join issue_sale s
      join purchase p on (p.member_id, p.purchase_id) = (s.member_id, s.purchase_id) and p.result = 'not_won'
        and not ${PAID_BACK('s.issue_id', 's.member_id')}
      where s.issue_id = $1 and s.seq > $2 and s.seq <= $3
      group by p.member_id, claimed.day having sum(${OWN('p')}) > 0)
    insert into vip_lost as known (member_id, day, orders, basis) select member_id, day, orders, basis from lost order by member_id
    on conflict (member_id, day) do update set orders = known.orders + excluded.orders, basis = known.basis + excluded.basis`,
}

type Left = { issue: string; through: number; orders: number }

/** Sums the next orders of each issue that is left. @returns how many issues were left; 0: none */
export async function sumLost(
  db: Db,
  chunk = LOST_CHUNK,
  signal: { readonly aborted: boolean } = { aborted: false },
): Promise<number> {
  const left = await db.query<Left>(LEFT)
  for (const { issue, through, orders } of left) {
    if (signal.aborted) break
    await db.query(SUM, [issue, through, Math.min(through + chunk, orders)])
  }
  return left.length
}
