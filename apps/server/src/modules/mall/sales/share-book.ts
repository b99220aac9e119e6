/**
 * The mall's decision on a batch of purchases: first write decides. Codes are given out in ascending ranges,
 * order times never go back, and what does not fit is refused while a later smaller order may still fit. At the
 * deadline (by the database's clock, under the lock) an issue that is not full stops selling, whether it was
 * already told that it has expired or not.
 */
import type { Book } from '../../ledger/index.ts'

export const shareBook: Book = {
  lock: {
    name: 'issue.lock',
    text: `select count(*) from (
      select 1 from issue where issue_id = any($1::uuid[]) order by issue_id for update) locked`,
  },
  // while all of it fits, an order begins where the sum of those before it ends; `fit`, dearer by far, is for the last shares
  decided: `
  select *, case when refusal is not null then first_before when sold then (1000001 + issued + prev)::int end as first_code,
    (orders + count(*) filter (where sold) over (partition by subject_id order by n rows unbounded preceding))::int as seq,
    case when outcome = 'sold_out' and refusal is null then (units - prev)::int end as units_left
  from (
    select *, refusal is null and open and prev + quantity <= units as sold,
      coalesce(refusal, case when not open then 'closed' when prev + quantity <= units then 'done' else 'sold_out' end) as outcome
    from (
      select *, coalesce(case when total <= units then sum(want) over earlier
          else fit(want, units) filter (where total > units) over earlier end, 0) as prev
      from (
        select a.*, i.issued, i.orders, i.units, i.ms, coalesce(i.open, false) as open, w.want,
          sum(w.want) over (partition by a.subject_id) as total
        from asked a
        left join lateral (
          select sold as issued, orders, shares - sold as units,
            greatest(last_ms, (select floor(extract(epoch from at) * 1000)::bigint from clock)) as ms,
            (status in ('sold_out', 'drawn')
              or (status = 'selling' and closes_ms > (select floor(extract(epoch from at) * 1000)::bigint from clock)))
              and a.amount = a.quantity * price as open
          from issue where issue_id = a.subject_id limit 1) i on true
        cross join lateral (select case when i.open and a.refusal is null then a.quantity else 0 end as want) w) o
      window earlier as (partition by subject_id order by n rows between unbounded preceding and 1 preceding)) u) p`,
  writes: `
sell as (
  update issue i set sold = i.sold + t.quantity, pool = i.pool + t.amount, orders = i.orders + t.orders,
    participants = i.participants + t.newcomers, last_ms = t.ms,
    time_sum = i.time_sum + t.orders * time_of_day(t.ms, i.utc_offset)::bigint,
    status = case when i.sold + t.quantity = i.shares then 'sold_out' else i.status end,
    sold_out_at = case when i.sold + t.quantity = i.shares then (select at from clock) end
  from (
    select subject_id, max(ms) as ms, count(*)::int as orders, sum(quantity)::int as quantity, sum(amount)::bigint as amount,
      count(*) filter (where newcomer)::int as newcomers
    from decided where sold group by subject_id) t
  where i.issue_id = t.subject_id),
sale as (
  insert into issue_sale (issue_id, purchase_id, member_id, quantity, amount, state, first_code, seq, ordered_ms)
  select subject_id, purchase_id, member_id, quantity, amount, outcome, first_code,
    case when sold then seq end, case when sold then ms end
  from decided where refusal is null)`,
}
