/** What follows a draw: the settlement, the results, the prize, and when each was. Run by the doctor. */
import type { Check } from '../../ledger/index.ts'
import { DECIDED_WITHIN_MS, ONE_STATEMENT_SINCE } from '../issues/issue-facts.checks.ts'

/** Other rows date a draw to the minute; what was moved by less is not noticed. */
const ABOUT = "interval '10 minutes'"

export const drawResultChecks: readonly Check[] = [
  {
    id: 'INV-6',
    title:
      'every draw has its settlement, which has given its result to every order up to its progress and to no other',
    sql: `
      select count(*) filter (where (i.status = 'drawn') <> (s.issue_id is not null) or d.issue_id is null
          or (s.finished_at is not null) <> (s.through_seq = i.orders) or s.through_seq > i.orders or o.wrong > 0) as breaches,
        count(s.issue_id) || ' settlements' as figure
      from issue i left join issue_draw d using (issue_id) left join issue_settlement s on s.issue_id = i.issue_id
      left join lateral (
        select count(*) filter (where p.purchase_id is null or p.result is distinct from case
            when s.issue_id is null or o.seq > s.through_seq or p.state = 'refunded' then null
            when o.seq = d.seq or cash.wins then 'won' else 'not_won' end
          -- of a draw in favour, who won nothing is refunded
          or (p.state = 'refunded') <> coalesce(o.seq <= s.through_seq and share.won = 0, false)
          or p.settled <> (o.seq <= coalesce(s.through_seq, 0))) as wrong
        from issue_sale o join issue_terms t using (issue_id)
        left join purchase p on (p.member_id, p.purchase_id) = (o.member_id, o.purchase_id)
        left join issue_favour_share share on (share.issue_id, share.member_id) = (o.issue_id, o.member_id)
        cross join lateral (
          select bool_or(codes_won(o.first_code, o.quantity, d.code, t.shares, near, far) > 0) as wins from tiers_of(t.tiers)) cash
        where o.issue_id = i.issue_id and o.state = 'done') o on true
      where i.status = 'drawn' or s.issue_id is not null or d.issue_id is not null`,
  },
  {
    id: 'INV-6',
    title: 'the order that won has its prize as soon as it has its result, since the draw',
    sql: `
      select count(*) filter (where (z.purchase_id is not null) <> (s.through_seq >= d.seq) or z.won_at <> d.drawn_at
          or z.member_id <> d.member_id) as breaches,
        count(z.issue_id) || ' prizes' as figure
      from issue_draw d left join issue_settlement s using (issue_id)
      left join prize z on (z.issue_id, z.purchase_id) = (d.issue_id, d.purchase_id)`,
  },
  {
    id: 'INV-7',
    title: 'every issue was sold out by its last order, and drawn between its seal and its results',
    sql: `
      select count(*) filter (where (i.sold = i.shares) <> (i.sold_out_at is not null)
          or i.sold = i.shares and case when last.created_at < ${ONE_STATEMENT_SINCE}
            then i.sold_out_at not between last.created_at and last.created_at + ${DECIDED_WITHIN_MS} * interval '1 millisecond'
            else i.sold_out_at is distinct from last.created_at end
          -- a clock that went back appends the seal at a time before the one that the seal states
          or d.drawn_at < least(to_timestamp(z.sealed_ms / 1000.0), seal.appended_at) - ${ABOUT}
          or d.drawn_at > last.settled_at + ${ABOUT} or d.drawn_at > e.appended_at + ${ABOUT}
          or d.drawn_at > to_timestamp((e.bytes::jsonb ->> 'at')::bigint / 1000.0) + ${ABOUT}) as breaches,
        count(*) filter (where i.sold_out_at is not null) || ' sold out' as figure
      from issue i join issue_terms t using (issue_id)
      left join issue_last_seal z using (issue_id)
      left join issue_draw d on d.issue_id = i.issue_id
      left join log_entry e on (e.subject, e.kind) = (t.number, 'issue-draw')
      left join lateral (
        select max(s.appended_at) as appended_at from log_entry s where (s.subject, s.kind) = (t.number, 'issue-seal')) seal on true
      left join lateral (
        select p.created_at, p.settled_at from issue_sale o
        join purchase p on (p.member_id, p.purchase_id) = (o.member_id, o.purchase_id)
        where o.issue_id = i.issue_id and o.seq = i.orders) last on true`,
  },
]
