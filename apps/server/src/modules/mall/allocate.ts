/**
 * The mall's decision on a batch of purchases: first write decides. Codes are given out in ascending ranges,
 * order times never go back, and what does not fit is refused while a later smaller order may still fit.
 */
import { array, type Step } from '../ledger/index.ts'

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
with t as materialized (
  select at as now, floor(extract(epoch from at) * 1000)::bigint as ms from business_clock),
o as materialized (
  select b.*, s.state as was, s.first_code as was_first, i.sold, i.orders, i.shares - i.sold as room,
    greatest(i.last_ms, t.ms) as ms,
    coalesce(i.status in ('selling', 'sold_out') and b.amount = b.quantity * i.price, false) as open
  from t, unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::bigint[], $6::bool[]) with ordinality
    as b(issue_id, purchase_id, member_id, quantity, amount, newcomer, n)
  left join lateral (select * from issue i where i.issue_id = b.issue_id limit 1) i on true
  left join lateral (
    select * from issue_sale s where s.issue_id = b.issue_id and s.purchase_id = b.purchase_id limit 1) s on true),
u as (
  select *, fit(case when open and was is null then quantity else 0 end, room) over (partition by issue_id order by n) as used
  from o),
d as materialized (
  select *,
    case when was is not null then was when not open then 'closed' when used > prev then 'done' else 'sold_out' end as state,
    case when was is not null then was_first when used > prev then 1000001 + sold + prev end::int as first_code
  from (select *, coalesce(lag(used) over (partition by issue_id order by n), 0) as prev from u) p),
f as materialized (
  select *, (orders + count(*) filter (where state = 'done') over (partition by issue_id order by n))::int as seq
  from d where was is null),
sale as (
  insert into issue_sale (issue_id, purchase_id, member_id, quantity, amount, state, first_code, seq, ordered_ms)
  select issue_id, purchase_id, member_id, quantity, amount, state, first_code,
    case when state = 'done' then seq end, case when state = 'done' then ms end from f),
total as (
  select issue_id, max(ms) as ms, count(*)::int as orders, sum(quantity)::int as quantity, sum(amount)::bigint as amount,
    count(*) filter (where newcomer)::int as newcomers
  from f where state = 'done' group by issue_id),
sell as (
  update issue i set sold = i.sold + total.quantity, pool = i.pool + total.amount, orders = i.orders + total.orders,
    participants = i.participants + total.newcomers, last_ms = total.ms,
    time_sum = i.time_sum + total.orders * time_of_day(total.ms, i.utc_offset)::bigint,
    status = case when i.sold + total.quantity = i.shares then 'sold_out' else i.status end,
    sold_out_at = case when i.sold + total.quantity = i.shares then t.now end
  from total, t where i.issue_id = total.issue_id),
book as (
  insert into ledger (book, ref, kind, debit, credit, amount, at)
  select issue_id, purchase_id, 'sale', 'clearing', 'pool', amount, t.now from f, t where state = 'done')
select purchase_id as id, state as outcome, first_code,
  coalesce(room - max(used) over (partition by issue_id), 0)::int as left
from d`,
  },
  values: (items) => [
    array(items.map((item) => item.subject)),
    array(items.map((item) => item.id)),
    array(items.map((item) => item.member)),
    array(items.map((item) => item.quantity)),
    array(items.map((item) => item.amount)),
    array(items.map((item) => item.newcomer ?? false)),
  ],
}
