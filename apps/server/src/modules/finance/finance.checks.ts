/** What the doctor checks of finance products: their books, what products know of their orders, and every accrual. */
import { historyCheck } from '../../platform/schema/history.checks.ts'
import {
  bookCheck,
  postingsCheck,
  repeatedReferences,
  SAME_TIME,
  sellerPostings,
  type Check,
  type Postings,
} from '../ledger/index.ts'
import { rebateChecks } from './reserve/bound-rebates.checks.ts'
import { BOUND_POSTING } from './reserve/bound-rebates.ts'
import { custodyBook, reserveBook } from './sale/finance-books.ts'
import { unitSeller } from './sale/unit-seller.ts'

const CASH = `(select book from house_account where name = 'cash')`

const MARKETING = `(select book from house_account where name = 'marketing')`

/**
 * Fundings; the interest that a chunk of matured orders brings to custody; interest that is paid daily; what inviters get for an order,
 * on its way to the marketing account.
 */
const OWN_LINES = `
  select side.book, f.funding_id as ref, case f.kind when 'fund' then 'reserve' else 'reserve_back' end as kind, side.debit, side.credit,
    f.amount, f.funded_at as at
  from finance_funding f join finance_product p using (product_id)
  cross join lateral (values
    (${CASH}, case f.kind when 'fund' then 'account' else 'clearing' end, case f.kind when 'fund' then 'clearing' else 'account' end),
    (p.reserve_id, case f.kind when 'fund' then 'clearing' else 'reserve' end, case f.kind when 'fund' then 'reserve' else 'clearing' end)) side(book, debit, credit)
  union all
  select side.book, m.maturity_id, 'interest', side.debit, side.credit, m.interest, m.matured_at
  from finance_maturity m join finance_product p using (product_id)
  cross join lateral (values (p.reserve_id, 'reserve', 'clearing'), (p.product_id, 'clearing', 'custody')) side(book, debit, credit)
  where m.interest > 0
  union all
  select side.book, a.paid_ref, 'interest', side.debit, side.credit, a.amount, a.accrued_at
  from finance_accrual a join finance_product p using (product_id) join finance_order o using (product_id, purchase_id)
  cross join lateral (values (p.reserve_id, 'reserve', 'clearing'), (o.member_id, 'clearing', 'wallet')) side(book, debit, credit)
  where a.paid_ref is not null
  union all
  select side.book, o.purchase_id, '${BOUND_POSTING}', side.debit, side.credit, o.rebates_used, o.rebates_ended_at
  from finance_order o join finance_product p using (product_id)
  cross join lateral (values (p.reserve_id, 'reserve', 'clearing'), (${MARKETING}, 'clearing', 'account')) side(book, debit, credit)
  where o.rebates_used > 0`

export const financePostings: Postings = sellerPostings(unitSeller, {
  kinds: [
    ['reserve', 'account'],
    ['reserve', 'reserve'],
    ['reserve_back', 'account'],
    ['reserve_back', 'reserve'],
    ['interest', 'reserve'],
    ['interest', 'custody'],
    ['interest', 'wallet'],
    [BOUND_POSTING, 'reserve'],
    [BOUND_POSTING, 'account'],
  ],
  lines: OWN_LINES,
})

/** A step's interest, as the formula says. */
const STEP = (hours: string) => `finance_interest(o.principal, p.daily_rate, least(${hours}, p.term_hours))`

export const financeChecks: readonly Check[] = [
  bookCheck(custodyBook),
  bookCheck(reserveBook),
  postingsCheck(financePostings),
  historyCheck('INV-11', 'finance_funding', 'the fundings of reserves'),
  {
    id: 'INV-11',
    title:
      'a reference of the bank moves money of a reserve once in each direction, in whatever case it is written',
    sql: repeatedReferences('finance_funding', ['product_id', 'kind']),
  },
  historyCheck('INV-12', 'finance_maturity', 'the payouts of matured orders'),
  {
    id: 'INV-11',
    title:
      'every reserve holds the unpaid interest of its open orders and the rebates that orders bind, and every custody their principal',
    sql: `
      select count(*) filter (where p.reserve < coalesce(o.interest, 0) + coalesce(o.rebates, 0) or p.custody <> coalesce(o.principal, 0)) as breaches,
        count(*) || ' finance products, ' || trim_scale(coalesce(sum(p.reserve), 0) / 10000.0) || ' in reserve' as figure
      from finance_product p left join (
        select product_id, sum(interest - paid) filter (where state = 'waiting') as interest,
          sum(principal) filter (where state = 'waiting') as principal, sum(rebates) filter (where rebates_used is null) as rebates
        from finance_order where seq is not null group by product_id) o using (product_id)`,
  },
  {
    id: 'INV-11',
    title:
      'every finance product knows its orders: units, members, principal, unpaid and paid interest, bound rebates',
    sql: `
      select count(*) filter (where (p.units, p.orders, p.members, p.open_orders, p.principal, p.liability, p.paid, p.rebates) <>
          (coalesce(o.units, 0), coalesce(o.orders, 0), coalesce(o.members, 0), coalesce(o.open, 0), coalesce(o.principal, 0),
            coalesce(o.liability, 0), coalesce(o.paid, 0), coalesce(o.rebates, 0))
          or p.orders <> coalesce(o.last, 0) or p.units > p.total_units) as breaches,
        coalesce(sum(p.orders), 0) || ' orders' as figure
      from finance_product p left join (
        select product_id, sum(units) filter (where state <> 'exited') as units, count(*) as orders,
          count(distinct member_id) as members, max(seq) as last,
          count(*) filter (where state = 'waiting') as open, sum(principal) filter (where state = 'waiting') as principal,
          sum(interest - paid) filter (where state = 'waiting') as liability, sum(paid) as paid,
          sum(rebates) filter (where rebates_used is null) as rebates
        from finance_order where seq is not null group by product_id) o using (product_id)`,
  },
  {
    id: 'INV-11',
    title:
      'no member holds more units of a finance product than its maximum, and no order has fewer than its minimum',
    sql: `
      select count(*) filter (where o.units > p.max_units or o.least < p.min_units) as breaches, count(*) || ' holders' as figure
      from (
        select product_id, member_id, sum(units) as units, min(units) as least from finance_order
        where state in ('waiting', 'completed') group by 1, 2) o join finance_product p using (product_id)`,
  },
  {
    id: 'INV-12',
    title: 'every order has each complete step once, with the interest of the formula, and no other',
    sql: `
      select count(*) filter (where o.purchase_id is null or o.interest <> ${STEP('p.term_hours')}
          or (o.accrued, o.accrued_steps) <> (coalesce(a.amount, 0), coalesce(a.steps, 0)) or coalesce(a.last, 0) <> o.accrued_steps
          or coalesce(a.wrong, 0) > 0 or o.steps <> (p.term_hours + 23) / 24
          or o.state = 'waiting' and o.due_ms <> least(o.bought_ms + (o.accrued_steps + 1) * 86400000::bigint, o.matures_ms)) as breaches,
        coalesce(sum(a.steps), 0) || ' accruals of ' || count(o.purchase_id) || ' orders' as figure
      from (select * from finance_order where seq is not null) o
      left join finance_product p using (product_id)
      full join (
        select a.product_id, a.purchase_id, sum(a.amount) as amount, count(*) as steps, max(a.step) as last,
          count(*) filter (where a.amount <> ${STEP('24 * a.step')} - ${STEP('24 * (a.step - 1)')}
            or (a.paid_ref is not null) <> (p.payout = 'daily' and a.amount > 0)) as wrong
        from finance_accrual a join finance_order o using (product_id, purchase_id) join finance_product p using (product_id)
        group by 1, 2) a using (product_id, purchase_id)`,
  },
  {
    id: 'INV-12',
    title:
      'every matured order paid its principal and its interest, every exited one its principal, and no other was paid',
    sql: `
      select count(*) filter (where case o.state
          when 'waiting' then p.settled
          when 'exited' then p.state <> 'refunded'
          else p.state <> 'done' or not p.settled or p.result <> 'matured' or o.ended_at < to_timestamp(o.matures_ms / 1000.0)
            or p.payout <> o.principal + case f.payout when 'at_maturity' then o.interest else 0 end end
          or o.paid <> case when o.state = 'completed' then o.interest when f.payout = 'daily' then o.accrued else 0 end) as breaches,
        count(*) filter (where o.state = 'completed') || ' orders completed' as figure
      from finance_order o join finance_product f using (product_id)
      left join purchase p on p.member_id = o.member_id and p.purchase_id = o.purchase_id
      where o.seq is not null`,
  },
  {
    id: 'INV-12',
    title:
      'every order matures its whole term after its purchase, and every payout pays the orders that it names',
    sql: `
      select (select count(*) from finance_order o join finance_product p using (product_id)
          left join purchase b on (b.member_id, b.purchase_id) = (o.member_id, o.purchase_id)
          where o.seq is not null and (o.matures_ms <> o.bought_ms + p.term_hours * 3600000::bigint
            -- an order after a clock that went back has the time of the order before it
            or to_timestamp(o.bought_ms / 1000.0) < b.created_at - ${SAME_TIME}))
        + (select count(*) from finance_maturity m full join (
            select product_id, maturity_id, count(*) as orders, sum(principal) as principal, min(ended_at) as first, max(ended_at) as last
            from finance_order where maturity_id is not null group by 1, 2) o using (product_id, maturity_id)
          where (m.orders, m.principal) is distinct from (o.orders, o.principal)
            or o.first < m.matured_at - ${SAME_TIME} or o.last > m.matured_at + ${SAME_TIME}) as breaches,
        (select count(*) from finance_maturity) || ' payouts' as figure`,
  },
  {
    id: 'INV-4',
    title: 'every finance order is its purchase: member, product, units, principal, number',
    sql: `
      select count(*) filter (where o.purchase_id is null or p.purchase_id is null
          or (o.member_id, o.units, o.principal) <> (p.member_id, p.quantity, p.amount)
          or (o.seq is not null) <> (p.state in ('done', 'refunded')) or o.seq is distinct from p.position
          or o.seq is null and o.state is distinct from p.reason) as breaches,
        count(*) || ' orders' as figure
      from finance_order o full join (select * from purchase where kind = '${unitSeller.kind}' and state <> 'held') p
        on p.purchase_id = o.purchase_id and p.subject_id = o.product_id`,
  },
  ...rebateChecks,
]
