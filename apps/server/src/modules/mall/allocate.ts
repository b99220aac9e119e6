/**
 * The mall's decision on a batch of purchases: first write decides. Codes are given out in ascending ranges,
 * order times never go back, and what does not fit is refused while a later smaller order may still fit. At the
 * deadline (by the database's clock, under the lock) an issue that is not full stops selling, whether it was
 * already told that it has expired or not.
 */
import { array, uuids, type Step } from '../ledger/index.ts'

export const allocateShares: Step = {
  name: 'allocate',
  wants: (item) => item.outcome === 'held',
  locks: (item) => item.subject,
  lock: {
    name: 'issue.lock',
    text: `select count(*) from (
      select 1 from issue where issue_id = any($1::uuid[]) order by issue_id for update) locked`,
  },
  write: {
    name: 'issue.allocate',
    text: `
with d as materialized (
  select *, (orders + count(*) filter (where state = 'done' and was is null) over (partition by issue_id order by n rows unbounded preceding))::int as seq
  from (
    select *,
      case when was is not null then was when not open then 'closed' when prev + want <= room then 'done' else 'sold_out' end as state,
      case when was is not null then was_first when open and prev + want <= room then 1000001 + sold + prev end::int as first_code
    from (
      select *, fit(want, room) over (partition by issue_id order by n rows between unbounded preceding and 1 preceding) as prev
      from (
        select b.*, s.state as was, s.first_code as was_first, i.sold, i.orders, i.shares - i.sold as room, i.ms, coalesce(i.open, false) as open,
          case when i.open and s.state is null then b.quantity else 0 end as want
        from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::bigint[], $6::bool[]) with ordinality
          as b(issue_id, purchase_id, member_id, quantity, amount, newcomer, n)
        left join lateral (
          select sold, orders, shares,
            greatest(last_ms, (select floor(extract(epoch from at) * 1000)::bigint from business_clock)) as ms,
            (status in ('sold_out', 'drawn')
              or (status = 'selling' and closes_ms > (select floor(extract(epoch from at) * 1000)::bigint from business_clock)))
              and b.amount = b.quantity * price as open
          from issue where issue_id = b.issue_id limit 1) i on true
        left join lateral (
          select state, first_code from issue_sale where issue_id = b.issue_id and purchase_id = b.purchase_id limit 1) s on true
        ) o) u) p),
sale as (
  insert into issue_sale (issue_id, purchase_id, member_id, quantity, amount, state, first_code, seq, ordered_ms)
  select issue_id, purchase_id, member_id, quantity, amount, state, first_code,
    case when state = 'done' then seq end, case when state = 'done' then ms end
  from d where was is null),
total as (
  select issue_id, max(ms) as ms, count(*)::int as orders, sum(quantity)::int as quantity, sum(amount)::bigint as amount,
    count(*) filter (where newcomer)::int as newcomers
  from d where was is null and state = 'done' group by issue_id),
sell as (
  update issue i set sold = i.sold + total.quantity, pool = i.pool + total.amount, orders = i.orders + total.orders,
    participants = i.participants + total.newcomers, last_ms = total.ms,
    time_sum = i.time_sum + total.orders * time_of_day(total.ms, i.utc_offset)::bigint,
    status = case when i.sold + total.quantity = i.shares then 'sold_out' else i.status end,
    sold_out_at = case when i.sold + total.quantity = i.shares then (select at from business_clock) end
  from total where i.issue_id = total.issue_id),
book as (
  insert into ledger (book, ref, kind, debit, credit, amount, at)
  select issue_id, purchase_id, 'sale', 'clearing', 'pool', amount, (select at from business_clock)
  from d where was is null and state = 'done')
select purchase_id as id, state as outcome, first_code,
  case when state = 'sold_out' and was is null then (room - prev)::int end as left
from d`,
  },
  values: (items) => [
    uuids(items.map((item) => item.subject)),
    uuids(items.map((item) => item.id)),
    uuids(items.map((item) => item.member)),
    array(items.map((item) => item.quantity)),
    array(items.map((item) => item.amount)),
    array(items.map((item) => item.newcomer ?? false)),
  ],
}
