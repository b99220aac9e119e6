/** What must always be true of issues and their orders; run by the doctor with the ledger's checks. */
import { historyCheck } from '../../platform/schema/history.checks.ts'
import { bookCheck, type Check } from '../ledger/index.ts'
import { cashChecks } from './draws/cash.checks.ts'
import { contentChecks } from './contents/prize-content.checks.ts'
import { favourChecks } from './favour/favour.checks.ts'
import { deliveryChecks } from './delivery/delivery.checks.ts'
import { RECYCLE_VALUE } from './delivery/prizes.queries.ts'
import { drawResultChecks } from './draws/draw-results.checks.ts'
import { deadBeaconChecks } from './issues/dead-beacon.checks.ts'
import { issueFactChecks } from './issues/issue-facts.checks.ts'
import { reviewChecks } from './reviews/reviews.checks.ts'
import { issueBook, shareSeller } from './sales/share-seller.ts'
import { wishChecks } from './wishes/wishes.checks.ts'
import { witnessedChecks } from './witnessed/witnessed.checks.ts'

export const mallChecks: readonly Check[] = [
  bookCheck(issueBook),
  {
    id: 'INV-1',
    title: 'every line of a purchase of shares is indexed in its wallet statement under its product',
    sql: `
      select count(*) filter (where s.topic is distinct from '${shareSeller.kind}:' || terms.code) as breaches,
        count(*) || ' lines' as figure
      from statement_line s
      join ledger l on (l.book, l.line) = (s.member_id, s.line)
      join purchase p on (p.member_id, p.purchase_id) = (l.book, l.ref) and p.kind = '${shareSeller.kind}'
      join issue_terms terms on terms.issue_id = p.subject_id`,
  },
  ...witnessedChecks,
  ...wishChecks,
  ...issueFactChecks,
  ...deadBeaconChecks,
  ...contentChecks,
  ...drawResultChecks,
  ...favourChecks,
  ...deliveryChecks,
  ...reviewChecks,
  {
    id: 'INV-5',
    title: 'sold shares, orders, participants and times of every issue are those of its orders',
    sql: `
      select count(*) filter (where i.sold <> coalesce(s.sold, 0) or i.orders <> coalesce(s.orders, 0)
          or i.participants <> coalesce(s.members, 0) or i.time_sum <> coalesce(s.times, 0)
          -- before the first order it is the opening, so that no order can be earlier
          or i.last_ms <> coalesce(s.last_ms, i.last_ms)) as breaches,
        coalesce(sum(i.sold), 0) || ' shares of ' || count(*) || ' issues' as figure
      from issue i
      left join (
        select s.issue_id, sum(s.quantity) as sold, count(*) as orders, count(distinct s.member_id) as members,
          sum(time_of_day(s.ordered_ms, i.utc_offset)::bigint) as times, max(s.ordered_ms) as last_ms
        from issue_sale s join issue i using (issue_id) where s.state = 'done' group by s.issue_id) s using (issue_id)`,
  },
  {
    id: 'INV-5',
    title: 'codes follow each other from 1000001 without a gap, orders are numbered without a gap',
    sql: `
      select count(*) filter (where first_code <> next_code or seq <> rank) as breaches, count(*) || ' orders' as figure
      from (
        select first_code, seq, row_number() over own as rank,
          1000001 + coalesce(sum(quantity) over (own rows between unbounded preceding and 1 preceding), 0) as next_code
        from issue_sale where state = 'done' window own as (partition by issue_id order by seq)) x`,
  },
  {
    id: 'INV-8',
    title: 'order times never go back, and none is after the seal',
    sql: `
      select count(*) filter (where ordered_ms < before or ordered_ms > sealed_ms) as breaches, count(*) || ' order times' as figure
      from (
        select s.ordered_ms, lag(s.ordered_ms) over (partition by s.issue_id order by s.seq) as before, z.sealed_ms
        from issue_sale s left join issue_seal z using (issue_id) where s.state = 'done') x`,
  },
  {
    id: 'INV-5',
    title: "members' purchases and the issues' orders agree",
    sql: `
      select count(*) filter (where p.purchase_id is null or s.purchase_id is null or p.member_id <> s.member_id
          or p.quantity <> s.quantity or p.amount <> s.amount or p.position is distinct from s.first_code
          or (p.state in ('done', 'refunded')) <> (s.state = 'done')
          or (p.state = 'refused' and p.reason <> s.state)) as breaches,
        count(*) || ' pairs' as figure
      from (select * from purchase where kind = 'shares' and state <> 'held') p
      full join issue_sale s on (s.issue_id, s.purchase_id) = (p.subject_id, p.purchase_id)`,
  },
  {
    id: 'INV-6',
    title:
      'every drawn issue has one draw and one winner who holds the code; after the settlement every order has its result',
    sql: `
      select count(*) filter (where (i.status = 'drawn') <> (d.issue_id is not null)
          or (d.issue_id is not null and (s.seq is null or d.code not between s.first_code and s.first_code + s.quantity - 1
            or d.member_id <> s.member_id))
          or (t.finished_at is not null and p.untold)) as breaches,
        count(d.issue_id) || ' draws' as figure
      from issue i
      left join issue_draw d using (issue_id)
      left join issue_sale s on (s.issue_id, s.purchase_id) = (d.issue_id, d.purchase_id)
      left join issue_settlement t on t.issue_id = i.issue_id
      left join (
        select subject_id, bool_or(result is null) as untold from purchase where kind = 'shares' and state = 'done'
        group by subject_id) p
        on p.subject_id = i.issue_id`,
  },
  {
    id: 'INV-6',
    title: 'every order that won goods has the prize that the terms promise, and no other order has one',
    sql: `
      select count(*) filter (where p.purchase_id is null or z.purchase_id is null or z.value <> z.promised
          or z.code <> z.drawn or z.codes <> 1 or z.purchase_id <> z.winner) as breaches,
        count(*) || ' prizes' as figure
      from (
        select p.member_id, p.purchase_id from purchase p join issue_terms t on t.issue_id = p.subject_id
        where p.kind = 'shares' and p.result = 'won' and t.mode <> 'cash') p
      full join (
        select z.*, t.prize_value as promised, d.code as drawn, d.purchase_id as winner
        from prize z left join issue_terms t using (issue_id) left join issue_draw d using (issue_id)
        where t.mode is distinct from 'cash') z using (member_id, purchase_id)`,
  },
  ...cashChecks,
  {
    id: 'INV-7',
    title: 'the hot row of an issue repeats its terms',
    sql: `
      select count(*) filter (where t.issue_id is null or (i.shares, i.price, i.utc_offset) <> (t.shares, t.price, t.utc_offset)
            or i.closes_ms <> floor(extract(epoch from t.closes_at) * 1000))
          as breaches,
        count(*) || ' issues' as figure
      from issue i left join issue_terms t using (issue_id)`,
  },
  {
    id: 'INV-9',
    title:
      "the escrow of a drawn issue holds the recycling value of its prize until the prize has ended, and the cash that is not paid yet, of an issue on sale all payments and the house's part, of an expired issue the open refunds",
    sql: `
      select count(*) filter (where i.pool <> case
          -- what is owed of a draw in favour: favour/favour.checks.ts
          when d.favour and f.issue_id is not null then i.pool
          when d.favour then i.sold * i.price + t.subsidy
          when i.status = 'drawn' then case when z.issue_id is null then ${RECYCLE_VALUE('t')} else 0 end
            + prizes_of(t.tiers) - coalesce(cash.paid, 0)
          when i.status in ('selling', 'sold_out') then i.sold * i.price + t.subsidy
          when i.status = 'expired' then i.sold * i.price + r.subsidy + coalesce(r.guaranteed, 0) - coalesce(b.amount, 0) - coalesce(shares.amount, 0)
          else 0 end) as breaches,
        count(*) || ' issues' as figure
      from issue i join issue_terms t using (issue_id) left join issue_refund r using (issue_id)
      left join issue_draw d using (issue_id) left join issue_favour f using (issue_id)
      left join (
        select z.issue_id, sum(z.value) as paid from prize z join issue_terms using (issue_id) where mode = 'cash'
        group by z.issue_id) cash using (issue_id)
      left join lateral (
        select z.issue_id from prize z where z.issue_id = i.issue_id and z.ended_at is not null limit 1) z on true
      left join lateral (
        select sum(s.amount) as amount from issue_sale s
        where s.issue_id = r.issue_id and s.seq <= r.through_seq) b on true
      left join lateral (
        select sum(f.rest) as amount from issue_lost_share f
        where f.issue_id = r.issue_id and f.seq <= r.shared_through) shares on true`,
  },
  {
    id: 'INV-9',
    title:
      'every opened issue was covered: its full sales and the subsidy of the house pay all that it may owe',
    sql: `
      select count(*) filter (where coalesce(l.amount, 0) <> case when i.opened_at is null then 0 else t.subsidy end
          or (i.opened_at is not null and i.shares * i.price + t.subsidy < t.prize_value * t.recycle_percent / 100 + prizes_of(t.tiers)
              + t.rebates + t.refunds)) as breaches,
        'the house moved in ' || trim_scale(coalesce(sum(l.amount), 0) / 10000.0) as figure
      from issue i join issue_terms t using (issue_id)
      left join ledger l on (l.book, l.ref, l.kind) = (i.issue_id, i.issue_id, 'subsidy')
        and (l.debit, l.credit) = ('clearing', 'pool')`,
  },
  {
    id: 'INV-6',
    title:
      'an issue is refunded exactly when it expired, as a whole, and never after its sell-out, unless its log was lost, it could not be sealed or its beacon is dead',
    sql: `
      select count(*) filter (where (i.status in ('expired', 'refunded')) <> (r.issue_id is not null)
          or (i.status = 'refunded') <> (r.finished_at is not null)
          or (r.issue_id is not null and (
            d.issue_id is not null or (not i.lost and not i.beacon_dead and (i.sold_out_at is not null and not i.unwitnessed or s.issue_id is not null))
            or r.orders <> i.orders or r.amount <> i.sold * i.price
            or r.subsidy <> case when i.opened_at is null then 0 else t.subsidy end))) as breaches,
        count(r.issue_id) || ' refunds' as figure
      from issue i join issue_terms t using (issue_id)
      left join issue_refund r using (issue_id) left join issue_seal s using (issue_id) left join issue_draw d using (issue_id)`,
  },
  {
    id: 'INV-6',
    title: 'an issue of Double PK has two seats, each with half of the codes and a member of its own',
    sql: `
      select count(*) filter (where (t.mode = 'pk') <> (i.seat is not null) or (t.mode = 'pk' and (
          i.seat * 2 <> i.shares or coalesce(s.whole, true) is false or coalesce(s.orders, 0) > 2 or coalesce(s.members, 0) <> coalesce(s.orders, 0)))) as breaches,
        count(*) filter (where t.mode = 'pk') || ' issues of Double PK' as figure
      from issue i join issue_terms t using (issue_id)
      left join (
        select s.issue_id, count(*) as orders, count(distinct s.member_id) as members, bool_and(s.quantity = i.seat) as whole
        from issue_sale s join issue i using (issue_id) where s.state = 'done' group by s.issue_id) s using (issue_id)`,
  },
  {
    id: 'INV-6',
    title:
      'an issue ends before its deadline without a draw only when its one seat was left, its log was lost, it could not be sealed or its beacon is dead',
    sql: `
      select count(*) filter (where r.expired_at < t.closes_at and not i.lost and not i.unwitnessed and not i.beacon_dead and l.issue_id is null
          or l.issue_id is not null and (t.mode <> 'pk' or r.orders is distinct from 1 or s.purchase_id is null)) as breaches,
        count(l.issue_id) || ' seats left' as figure
      from issue i join issue_terms t using (issue_id)
      left join issue_refund r using (issue_id)
      left join seat_left l using (issue_id)
      left join issue_sale s on (s.issue_id, s.purchase_id, s.member_id, s.seq) = (l.issue_id, l.purchase_id, l.member_id, 1)`,
  },
  historyCheck('INV-6', 'seat_left', 'the seats of Double PK that members left'),
  {
    id: 'INV-6',
    title:
      'every order of an expired issue, and of a member who won nothing of a draw in favour, is refunded once and in full up to the progress of its refund, and no other order is',
    sql: `
      select count(*) filter (where (p.state = 'refunded') <> coalesce(s.seq <= case when f.won = 0 then t.through_seq else r.through_seq end, false)
          or (p.state = 'refunded') <> (w.amount is not null) or w.amount <> p.amount
          or (p.state = 'refunded') <> (o.amount is not null) or o.amount <> p.amount
          or (p.state = 'refunded' and not p.settled)) as breaches,
        count(*) filter (where p.state = 'refunded') || ' orders refunded' as figure
      from purchase p
      join issue_sale s on (s.issue_id, s.purchase_id) = (p.subject_id, p.purchase_id)
      left join issue_refund r on r.issue_id = s.issue_id
      left join issue_favour_share f on (f.issue_id, f.member_id) = (s.issue_id, s.member_id)
      left join issue_settlement t on t.issue_id = s.issue_id
      left join ledger w on (w.book, w.ref, w.kind) = (p.member_id, p.purchase_id, 'refund')
      left join ledger o on (o.book, o.ref, o.kind) = (p.subject_id, p.purchase_id, 'refund')
      where s.state = 'done'`,
  },
  {
    id: 'INV-6',
    title: 'every refund has the reason for which its issue was not drawn',
    sql: `
      select count(*) filter (where (r.reason = 'lost') <> i.lost or (r.reason = 'pk') <> (l.issue_id is not null)
          or r.reason = 'deadline' and r.expired_at < t.closes_at
          or (r.reason = 'witnesses') <> i.unwitnessed
          or (r.reason = 'beacon') <> i.beacon_dead or r.reason = 'minimum') as breaches,
        count(*) || ' refunds' as figure
      from issue_refund r join issue i using (issue_id) join issue_terms t using (issue_id) left join seat_left l using (issue_id)`,
  },
  {
    id: 'INV-18',
    title: 'every refund of a published issue is in the log as it happened, or waits to be appended',
    sql: `
      select count(*) filter (where e.said is null or (e.said ->> 'orders')::int <> r.orders
          or e.said ->> 'amount' <> r.amount::text
          -- one of an issue that the log before opened has the form of the log that goes on
          or (e.said ? 'reason') <> case when o.log < e.log then rules.log is not null else i.log_rules = 3 end
          or e.said ? 'reason' and (e.said ->> 'reason' is distinct from case when o.log < e.log then 'lost' else r.reason end
            or (e.said ->> 'shares')::int is distinct from i.sold)) as breaches,
        count(*) || ' refunds' as figure
      from issue_refund r join issue i using (issue_id) join issue_terms t using (issue_id)
      left join (
        select log, subject, bytes::jsonb as said from log_entry where kind = 'issue-refund'
        union all
        select (select max(log) from log_entry), entry ->> 'issue', entry from log_pending where entry ->> 't' = 'issue-refund') e
        on e.subject = t.number
      left join log_entry o on (o.subject, o.kind) = (t.number, 'issue-open')
      left join log_entry rules on (rules.log, rules.kind) = (e.log, 'log-rules')
      where r.finished_at is not null and i.opened_at is not null`,
  },
  {
    id: 'INV-8',
    title: 'no order is stamped at or after the deadline of its issue',
    sql: `
      select count(*) filter (where s.ordered_ms >= i.closes_ms) as breaches, count(*) || ' orders' as figure
      from issue_sale s join issue i using (issue_id) where s.state = 'done'`,
  },
  {
    id: 'INV-6',
    title: 'every order has one of the results and reasons of shares, and a payout only where it won',
    sql: `
      select count(*) filter (where result not in ('won', 'not_won') or reason not in ('sold_out', 'closed')
          or (payout > 0 and result <> 'won')) as breaches,
        count(*) || ' orders' as figure
      from purchase where kind = 'shares'`,
  },
]
