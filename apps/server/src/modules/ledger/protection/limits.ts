/**
 * A member's own limits on spend, loss and time, judged and counted by the statement of the purchase. Only members with
 * limits cost the look-up. `limits/limit-counters.ts` explains the counters.
 */
import type { ReserveRule } from './rule.ts'

export const limitsRule: ReserveRule = {
  // Of several limits that are exceeded the answer names time first, then the one with the least room, then by name.
  lookup: (own) => `
  left join lateral (
    select counter.kind as limit_kind, counter.room as limit_room from (
      select c.kind,
        c.cap - case when c.starts_on >= period_start(c.period, clock.at, c.utc_offset) then c.used else c.open end as room
      from limit_counter c, clock
      where wallet.has_limits and c.member_id = item.member_id and c.kind <> 'deposit'
      order by c.member_id) counter
    where case when counter.kind = 'time' then counter.room <= 0 else counter.room < ${own} end
    order by counter.kind = 'time' desc, counter.room, counter.kind limit 1) exceeded on true`,
  columns: ['exceeded.limit_kind', 'exceeded.limit_room'],
  denies: [{ when: 'exceeded.limit_kind is not null', answer: 'limit' }],
}

/**
 * Counts purchases on the spend and loss counters of their members. An order before its draw is open: it may still be
 * lost in the next period.
 * @param purchases a relation with member_id, amount and has_limits, at most one row a member
 * @param counted SQL condition over `bought`, the alias of `purchases`
 * @param own SQL of the part of the amount that the member pays
 */
export const countPurchases = (purchases: string, counted: string, own = 'bought.amount'): string => `
  update limit_counter c set starts_on = counter.starts_on, used = counter.used + counter.amount,
    ceiling = greatest(c.cap, counter.used),
    open = c.open + case c.kind when 'loss' then counter.amount else 0 end
  from (
    select c.ctid as row, ${own} as amount, greatest(c.starts_on, period.today) as starts_on,
      case when c.starts_on >= period.today then c.used else c.open end as used
    from ${purchases} bought cross join lateral (
      select c.ctid, c.starts_on, c.used, c.open, c.period, c.utc_offset from limit_counter c
      where c.member_id = bought.member_id and c.kind in ('spend', 'loss')
      order by c.member_id) c
    cross join lateral (select period_start(c.period, clock.at, c.utc_offset) as today from clock) period
    where bought.has_limits and ${counted}) counter
  where c.ctid = counter.row`
