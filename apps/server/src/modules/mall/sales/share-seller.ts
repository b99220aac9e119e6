/**
 * Shares as the ledger sells them: the mall's decision on a batch of purchases. The first write decides. Codes are given out
 * in ascending ranges, and order times never go back. What does not fit is refused, while a later smaller order may still
 * fit. At the deadline (by the database's clock, under the issue's lock) an issue that is not full stops selling, whether a
 * job has already marked it as expired or not.
 */
import { defineBook, defineSeller } from '../../ledger/index.ts'

/** An issue's escrow. */
export const issueBook = defineBook({
  name: 'issue',
  table: 'issue',
  key: 'issue_id',
  balance: 'pool',
  account: 'pool',
})

/** `sold_out`: too few shares are left, `left` of them; `closed`: the issue is not on sale, or the price is another. @public */
export type ShareReason = 'sold_out' | 'closed'

const NOW_MS = '(select floor(extract(epoch from at) * 1000)::bigint from clock)'

/**
 * While all purchases of an issue fit, an order begins where the sum of those before it ends. `fit`, a function that
 * PostgreSQL calls for each row, runs only for the last shares.
 */
const DECIDED = `
  select *,
    case when sold then (1000001 + issued + taken)::int end as position,
    case when answer is null and not sold then case when on_sale then 'sold_out' else 'closed' end end as reason,
    case when answer is null and not sold and on_sale then jsonb_build_object('left', units - taken) end as refusal_data,
    (orders + count(*) filter (where sold) over (partition by subject_id order by n rows unbounded preceding))::int as seq
  from (
    select *, answer is null and on_sale and taken + quantity <= units as sold
    from (
      select *,
        coalesce(case when wanted_in_all <= units then sum(wanted) over earlier
          else fit(wanted, units) filter (where wanted_in_all > units) over earlier end, 0) as taken
      from (
        select asked.*, issue.issued, issue.orders, issue.units, issue.ordered_ms, coalesce(issue.on_sale, false) as on_sale,
          order_of.wanted, sum(order_of.wanted) over (
            partition by asked.subject_id order by asked.n rows between unbounded preceding and unbounded following) as wanted_in_all
        from asked
        left join lateral (
          select i.sold as issued, i.orders, i.shares - i.sold as units, greatest(i.last_ms, ${NOW_MS}) as ordered_ms,
            (i.status in ('sold_out', 'drawn') or (i.status = 'selling' and i.closes_ms > ${NOW_MS}))
              and asked.amount = asked.quantity * i.price as on_sale
          from issue i where i.issue_id = asked.subject_id limit 1) issue on true
        cross join lateral (
          select case when issue.on_sale and asked.answer is null then asked.quantity else 0 end as wanted) order_of) with_issue
      window earlier as (partition by subject_id order by n rows between unbounded preceding and 1 preceding)) with_room) with_fit`

const WRITES = `
sold_of_issue as (
  update issue i set sold = i.sold + total.quantity, pool = i.pool + total.amount, orders = i.orders + total.orders,
    participants = i.participants + total.newcomers, last_ms = total.ordered_ms,
    time_sum = i.time_sum + total.orders * time_of_day(total.ordered_ms, i.utc_offset)::bigint,
    status = case when i.sold + total.quantity = i.shares then 'sold_out' else i.status end,
    sold_out_at = case when i.sold + total.quantity = i.shares then (select at from clock) end
  from (
    select subject_id, max(ordered_ms) as ordered_ms, count(*)::int as orders, sum(quantity)::int as quantity,
      sum(amount)::bigint as amount, count(*) filter (where newcomer)::int as newcomers
    from decided where sold group by subject_id) total
  where i.issue_id = total.subject_id),
order_rows as (
  insert into issue_sale (issue_id, purchase_id, member_id, quantity, amount, state, first_code, seq, ordered_ms)
  select subject_id, purchase_id, member_id, quantity, amount, coalesce(reason, 'done'), position,
    case when sold then seq end, case when sold then ordered_ms end
  from decided where answer is null)`

export const shareSeller = defineSeller({
  kind: 'shares',
  book: issueBook,
  posting: 'sale',
  decided: DECIDED,
  writes: WRITES,
  decidedBefore: `
    select true as known, s.first_code as position, nullif(s.state, 'done') as reason from issue_sale s
    where s.issue_id = item.subject_id and s.purchase_id = item.purchase_id limit 1`,
})
