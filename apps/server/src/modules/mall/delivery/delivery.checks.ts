/** What must always be true of prizes from the win to their end; run by the doctor. */
import { ORDER_STEPS } from '@fairlot/contract/life/order-life'
import { historyCheck } from '../../../platform/schema/history.checks.ts'
import type { Check, Postings } from '../../ledger/index.ts'
import { RECYCLE_VALUE } from './prizes.queries.ts'

export const PRIZE_KINDS: Postings['kinds'] = [
  ['recycle', 'pool'],
  ['recycle', 'wallet'],
  ['kept', 'pool'],
  ['kept', 'account'],
]

/** A prize that ends takes the recycling value out of the escrow: to its winner, or to the house when the product was delivered. */
export const PRIZE_LINES = `
  select line.book, z.purchase_id as ref, ended.kind, line.debit, line.credit, ended.amount, z.ended_at as at
  from prize z join issue_terms t on t.issue_id = z.issue_id and t.mode <> 'cash'
  cross join lateral (
    select case z.status when 'recycled' then 'recycle' else 'kept' end as kind, ${RECYCLE_VALUE('t')} as amount) ended
  cross join house_account house
  cross join lateral (values
    (z.issue_id, 'pool', 'clearing'),
    (case z.status when 'recycled' then z.member_id else house.book end, 'clearing',
      case z.status when 'recycled' then 'wallet' else 'account' end)) line(book, debit, credit)
  where z.ended_at is not null and ended.amount > 0 and house.name = 'sales'`

const literals = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => `(${row.map((word) => `'${word}'`).join(', ')})`).join(', ')

/** Every way of ORDER_STEPS: the step, the state before and the state after it. */
const WAYS = Object.entries(ORDER_STEPS).flatMap(([step, { from, to }]) =>
  from.map((state) => [step, state, to]),
)

export const deliveryChecks: readonly Check[] = [
  historyCheck('INV-6', 'prize_timeline', 'the timelines of prizes'),
  {
    id: 'INV-6',
    title:
      'the timeline of every prize of goods has no gap, takes only the steps of its life, and ends in its state',
    sql: `
      select count(*) filter (where t.wrong > 0 or coalesce(t.last, 0) <> coalesce(t.steps, 0)
          or z.status <> coalesce(t.state, 'won') or t.latest < z.won_at
          or z.ended_at is distinct from case when z.status in ('completed', 'recycled') then t.latest end) as breaches,
        coalesce(sum(t.steps), 0) || ' steps of ' || count(*) || ' prizes' as figure
      from prize z join issue_terms terms on terms.issue_id = z.issue_id and terms.mode <> 'cash'
      left join (
        select s.member_id, s.purchase_id, s.tier, count(*)::int as steps, max(s.seq) as last, max(s.at) as latest,
          (array_agg(s.state order by s.seq desc))[1] as state,
          count(*) filter (where (s.step, s.before, s.state) not in (${literals(WAYS)})) as wrong
        from (
          select p.*, coalesce(lag(p.state) over (partition by member_id, purchase_id, tier order by seq), 'won') as before
          from prize_timeline p) s
        group by s.member_id, s.purchase_id, s.tier) t using (member_id, purchase_id, tier)`,
  },
  {
    id: 'INV-6',
    title: 'every prize of goods that waits has its clock, and no address is kept longer than its time',
    sql: `
      select count(*) filter (where (z.due_at is null) <> case z.status
            when 'won' then ${RECYCLE_VALUE('terms')} = 0 when 'in_delivery' then false when 'received' then false else true end
          or z.ended_at is not null and z.address is not null
            and (z.erase_at is null or z.erase_at < clock.at - interval '7 days')) as breaches,
        count(*) filter (where z.due_at is not null) || ' clocks run' as figure
      from prize z join issue_terms terms on terms.issue_id = z.issue_id and terms.mode <> 'cash'
      cross join business_clock clock`,
  },
  {
    id: 'INV-6',
    title: 'every pick list has the number of orders that it states, or fewer when some were taken off it',
    sql: `
      select count(*) filter (where l.pick_list_id is null or z.orders > l.orders) as breaches, count(*) || ' pick lists' as figure
      from pick_list l full join (
        select pick_list_id, count(*) as orders from prize where pick_list_id is not null group by pick_list_id) z using (pick_list_id)`,
  },
]
