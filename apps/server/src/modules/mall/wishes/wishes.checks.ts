/** What must be true of saved products, reminders and notices. */
import { heldSince } from '../../../platform/schema/held-since.ts'
import type { Check } from '../../ledger/index.ts'
import { PAID_BACK } from '../favour/paid-back.ts'
import { newestIssueOf } from '../search/index-products.queries.ts'

export const wishChecks: readonly Check[] = [
  {
    id: 'INV-6',
    title: 'every notice of an issue says what happened to it, and what members save and wait for exists',
    sql: `
      select (select count(*) from member_notice n left join issue i using (issue_id) left join issue_draw d using (issue_id)
          where n.issue_id is not null and (i.issue_id is null or case n.kind
            when 'drawn' then i.status <> 'drawn'
            when 'favour' then d.after_loss or not ${PAID_BACK('n.issue_id', 'n.member_id')}
            when 'lost_favour' then not coalesce(d.after_loss, false) or not ${PAID_BACK('n.issue_id', 'n.member_id')}
            when 'lost_share' then not exists (
              select from issue_lost_share f join issue_refund r using (issue_id)
              where (f.issue_id, f.member_id, f.rest) = (n.issue_id, n.member_id, n.amount) and f.seq <= r.shared_through)
            when 'refunded' then i.status not in ('expired', 'refunded')
            when 'sold_out' then i.sold < i.shares and not i.lost
            when 'ten_left' then i.shares - i.sold > 10
            when 'opened' then i.opened_at is null
            else not exists (
              select from prize z where z.member_id = n.member_id and z.purchase_id = n.purchase_id and z.issue_id = n.issue_id) end))
        -- a lost issue whose shares were written since members are told of them
        + (select count(*) from issue_lost_share f join issue_refund r using (issue_id) join member m using (member_id)
          where f.seq <= r.shared_through and r.shared_at >= ${heldSince(107)} and m.status <> 'closed' and not exists (
            select from member_notice n where (n.member_id, n.issue_id, n.kind) = (f.member_id, f.issue_id, 'lost_share')))
        + (select count(*) from reminder left join issue using (issue_id) where issue.issue_id is null)
        + (select count(*) from favourite left join product using (code)
          where product.code is null or favourite.told_sequence > product.issued) as breaches,
        (select count(*) from member_notice) || ' notices' as figure`,
  },
  {
    id: 'INV-7',
    title:
      'every word of the search is counted as often as products have it, and the search knows the newest issue of each',
    sql: `
      select count(*) filter (where word.products is distinct from made.products) + (
          select count(*) from product_search s left join ${newestIssueOf('s.code')} newest on true
          where (s.issue_id, s.zone) is distinct from (newest.issue_id, newest.zone)) as breaches,
        count(*) || ' words' as figure
      from search_word word full join (
        select left(term, 2) || ':' || substr(term, 4) as term, count(distinct code)::int as products
        from product_search, unnest(terms) as term where term !~ '^[#@]' group by 1) made using (term)`,
  },
]
