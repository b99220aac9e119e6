/** Statements of what moderators look at. Times in Unix milliseconds. */
import type { REVIEW_LISTS } from '@fairlot/contract/endpoints/operator/mall/reviews'
import type { ReviewReason, ReviewState, ReviewStepName } from '@fairlot/contract/life/review-life'
import { MS, type Executor, type Statement } from '../../../platform/db.ts'

export type ReviewLine = {
  review_id: string
  number: string
  code: string
  state: ReviewState
  title: string | null
  pictures: number
  reports: number
  posted_ms: bigint
  posted_micros: bigint
  hours: number
}

/** The index of the states, or that of reports, read from its beginning. */
const LIST = (list: 'state' | 'reported'): Statement => ({
  name: `reviews.${list}`,
  text: `
    select r.review_id, terms.number || '-' || sale.seq as number, r.code, r.state, r.title, r.reports,
      (select count(*)::int from review_picture p
        where p.member_id = r.member_id and p.purchase_id = r.purchase_id) as pictures,
      ${MS('r.posted_at')} as posted_ms, (extract(epoch from r.posted_at) * 1000000)::bigint as posted_micros,
      floor(extract(epoch from clock.at - r.posted_at) / 3600)::int as hours
    from review r
    cross join business_clock clock
    join issue_terms terms on terms.issue_id = r.issue_id
    cross join lateral (
      select s.seq from issue_sale s where s.issue_id = r.issue_id and s.purchase_id = r.purchase_id limit 1) sale
    where ${list === 'state' ? `r.state = $4 and r.state <> 'deleted'` : `r.reports > 0 and $4::text is not null`}
      and (r.posted_at, r.review_id) > ('epoch'::timestamptz + $1::bigint * interval '1 microsecond', $2::uuid)
    order by r.posted_at, r.review_id limit $3`,
})
const LISTS = { state: LIST('state'), reported: LIST('reported') }

export function listReviews(
  db: Executor,
  list: (typeof REVIEW_LISTS)[number],
  after: { micros: number; id: string } | null,
  limit: number,
): Promise<ReviewLine[]> {
  const { micros, id } = after ?? { micros: 0, id: '00000000-0000-0000-0000-000000000000' }
  const statement = list === 'reported' ? LISTS.reported : LISTS.state
  return db.query<ReviewLine>(statement, [micros, id, limit, list])
}

export type ReviewStepRow = {
  step: ReviewStepName | 'post'
  reason: ReviewReason | null
  operator_id: string | null
  at_ms: bigint
}

const HISTORY: Statement = {
  name: 'reviews.history',
  text: `
    select step, reason, operator_id, ${MS('at')} as at_ms from review_step
    where member_id = $1 and purchase_id = $2 order by seq`,
}

export function stepsOfReview(db: Executor, memberId: string, order: string): Promise<ReviewStepRow[]> {
  return db.query<ReviewStepRow>(HISTORY, [memberId, order])
}

const REPORTED: Statement = {
  name: 'reviews.reasons',
  text: `select reason, count(*)::int as count from review_report where review_id = $1 group by reason order by 2 desc, 1`,
}

export function reportsOf(
  db: Executor,
  reviewId: string,
): Promise<{ reason: ReviewReason; count: number }[]> {
  return db.query(REPORTED, [reviewId])
}
