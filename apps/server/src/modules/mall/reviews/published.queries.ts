/** Statements of published reviews. Times in Unix milliseconds. */
import type { PublicPicture } from '@fairlot/contract/media/media'
import { MS, type Executor, type Statement } from '../../../platform/db.ts'
import { PICTURES, type ReviewPicture } from './reviews.queries.ts'

export type PublishedRow = {
  review_id: string
  member_id: string
  issue_id: string
  title: string
  content: string
  named: boolean
  published_ms: bigint
  published_micros: bigint
  pictures: (ReviewPicture & { public: PublicPicture | null })[]
  /** the caller has reported it */
  reported: boolean
}

/** $1: the caller; $2, $3: the position before; $4: how many. */
const PUBLISHED = (only: string) => `
  select r.review_id, r.member_id, r.issue_id, r.title, r.content, r.named, ${MS('r.published_at')} as published_ms,
    (extract(epoch from r.published_at) * 1000000)::bigint as published_micros, images.pictures,
    $1::uuid is not null and exists (
      select 1 from review_report t where t.member_id = $1::uuid and t.review_id = r.review_id) as reported
  from review r cross join ${PICTURES} images
  where r.state = 'published' ${only}
    and (r.published_at, r.review_id) < (coalesce('epoch'::timestamptz + $2::bigint * interval '1 microsecond', 'infinity'),
      coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  order by r.published_at desc, r.review_id desc limit $4`

const ALL: Statement = { name: 'reviews.published', text: PUBLISHED('') }
const OF_PRODUCT: Statement = { name: 'reviews.of_product', text: PUBLISHED('and r.code = $5') }

/** @param product only its reviews; null: of all products */
export function publishedReviews(
  db: Executor,
  product: string | null,
  viewer: string | null,
  before: { micros: number; id: string } | null,
  limit: number,
): Promise<PublishedRow[]> {
  const known = [viewer, before?.micros ?? null, before?.id ?? null, limit]
  return product === null
    ? db.query<PublishedRow>(ALL, known)
    : db.query<PublishedRow>(OF_PRODUCT, [...known, product])
}

const TOTAL: Statement = {
  name: 'reviews.total',
  text: `select count(*)::int as total from review where code = $1 and state = 'published'`,
}

export async function countPublished(db: Executor, product: string): Promise<number> {
  return (await db.query<{ total: number }>(TOTAL, [product]))[0]!.total
}

/** The newest issue of a product, whose card names the product. Undefined: there is no such product. */
const NEWEST_ISSUE: Statement = {
  name: 'reviews.newest_issue',
  text: 'select issue_id from product_issue where code = $1 order by sequence desc limit 1',
}

export async function newestIssue(db: Executor, product: string): Promise<string | undefined> {
  return (await db.query<{ issue_id: string }>(NEWEST_ISSUE, [product]))[0]?.issue_id
}
