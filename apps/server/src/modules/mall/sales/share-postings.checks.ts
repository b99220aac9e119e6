/** What the doctor checks of the money and the limits of shares, besides the checks of the issues. */
import { postingsCheck, SAME_TIME, sellerPostings, type Check, type Postings } from '../../ledger/index.ts'
import { PRIZE_KINDS, PRIZE_LINES } from '../delivery/delivery.checks.ts'
import { shareSeller } from './share-seller.ts'

/**
 * Lines of an issue as a whole: the house's part when it opens; when it is drawn, what the house earns and what is set aside
 * for rebates and VIP refunds; the house's part when it is refunded; of a draw in favour the shares say what moved. An opening may be dated later than its lines, when the log is ahead of the clock.
 */
const OF_ISSUES = `
  select line.*
  from issue i join issue_terms t using (issue_id)
  left join issue_draw d using (issue_id) left join issue_refund r using (issue_id)
  left join issue_favour f on f.issue_id = i.issue_id
  cross join lateral (values
    ('subsidy', t.subsidy, i.opened_at is not null, true, null),
    ('guarantee', f.guaranteed, f.issue_id is not null, true, f.shared_at),
    ('draw', f.earned, f.issue_id is not null, false, f.shared_at),
    ('rewards', f.rewards, f.issue_id is not null, false, f.shared_at),
    ('favour_back', f.returned, f.issue_id is not null, false, f.shared_at),
    ('draw', t.shares * t.price + t.subsidy - t.prize_value * t.recycle_percent / 100 - prizes_of(t.tiers)::bigint
      - t.rebates - t.refunds, not d.favour, false, d.drawn_at),
    ('rewards', t.rebates + t.refunds, not d.favour, false, d.drawn_at),
    ('guarantee', r.guaranteed, r.shared is not null, true, r.shared_at),
    ('refund', greatest(r.subsidy - coalesce(r.shared, 0), 0), r.finished_at is not null, false, r.finished_at)) moved(kind, amount, due, enters, at)
  cross join house_account house
  cross join lateral (values
    (i.issue_id, i.issue_id, moved.kind, case when enters then 'clearing' else 'pool' end,
      case when enters then 'pool' else 'clearing' end, moved.amount, moved.at),
    (house.book, i.issue_id, moved.kind, case when enters then 'account' else 'clearing' end,
      case when enters then 'clearing' else 'account' end, moved.amount, moved.at)) line(book, ref, kind, debit, credit, amount, at)
  where moved.due and moved.amount > 0 and house.name = case moved.kind
    when 'draw' then 'sales' when 'rewards' then 'marketing' when 'favour_back' then 'marketing' when 'guarantee' then 'guarantee' else 'subsidy' end`

/** What members get of a draw in favour, or of a lost issue, beside refunds and prizes, paid with the member's last order. */
const RESTS = `
  select line.book, p.purchase_id as ref, 'favour' as kind, line.debit, line.credit, f.rest as amount, p.settled_at as at
  from issue_favour_share f join issue_sale s on (s.issue_id, s.seq) = (f.issue_id, f.seq)
  join purchase p on (p.member_id, p.purchase_id) = (f.member_id, s.purchase_id) and p.settled
  cross join lateral (values
    (f.issue_id, 'pool', 'clearing'), (f.member_id, 'clearing', 'wallet')) line(book, debit, credit)
  where f.rest > 0
  union all
  select line.book, s.purchase_id, 'favour', line.debit, line.credit, f.rest, null
  from issue_lost_share f join issue_sale s on (s.issue_id, s.seq) = (f.issue_id, f.seq)
  join issue_refund r on r.issue_id = f.issue_id and r.shared_through >= f.seq
  cross join lateral (values
    (f.issue_id, 'pool', 'clearing'), (f.member_id, 'clearing', 'wallet')) line(book, debit, credit)`

export const sharePostings: Postings = sellerPostings(shareSeller, {
  kinds: [
    ...PRIZE_KINDS,
    ['subsidy', 'pool'],
    ['subsidy', 'account'],
    ['draw', 'pool'],
    ['draw', 'account'],
    ['rewards', 'pool'],
    ['rewards', 'account'],
    ['refund', 'account'],
    ['guarantee', 'pool'],
    ['guarantee', 'account'],
    ['favour_back', 'pool'],
    ['favour_back', 'account'],
    ['favour', 'pool'],
    ['favour', 'wallet'],
  ],
  lines: `${OF_ISSUES} union all ${PRIZE_LINES} union all ${RESTS}`,
})

export const shareMoneyChecks: readonly Check[] = [
  postingsCheck(sharePostings),
  {
    id: 'INV-5',
    title: 'no member has more shares of an issue than its terms allow',
    sql: `
      select count(*) filter (where held.quantity > t.max_per_member) as breaches,
        count(*) || ' members with shares of an issue with a maximum' as figure
      from issue_terms t join (
        select issue_id, member_id, sum(quantity) as quantity from issue_sale where state = 'done'
        group by issue_id, member_id) held using (issue_id)
      where t.max_per_member > 0`,
  },
  {
    id: 'INV-6',
    title:
      'every order was settled between the draw or the expiry of its issue and the end of its settlement',
    // the end comes first when the clock was set back in between
    sql: `
      select count(*) filter (where span.begun is null
          or p.settled_at not between least(span.begun, span.ended) - ${SAME_TIME} and greatest(span.begun, span.ended) + ${SAME_TIME})
          as breaches,
        count(*) || ' orders settled' as figure
      from purchase p
      left join issue_draw d on d.issue_id = p.subject_id
      left join issue_settlement t on t.issue_id = p.subject_id
      left join issue_refund r on r.issue_id = p.subject_id
      cross join business_clock clock
      cross join lateral (
        select coalesce(d.drawn_at, r.expired_at) as begun, coalesce(t.finished_at, r.finished_at, clock.at) as ended) span
      where p.kind = '${shareSeller.kind}' and p.settled_at is not null`,
  },
]
