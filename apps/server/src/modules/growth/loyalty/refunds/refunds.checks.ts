/** What must be true of refunds of lost orders. Run by the doctor. */
import type { LivenessCheck } from '../../../../platform/jobs/jobs.checks.ts'
import { OWN, type Check } from '../../../ledger/index.ts'
import { PAID_BACK } from '../../../mall/index.ts'
import { REFUND_KIND } from './pay-refunds.ts'

const INV = 'INV-42'

/** Lines of paid refunds: one of the marketing account, one of the wallet. */
export const REFUND_LINES = `
  select side.book, reward_ref('${REFUND_KIND}', r.member_id, r.day::text) as ref, '${REFUND_KIND}' as kind, side.debit, side.credit,
    r.amount, r.paid_at as at
  from vip_refund r cross join (select book from house_account where name = 'marketing') marketing
  cross join lateral (values
    (marketing.book, 'account', 'clearing'), (r.member_id, 'clearing', 'wallet')) side(book, debit, credit)
  where r.state = 'paid'`

/** Lost orders that were summed, by member and day, with what the member had spent at least when the day was rated. */
const LOST = `
  select member_id, day, orders, basis, sum(spent) over (partition by member_id order by day) as spent
  from (
    select p.member_id, i.day, count(*) filter (where p.result = 'not_won') as orders,
      coalesce(sum(${OWN('p')}) filter (where p.result = 'not_won'), 0) as basis, sum(${OWN('p')}) as spent
    from vip_refund_issue i join issue_sale s on s.issue_id = i.issue_id and s.seq <= i.through_seq
    join purchase p on (p.member_id, p.purchase_id) = (s.member_id, s.purchase_id)
    where p.state = 'done' and not ${PAID_BACK('s.issue_id', 's.member_id')}
    group by 1, 2) summed`

const LEVEL = (spend: string) =>
  `(select count(*)::int from unnest(d.spends) least_spend where least_spend <= ${spend})`

export const refundChecks: readonly Check[] = [
  {
    id: INV,
    title: 'every refund of lost orders is the formula over the lost orders of its day, and none is missing',
    sql: `
      select count(*) filter (where case
          when known.member_id is null then
            lost.basis > 0 and (d.state is distinct from 'rated' or div(lost.basis * d.rates[${LEVEL('lost.spent')} + 1], 10000) > 0)
          when lost.member_id is null then true
          else (known.orders, known.basis) <> (lost.orders, lost.basis) or case
            when known.amount is null then d.state = 'rated'
            else d.state = 'open' or known.spend < lost.spent or known.level <> ${LEVEL('known.spend')}
              or known.rate <> d.rates[known.level + 1] or known.amount <> div(known.basis::numeric * known.rate, 10000) end end) as breaches,
        count(known.amount) || ' refunds of ' || trim_scale(coalesce(sum(known.amount), 0) / 10000.0) as figure
      from (${LOST}) lost
      full join (
        select member_id, day, orders, basis, null::bigint as spend, null::int as level, null::int as rate, null::bigint as amount from vip_lost
        union all
        select member_id, day, orders, basis, spend, level, rate, amount from vip_refund) known using (member_id, day)
      left join vip_refund_day d using (day)`,
  },
  {
    id: INV,
    title:
      'every issue of a day of refunds is drawn and settled, and a day that is closed has all of them summed',
    sql: `
      select count(*) filter (where s.finished_at is null or seal.orders is distinct from i.orders or d.day is null
          or d.state <> 'open' and (i.through_seq < i.orders or d.day >= h.open_from)) as breaches,
        count(*) || ' issues of ' || count(distinct i.day) || ' days' as figure
      from vip_refund_issue i cross join loyalty_head h
      left join vip_refund_day d on d.day = i.day
      left join issue_settlement s on s.issue_id = i.issue_id
      left join issue_seal seal on seal.issue_id = i.issue_id`,
  },
  {
    id: INV,
    title: 'only refunds to closed accounts are void',
    sql: `
      select count(*) filter (where m.status <> 'closed') as breaches, count(*) || ' void refunds' as figure
      from vip_refund r join member m using (member_id) where r.state = 'void'`,
  },
]

export const refundLiveness: readonly LivenessCheck[] = [
  {
    name: 'late-refund-days',
    title: 'every business day of lost orders is closed within 26 hours of its end',
    sql: `
      select count(*) as breaches, coalesce(string_agg(day::text, ', ' order by day), 'none waits') as figure
      from (
        select day from vip_refund_day cross join business_clock where state <> 'rated' and at > day + interval '50 hours'
        union
        select (d.drawn_at at time zone 'utc')::date from loyalty_head h cross join business_clock
        join issue_draw d on d.drawn_at >= greatest(h.refunds_from, h.open_from - interval '7 days') and d.drawn_at < at - interval '50 hours'
          and not exists (select from vip_refund_issue known where known.issue_id = d.issue_id)) late`,
  },
  {
    name: 'queued-refunds',
    title: 'no refund of lost orders waits for money of the marketing account for more than a day',
    sql: `
      select count(*) filter (where at > rated_at + interval '1 day') as breaches,
        count(*) || ' queued: ' || trim_scale(coalesce(sum(amount), 0) / 10000.0) as figure
      from vip_refund cross join business_clock where state = 'queued'`,
  },
]
