/** What must always be true of reviews; run by the doctor. */
import { REVIEW_STEPS } from '@fairlot/contract/life/review-life'
import { historyCheck } from '../../../platform/schema/history.checks.ts'
import { SAME_TIME, type Check } from '../../ledger/index.ts'

/** Every way of REVIEW_STEPS: the step, the state before and the state after it. */
const WAYS = Object.entries(REVIEW_STEPS)
  .flatMap(([step, { from, to }]) => from.map((state) => `('${step}', '${state}', '${to}')`))
  .join(', ')
const STATE_OF = `case step when 'post' then 'waiting' ${Object.entries(REVIEW_STEPS)
  .map(([step, { to }]) => `when '${step}' then '${to}'`)
  .join(' ')} end`

export const reviewChecks: readonly Check[] = [
  historyCheck('INV-6', 'review_step', 'the steps of reviews'),
  {
    id: 'INV-6',
    title: 'every review is of a won product that has arrived, and the order is completed',
    sql: `
      select count(*) filter (where z.status is distinct from 'completed' or z.issue_id <> r.issue_id or terms.mode = 'cash'
          or terms.code <> r.code) as breaches,
        count(*) || ' reviews' as figure
      from review r left join prize z using (member_id, purchase_id, tier) left join issue_terms terms on terms.issue_id = r.issue_id`,
  },
  {
    id: 'INV-6',
    title: 'every order that a review completed has the review',
    sql: `
      select count(*) filter (where r.purchase_id is null) as breaches, count(*) || ' orders' as figure
      from prize_timeline t left join review r using (member_id, purchase_id, tier) where t.step = 'review'`,
  },
  {
    id: 'INV-6',
    title: 'the steps of every review have no gap, take only the ways of its life, and end in its state',
    sql: `
      select count(*) filter (where t.wrong is distinct from 0 or t.last <> t.steps or r.state <> t.state
          or (r.decided_at is null) <> (t.decided is null)) as breaches,
        coalesce(sum(t.steps), 0) || ' steps of ' || count(*) || ' reviews' as figure
      from review r left join (
        select s.member_id, s.purchase_id, count(*)::int as steps, max(s.seq) as last, (array_agg(s.state order by s.seq desc))[1] as state,
          max(s.at) filter (where s.step not in ('post', 'delete')) as decided,
          count(*) filter (where case s.seq when 1 then s.step <> 'post'
            else (s.step, s.before, s.state) not in (${WAYS}) end) as wrong
        from (
          select p.*, ${STATE_OF} as state, lag(${STATE_OF}) over (partition by member_id, purchase_id order by seq) as before
          from review_step p) s
        group by s.member_id, s.purchase_id) t using (member_id, purchase_id)`,
  },
  {
    id: 'INV-6',
    title: 'every review names its author exactly when the author said so',
    sql: `
      select count(*) filter (where first.named is distinct from r.named) as breaches, count(*) || ' reviews' as figure
      from review r
      left join review_step first on (first.member_id, first.purchase_id, first.seq) = (r.member_id, r.purchase_id, 1)`,
  },
  {
    id: 'INV-6',
    title: 'every review has pictures, which are public exactly while it is published',
    sql: `
      select (
          select count(*) from review_picture p join review r using (member_id, purchase_id)
          left join media m on m.name = p.name and m.used_by = 'review:' || r.review_id and m.erased_at is null
          where (r.state = 'published') <> (p.name is not null) or (r.state = 'published') <> (m.name is not null)
        ) + (
          select count(*) from media m left join review_picture p using (name)
          where m.kind = 'review' and m.used_by is not null and m.erased_at is null and p.name is null
        ) + (
          select count(*) from review r
          where (r.state <> 'deleted') <> exists (
            select from review_picture p where p.member_id = r.member_id and p.purchase_id = r.purchase_id)
        ) as breaches,
        (select count(*) from review_picture) || ' pictures' as figure`,
  },
  {
    id: 'INV-6',
    title: 'every review counts the reports that no moderator has answered',
    sql: `
      select count(*) filter (where r.reports <> (
          select count(*) from review_report t where t.review_id = r.review_id and t.open)) as breaches,
        (select count(*) from review_report) || ' reports' as figure
      from review r`,
  },
  {
    id: 'INV-6',
    title: 'every answered report has a later step of a moderator who kept or hid the review',
    sql: `
      select count(*) filter (where not exists (
          select from review_step s where (s.member_id, s.purchase_id) = (r.member_id, r.purchase_id)
            and s.step in ('keep', 'hide') and s.at >= t.at - ${SAME_TIME})) as breaches,
        count(*) || ' answered reports' as figure
      from review_report t join review r using (review_id) where not t.open`,
  },
]
