/** What moderators do with reviews: list, read, open pictures, publish, refuse, hide. A review has the number of its order. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { mediaName } from '../../../media/media.ts'
import {
  KEPT_REVIEWS,
  MAX_REVIEW_PICTURES,
  REVIEW_REASONS,
  REVIEW_STATES,
  REVIEW_STEPS,
} from '../../../life/review-life.ts'
import { count, hex, id, page, paged, productCode, time } from '../../../schemas.ts'
import { operatorRef, reason } from '../fields.ts'

const number = z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(40, 'TOO_LONG'))
const why = z.enum(REVIEW_REASONS)

const line = z.object({
  /** of the order */
  number: z.string(),
  product: productCode,
  state: z.enum(REVIEW_STATES),
  title: z.nullable(z.string()),
  pictures: count,
  /** reports of members that no moderator has answered */
  reports: count,
  postedAt: time,
  /** complete hours since it was posted */
  hours: count,
})

const shown = z.extend(line, {
  /** id of the author */
  member: id,
  /** null once it is deleted */
  content: z.nullable(z.string()),
  named: z.boolean(),
  reason: z.nullable(why),
  note: z.nullable(z.string()),
  /** the pictures in their order; `name`: of the public one, null while it is not public */
  images: z.array(z.object({ position: count, name: z.nullable(mediaName) })),
  /** open and answered reports by reason */
  reported: z.array(z.object({ reason: why, count })),
  publishedAt: z.nullable(time),
  timeline: z.array(
    z.object({
      step: z.enum(['post', ...(Object.keys(REVIEW_STEPS) as (keyof typeof REVIEW_STEPS)[])]),
      reason: z.nullable(why),
      /** null: the author */
      by: z.nullable(operatorRef),
      at: time,
    }),
  ),
})

/** What a list can show: one state, or the published reviews with open reports. */
export const REVIEW_LISTS = [...KEPT_REVIEWS, 'reported'] as const

export const reviewList = endpoint({
  path: '/operator/reviewlist',
  summary: 'List the reviews in a state, oldest first; by default those that wait for a moderator',
  auth: 'operator',
  permission: 'review.read',
  input: z.strictObject({ ...page, list: z._default(z.enum(REVIEW_LISTS), 'waiting') }),
  output: paged(line),
  errors: [],
})

export const reviewShow = endpoint({
  path: '/operator/reviewshow',
  summary: 'Show a review with its reports; the audit log names the operator',
  auth: 'operator',
  permission: 'review.read',
  secret: true,
  input: z.strictObject({ number }),
  output: shown,
  errors: [],
})

export const reviewPicture = endpoint({
  path: '/operator/reviewpicture',
  summary: 'Open one picture of a review that need not be public; the audit log names the operator',
  auth: 'operator',
  permission: 'review.read',
  secret: true,
  input: z.strictObject({ number, position: z.int().check(z.minimum(1), z.maximum(MAX_REVIEW_PICTURES)) }),
  output: z.object({
    number: z.string(),
    position: count,
    type: z.literal('image/webp'),
    width: count,
    height: count,
    sha256: hex(32),
    /** the picture in base64 */
    base64: z.string(),
  }),
  errors: [],
})

export const reviewPublish = endpoint({
  path: '/operator/reviewpublish',
  summary: 'Publish a review with its pictures; of a published review with reports: keep it, and answer them',
  auth: 'operator',
  permission: 'review.moderate',
  input: z.strictObject({ number }),
  output: shown,
  errors: ['REVIEW_STEP'],
})

const refusal = { number, reason: why, note: z.optional(reason) }

export const reviewRefuse = endpoint({
  path: '/operator/reviewrefuse',
  summary: 'Do not publish a review that waits; the author reads the reason and the note',
  auth: 'operator',
  permission: 'review.moderate',
  input: z.strictObject(refusal),
  output: shown,
  errors: ['REVIEW_STEP'],
})

export const reviewHide = endpoint({
  path: '/operator/reviewhide',
  summary: 'Take back a published review and its pictures; the author reads the reason and the note',
  auth: 'operator',
  permission: 'review.moderate',
  input: z.strictObject(refusal),
  output: shown,
  errors: ['REVIEW_STEP'],
})
