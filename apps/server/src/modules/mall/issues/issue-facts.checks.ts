/** What the rows of an issue say about each other: its number, its events, the times of its orders. Run by the doctor. */
import { heldSince } from '../../../platform/schema/held-since.ts'
import type { Check } from '../../ledger/index.ts'

/**
 * A purchase and its order have the time of one statement. Releases before migration 0012 stored the purchase first, and then decided
 * the order: after a death of the server, some minutes later.
 */
export const ONE_STATEMENT_SINCE = heldSince(12)
export const DECIDED_WITHIN_MS = 600_000

export const issueFactChecks: readonly Check[] = [
  {
    id: 'INV-7',
    title: 'every issue is the one of its number among the issues of its product, which counts them',
    sql: `
      select count(*) filter (where t.issue_id is null or p.issue_id is distinct from t.issue_id or i.issue_id is null)
          + (select count(*) from product
            left join (select code, count(*) as issues, max(sequence) as newest from product_issue group by code) n using (code)
            where product.issued <> coalesce(n.issues, 0) or product.issued <> coalesce(n.newest, 0)) as breaches,
        count(*) || ' issues' as figure
      from issue_terms t full join product_issue p on (p.code, p.sequence) = (t.code, t.sequence)
      left join issue i on i.issue_id = coalesce(t.issue_id, p.issue_id)`,
  },
  {
    id: 'INV-8',
    title:
      'every order is dated by its purchase, or by the order or the opening before it when the clock went back',
    sql: `
      select count(*) filter (where case when bought_at < ${ONE_STATEMENT_SINCE}
          then ordered_ms not between bought_ms and greatest(before, bought_ms + ${DECIDED_WITHIN_MS})
          else ordered_ms is distinct from greatest(before, bought_ms) end) as breaches,
        count(*) || ' orders' as figure
      from (
        select s.ordered_ms, p.created_at as bought_at, floor(extract(epoch from p.created_at) * 1000)::bigint as bought_ms,
          lag(s.ordered_ms, 1, floor(extract(epoch from i.opened_at) * 1000)::bigint) over (partition by s.issue_id order by s.seq) as before
        from issue_sale s join issue i using (issue_id)
        left join purchase p on (p.member_id, p.purchase_id) = (s.member_id, s.purchase_id)
        where s.state = 'done') x`,
  },
  {
    id: 'INV-6',
    title: 'every issue has the events of its life, each at the time that its rows have',
    sql: `
      select count(*) filter (where e.at is distinct from x.at) as breaches,
        count(e.issue_id) || ' events' as figure
      from (
        select issue_id, 'opened' as event, opened_at as at from issue
        -- recorded by a step after the last sale, at the latest with the draw
        union all select i.issue_id, 'sold_out', i.sold_out_at from issue i
          where exists (select from issue_event e where e.issue_id = i.issue_id and e.event = 'sold_out')
            or i.status = 'drawn'
        union all select i.issue_id, 'expired', r.expired_at from issue i left join issue_refund r using (issue_id)
      ) x
      left join issue_event e on (e.issue_id, e.event) = (x.issue_id, x.event)`,
  },
  {
    id: 'INV-6',
    title: 'an issue has the event of its refund exactly when it is refunded, and no other issue has one',
    sql: `
      select count(*) filter (where (i.status = 'refunded') is distinct from (e.issue_id is not null) or e.at < r.finished_at) as breaches,
        count(e.issue_id) || ' refunds' as figure
      from issue i left join issue_refund r using (issue_id)
      left join issue_event e on (e.issue_id, e.event) = (i.issue_id, 'refunded')`,
  },
]
