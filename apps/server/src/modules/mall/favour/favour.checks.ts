/** What must be true of draws in favour: what each member gets, what the escrow and the guarantee paid, and what the log says. */
import type { Check } from '../../ledger/index.ts'
import { RECYCLE_VALUE } from '../delivery/prizes.queries.ts'
import { ALL_PRIZES } from './shares.ts'

/**
 * What each order of a draw in favour has won, code by code. The shares were computed with ranges of codes, so the two do not share their
 * arithmetic.
 */
const WON_BY_CODE = `
  select won.issue_id, s.member_id, sum(won.prize) as won
  from (
    select distinct d.issue_id, band.prize, 1000001 + (d.code - 1000001 + side * distance + t.shares) % t.shares as code
    from issue_draw d join issue_terms t using (issue_id) cross join lateral tiers_of(t.tiers) band
    cross join lateral generate_series(band.near, band.far) distance cross join (values (-1), (1)) sides(side)
    where t.mode = 'cash' and d.favour
    union all
    select d.issue_id, t.prize_value, d.code from issue_draw d join issue_terms t using (issue_id)
    where t.mode <> 'cash' and d.favour) won
  join issue_sale s on s.issue_id = won.issue_id and s.state = 'done' and won.code >= s.first_code and won.code < s.first_code + s.quantity
  group by won.issue_id, s.member_id`

/** The share of each member in an issue in favour, from its orders, purchases and draw. */
const DUE = `
  select own.*, coalesce(w.won, 0) as won, div(own.codes * prizes, i.sold) as even_share,
    greatest(coalesce(w.won, 0), own.paid, div(own.codes * prizes, i.sold)) as amount
  from (
    select s.issue_id, s.member_id, max(s.seq) as seq, count(*) as orders, sum(s.quantity)::numeric as codes, sum(s.amount) as paid,
      coalesce(sum(p.house_paid), 0) as vouchers
    from issue_favour f join issue_sale s on s.issue_id = f.issue_id and s.state = 'done'
    left join purchase p on (p.member_id, p.purchase_id) = (s.member_id, s.purchase_id)
    group by s.issue_id, s.member_id) own
  join issue i using (issue_id) join issue_terms t using (issue_id)
  cross join lateral (select (${ALL_PRIZES('t')})::numeric as prizes) terms
  left join (${WON_BY_CODE}) w using (issue_id, member_id)`

/** What the escrow of an issue in favour still owes: recycling value, refunds, cash that is not paid, and the rest of members. */
const OPEN = `
  select f.issue_id, s.through_seq, s.finished_at,
    case when t.mode = 'cash' or exists (select from prize z where z.issue_id = f.issue_id and z.ended_at is not null) then 0
      else ${RECYCLE_VALUE('t')} end
    + coalesce((
      select sum(o.amount) from issue_sale o
      join issue_favour_share share on (share.issue_id, share.member_id) = (o.issue_id, o.member_id) and share.won = 0
      where o.issue_id = f.issue_id and o.seq > s.through_seq), 0)
    + case t.mode when 'cash' then prizes_of(t.tiers) - coalesce((
      select sum(z.value) from prize z where z.issue_id = f.issue_id), 0) else 0 end
    + coalesce((select sum(rest) from issue_favour_share share where share.issue_id = f.issue_id and share.seq > s.through_seq), 0) as amount
  from issue_favour f join issue_terms t using (issue_id) left join issue_settlement s on s.issue_id = f.issue_id`

/** The share of each member of a lost issue whose orders are refunded. */
const LOST_DUE = `
  select s.issue_id, s.member_id, max(s.seq) as seq, sum(s.quantity)::numeric as codes, sum(s.amount) as paid,
    div(sum(s.quantity)::numeric * min((${ALL_PRIZES('t')})::numeric), min(i.sold)) as even_share
  from issue_refund r join issue i using (issue_id) join issue_terms t using (issue_id)
  join issue_sale s on s.issue_id = r.issue_id and s.state = 'done'
  where r.shared is not null group by s.issue_id, s.member_id`

export const favourChecks: readonly Check[] = [
  {
    id: 'INV-9',
    title:
      'every member of a lost issue of version 3 gets what the even share of all prizes is above the payment, and nobody else does',
    sql: `
      select (select count(*) from (select * from (${LOST_DUE}) x where even_share > paid) due
          full join issue_lost_share f using (issue_id, member_id)
          where f.rest is null or due.paid is null or (f.seq, f.codes, f.paid, f.even_share) <> (due.seq, due.codes, due.paid, due.even_share))
        + (select count(*) from issue_refund r join issue i using (issue_id)
          left join (select issue_id, sum(rest) as amount from issue_lost_share group by issue_id) f using (issue_id)
          where r.shared <> coalesce(f.amount, 0) or r.shared is null and f.amount is not null
            or r.finished_at is not null and (r.shared is not null) <> (r.reason = 'lost' and i.log_rules >= 3 and i.opened_at is not null and r.orders > 0)) as breaches,
        (select count(*) || ' members of lost issues get ' || trim_scale(coalesce(sum(rest), 0) / 10000.0) from issue_lost_share) as figure`,
  },
  {
    id: 'INV-9',
    title: 'of a draw in favour every member gets the greatest of prizes, payment and even share',
    sql: `
      select count(*) filter (where f.member_id is null or due.member_id is null
          or (f.seq, f.orders, f.codes, f.paid, f.vouchers, f.won, f.even_share, f.amount)
            <> (due.seq, due.orders, due.codes, due.paid, due.vouchers, due.won, due.even_share, due.amount)
          or f.rest <> case when due.won = 0 then due.amount - due.paid
            else greatest(due.won, due.paid - due.vouchers, due.even_share) - due.won end) as breaches,
        count(f.member_id) || ' members get ' || trim_scale(coalesce(sum(f.amount), 0) / 10000.0) as figure
      from (${DUE}) due full join issue_favour_share f using (issue_id, member_id)`,
  },
  {
    id: 'INV-9',
    title:
      'the sums of a draw in favour are those of its members, the guarantee paid what the escrow lacked, and the house took what it had left',
    sql: `
      select count(*) filter (where d.favour is not true or own.members is null
          or (f.orders, f.beyond, f.returned) <> (own.orders, own.beyond, own.returned)
          or f.owed <> own.amount - case t.mode when 'cash' then 0 else t.prize_value - ${RECYCLE_VALUE('t')} end
          or f.guaranteed <> greatest(f.owed - held.amount, 0)
          or f.rewards <> least(greatest(held.amount - f.owed, 0), t.rebates + t.refunds)
          or f.rewards + f.earned <> greatest(held.amount - f.owed, 0)
          or bond.amount < f.guaranteed or bond.issue_id is not null and bond.freed_at is null) as breaches,
        count(*) || ' draws in favour, the guarantee paid ' || trim_scale(coalesce(sum(f.guaranteed), 0) / 10000.0) as figure
      from issue_favour f join issue i using (issue_id) join issue_terms t using (issue_id)
      left join issue_draw d on d.issue_id = f.issue_id
      cross join lateral (select i.sold * i.price + t.subsidy as amount) held
      left join lateral (
        select count(*) as members, coalesce(sum(s.orders) filter (where s.amount > s.won), 0) as orders, sum(s.amount - s.won) as beyond,
          sum(s.amount) as amount, coalesce(sum(s.amount - s.won - s.rest) filter (where s.won > 0), 0) as returned
        from issue_favour_share s where s.issue_id = f.issue_id) own on true
      left join (select subject as issue_id, amount, freed_at from guarantee_bond) bond on bond.issue_id = f.issue_id`,
  },
  {
    id: 'INV-9',
    title: 'the escrow of a draw in favour holds exactly what its members are still to get',
    sql: `
      select count(*) filter (where i.pool <> open.amount or open.through_seq is null)
          + (select count(*) from issue_settlement s join issue_draw d using (issue_id) left join issue_favour f using (issue_id)
            where d.favour and f.issue_id is null and (s.through_seq > 0 or s.finished_at is not null)) as breaches,
        trim_scale(coalesce(sum(open.amount), 0) / 10000.0) || ' still to pay' as figure
      from (${OPEN}) open join issue i using (issue_id)`,
  },
  {
    id: 'INV-18',
    title:
      'every draw in favour whose members are paid is in the log with its sums, or waits to be appended, and no other is',
    sql: `
      select count(*) filter (where case
          when f.issue_id is null or s.finished_at is null then e.said is not null
          when e.said is null then drawn.subject is not null
          else (e.said ->> 'orders')::int <> f.orders or e.said ->> 'amount' <> f.beyond::text end) as breaches,
        count(e.said) || ' favours' as figure
      from issue_terms t
      left join issue_favour f on f.issue_id = t.issue_id left join issue_settlement s on s.issue_id = t.issue_id
      full join (
        select subject, bytes::jsonb as said from log_entry where kind = 'issue-favour'
        union all
        select entry ->> 'issue', entry from log_pending where entry ->> 't' = 'issue-favour') e on e.subject = t.number
      -- a log that began after a loss does not know the draws of the lost one
      left join lateral (
        select d.subject from log_entry d
        where (d.subject, d.kind) = (t.number, 'issue-draw') and d.log = (select max(l.log) from log_entry l) limit 1) drawn on true
      where f.issue_id is not null or e.said is not null`,
  },
]
