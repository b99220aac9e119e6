/** Statements of reviews that one member, or a moderator, changes. Times in Unix milliseconds. */
import type { PublicPicture } from '@fairlot/contract/media/media'
import type { ReviewReason, ReviewState, ReviewStepName } from '@fairlot/contract/life/review-life'
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'
import { WINNING_TIER } from '../issues/tiers.ts'

/** A picture of a review; `public`: its public copy, null while the review is not published. */
export type ReviewPicture = { position: number; upload: string; public: PublicPicture | null }

export type ReviewRow = {
  member_id: string
  purchase_id: string
  review_id: string
  issue_id: string
  code: string
  request_id: string
  title: string | null
  content: string | null
  named: boolean
  state: ReviewState
  reason: ReviewReason | null
  note: string | null
  reports: number
  posted_ms: bigint
  posted_micros: bigint
  published_ms: bigint | null
  hours: number
  /** number of the order */
  number: string
  issue: string
  pictures: ReviewPicture[]
}

/** The pictures of the review `r`, the cover first. */
export const PICTURES = `lateral (
  select coalesce(json_agg(json_build_object('position', p.position, 'upload', p.upload_id, 'public', case when media.name is not null then
    json_build_object('name', media.name, 'width', media.width, 'height', media.height) end) order by p.position), '[]') as pictures
  from review_picture p left join media using (name)
  where p.member_id = r.member_id and p.purchase_id = r.purchase_id)`

const REVIEWS = `
  select r.member_id, r.purchase_id, r.review_id, r.issue_id, r.code, r.request_id, r.title, r.content, r.named, r.state, r.reason,
    r.note, r.reports, ${MS('r.posted_at')} as posted_ms, (extract(epoch from r.posted_at) * 1000000)::bigint as posted_micros,
    ${MS('r.published_at')} as published_ms, floor(extract(epoch from clock.at - r.posted_at) / 3600)::int as hours,
    terms.number as issue, terms.number || '-' || sale.seq as number, images.pictures
  from review r
  cross join business_clock clock
  join issue_terms terms on terms.issue_id = r.issue_id
  cross join lateral (
    select s.seq from issue_sale s where s.issue_id = r.issue_id and s.purchase_id = r.purchase_id limit 1) sale
  cross join ${PICTURES} images`

const OF_ORDER: Statement = {
  name: 'review.of_order',
  text: `${REVIEWS} where r.member_id = $1 and r.purchase_id = $2`,
}
const LOCK: Statement = {
  name: 'review.lock',
  text: 'select 1 from review where member_id = $1 and purchase_id = $2 for update',
}

/** The review of an order. Undefined: none was posted. */
export async function reviewOf(
  db: Executor,
  memberId: string,
  order: string,
): Promise<ReviewRow | undefined> {
  return (await db.query<ReviewRow>(OF_ORDER, [memberId, order]))[0]
}

/** Locks a review and reads it. */
export async function lockReview(tx: Tx, memberId: string, order: string): Promise<ReviewRow | undefined> {
  await tx.query(LOCK, [memberId, order])
  return reviewOf(tx, memberId, order)
}

const PLACE: Statement = {
  name: 'review.place',
  text: 'select member_id, purchase_id from review where review_id = $1',
}

/** Whose review, and of which order. */
export async function placeOf(
  db: Executor,
  reviewId: string,
): Promise<{ member_id: string; purchase_id: string } | undefined> {
  return (await db.query<{ member_id: string; purchase_id: string }>(PLACE, [reviewId]))[0]
}

export type NewReview = {
  memberId: string
  order: string
  reviewId: string
  issueId: string
  code: string
  requestId: string
  title: string
  content: string
  named: boolean
  pictures: readonly string[]
}

const INSERT: Statement = {
  name: 'review.insert',
  text: `
    insert into review (member_id, purchase_id, tier, review_id, issue_id, code, request_id, title, content, named, state, posted_at)
    select $1, $2, ${WINNING_TIER}, $3, $4, $5, $6, $7, $8, $9, 'waiting', at from business_clock`,
}
const INSERT_PICTURES: Statement = {
  name: 'review.insert_pictures',
  text: `
    insert into review_picture (member_id, purchase_id, position, upload_id)
    select $1, $2, place, id from unnest($3::uuid[]) with ordinality as sent(id, place)`,
}

export async function insertReview(tx: Tx, review: NewReview): Promise<void> {
  const { memberId, order, reviewId, issueId, code, requestId, title, content, named, pictures } = review
  await tx.query(INSERT, [memberId, order, reviewId, issueId, code, requestId, title, content, named])
  await tx.query(INSERT_PICTURES, [memberId, order, pictures])
  await addStep(tx, memberId, order, 'post')
}

/** The first step, which is counted, says whether the review names its author. */
const ADD_STEP: Statement = {
  name: 'review.add_step',
  text: `
    insert into review_step (member_id, purchase_id, seq, step, operator_id, reason, at, named)
    select r.member_id, r.purchase_id, next.seq, $3, $4::uuid, $5::text, clock.at, case next.seq when 1 then r.named end
    from review r cross join business_clock clock
    cross join lateral (
      select coalesce(max(seq), 0) + 1 as seq from review_step s where (s.member_id, s.purchase_id) = (r.member_id, r.purchase_id)) next
    where r.member_id = $1 and r.purchase_id = $2`,
}

async function addStep(
  tx: Tx,
  memberId: string,
  order: string,
  step: ReviewStepName | 'post',
  by: { operatorId?: string; reason?: ReviewReason } = {},
): Promise<void> {
  await tx.query(ADD_STEP, [memberId, order, step, by.operatorId ?? null, by.reason ?? null])
}

/** What a step changes; $3: the reason, $4: the note, both for `refuse` and `hide`. */
const CHANGES: Record<ReviewStepName, string> = {
  publish: `state = 'published', reason = null, note = null, published_at = coalesce(published_at, clock.at), decided_at = clock.at`,
  keep: `reports = 0, decided_at = clock.at`,
  refuse: `state = 'refused', reason = $3::text, note = $4::text, decided_at = clock.at`,
  hide: `state = 'hidden', reason = $3::text, note = $4::text, reports = 0, decided_at = clock.at`,
  delete: `state = 'deleted', title = null, content = null, reason = null, note = null, reports = 0`,
}
const STEP = (step: ReviewStepName): Statement => ({
  name: `review.${step}`,
  text: `
    update review set ${CHANGES[step]} from business_clock clock
    where member_id = $1 and purchase_id = $2 returning $3::text, $4::text`,
})
const STEPS = Object.fromEntries(
  (Object.keys(CHANGES) as ReviewStepName[]).map((step) => [step, STEP(step)]),
) as Record<ReviewStepName, Statement>

/** Takes a locked review one step on. */
export async function advanceReview(
  tx: Tx,
  { member_id: member, purchase_id: order }: Pick<ReviewRow, 'member_id' | 'purchase_id'>,
  step: ReviewStepName,
  by: { operatorId?: string; reason?: ReviewReason; note?: string | undefined } = {},
): Promise<void> {
  await tx.query(STEPS[step], [member, order, by.reason ?? null, by.note ?? null])
  if (step === 'keep' || step === 'hide') await tx.query(ANSWER, [member, order])
  await addStep(tx, member, order, step, by)
}

const ANSWER: Statement = {
  name: 'review.answer',
  text: `
    update review_report set open = false from review
    where review.member_id = $1 and review.purchase_id = $2 and review_report.review_id = review.review_id`,
}

const NAME_PICTURE: Statement = {
  name: 'review.name_picture',
  text: 'update review_picture set name = $4 where member_id = $1 and purchase_id = $2 and position = $3',
}
const DROP_PICTURES: Statement = {
  name: 'review.drop_pictures',
  text: 'delete from review_picture where member_id = $1 and purchase_id = $2',
}

/** Enters the public copy of a picture, or that there is none. */
export async function namePicture(
  tx: Tx,
  { member_id: member, purchase_id: order }: Pick<ReviewRow, 'member_id' | 'purchase_id'>,
  position: number,
  name: string | null,
): Promise<void> {
  await tx.query(NAME_PICTURE, [member, order, position, name])
}

export async function dropPictures(
  tx: Tx,
  { member_id: member, purchase_id: order }: Pick<ReviewRow, 'member_id' | 'purchase_id'>,
): Promise<void> {
  await tx.query(DROP_PICTURES, [member, order])
}

const MINE: Statement = {
  name: 'review.mine',
  text: `${REVIEWS}
    where r.member_id = $1 and r.state <> 'deleted'
      and (r.posted_at, r.review_id) < (coalesce('epoch'::timestamptz + $2::bigint * interval '1 microsecond', 'infinity'),
        coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by r.posted_at desc, r.review_id desc limit $4`,
}

/** A member's reviews, newest first. */
export function reviewsOfMember(
  db: Executor,
  memberId: string,
  before: { micros: number; id: string } | null,
  limit: number,
): Promise<ReviewRow[]> {
  return db.query<ReviewRow>(MINE, [memberId, before?.micros ?? null, before?.id ?? null, limit])
}

const ALL_OF: Statement = {
  name: 'review.all_of',
  text: `select purchase_id from review where member_id = $1 and state <> 'deleted' order by purchase_id`,
}

/** The orders of a member that have a review. */
export async function reviewedOrders(db: Executor, memberId: string): Promise<string[]> {
  return (await db.query<{ purchase_id: string }>(ALL_OF, [memberId])).map(({ purchase_id: order }) => order)
}

const REPORT: Statement = {
  name: 'review.report',
  text: `
    insert into review_report (member_id, review_id, reason, at)
    select $1, $2, $3, at from business_clock
    where (select count(*) from review_report, business_clock clock
      where member_id = $1 and review_report.at > clock.at - interval '24 hours') < $4
    on conflict do nothing returning 1`,
}
const IS_REPORTED: Statement = {
  name: 'review.is_reported',
  text: 'select 1 from review_report where member_id = $1 and review_id = $2',
}
const COUNT_REPORT: Statement = {
  name: 'review.count_report',
  text: 'update review set reports = reports + 1 where member_id = $1 and purchase_id = $2',
}

export async function isReported(db: Executor, memberId: string, reviewId: string): Promise<boolean> {
  return (await db.query(IS_REPORTED, [memberId, reviewId])).length > 0
}

/** @returns false when the member has reported `most` reviews in 24 hours */
export async function addReport(
  tx: Tx,
  memberId: string,
  { review_id, member_id: author, purchase_id: order }: ReviewRow,
  reason: ReviewReason,
  most: number,
): Promise<boolean> {
  const [added] = await tx.query(REPORT, [memberId, review_id, reason, most])
  if (added) await tx.query(COUNT_REPORT, [author, order])
  return added !== undefined
}

const DROP_REPORTS: Statement = {
  name: 'review.drop_reports',
  text: 'delete from review_report where review_id = $1',
}

/** Removes the reports of a review that is deleted. */
export async function dropReports(tx: Tx, reviewId: string): Promise<void> {
  await tx.query(DROP_REPORTS, [reviewId])
}

const LOCK_OF: Statement = {
  name: 'review.lock_of',
  text: `
    select 1 from review where review_id = any(array(
      select review_id from review where member_id = $1 union select review_id from review_report where member_id = $1))
    order by review_id for update`,
}

/** Locks the reviews that a member wrote or reported. */
export async function lockReviewsOf(tx: Tx, memberId: string): Promise<void> {
  await tx.query(LOCK_OF, [memberId])
}

const DROP_REPORTS_BY: Statement = {
  name: 'review.drop_reports_by',
  text: `
    with gone as (delete from review_report where member_id = $1 returning review_id, open)
    update review set reports = review.reports - 1 from gone where review.review_id = gone.review_id and gone.open`,
}

/** Removes what a member reported. */
export async function dropReportsBy(tx: Tx, memberId: string): Promise<void> {
  await tx.query(DROP_REPORTS_BY, [memberId])
}
