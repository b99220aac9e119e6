/** Reviews of won products: post, read, delete, report; the posts of winners. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { picture } from '../../media/media.ts'
import {
  KEPT_REVIEWS,
  MAX_REVIEW_PICTURES,
  MAX_REVIEW_TEXT,
  MAX_REVIEW_TITLE,
  REVIEW_REASONS,
} from '../../life/review-life.ts'
import { count, empty, id, issueNumber, page, paged, productCode, requestId, time } from '../../schemas.ts'
import { hasUnseen, isSeen } from '../../typed-text.ts'
import { product } from './shapes.ts'

const text = (longest: number) =>
  z.string().check(
    z.minLength(1, 'REQUIRED'),
    z.maxLength(longest, 'TOO_LONG'),
    z.regex(/\S/, 'REQUIRED'),
    z.refine((entered) => !hasUnseen(entered), 'UNSEEN'),
    z.refine(isSeen, 'REQUIRED'),
  )

/** A review as everybody sees it. */
const review = z.object({
  id,
  product,
  title: z.string(),
  content: z.string(),
  /** in the order of the author; the first one is the cover */
  pictures: z.array(picture),
  publishedAt: time,
  /** public name of the author; null: the author shows none */
  name: z.nullable(z.string()),
  /** what the author won with; null: the author shows no name, and the draw would tell it */
  win: z.nullable(
    z.object({ issue: issueNumber, code: z.int(), quantity: count, shares: count, drawnAt: time }),
  ),
  /** the caller wrote it */
  mine: z.boolean(),
  /** the caller has reported it */
  reported: z.boolean(),
})

/** A review as its author sees it. */
const ownReview = z.object({
  id,
  order: id,
  issue: issueNumber,
  product,
  title: z.string(),
  content: z.string(),
  /** the pictures that everybody can see; empty before the review is published */
  pictures: z.array(picture),
  /** how many pictures were sent */
  sent: count,
  named: z.boolean(),
  state: z.enum(KEPT_REVIEWS),
  /** why it is refused or hidden */
  reason: z.nullable(z.enum(REVIEW_REASONS)),
  /** what the moderator wrote about that */
  note: z.nullable(z.string()),
  postedAt: time,
  publishedAt: z.nullable(time),
})

export const reviewPost = endpoint({
  path: '/bask/post',
  summary:
    'Post a review of a won product that has arrived, once for each order; a moderator reads it before it is published. It completes the order.',
  auth: 'member',
  money: true,
  input: z.strictObject({
    order: id,
    title: text(MAX_REVIEW_TITLE),
    content: text(MAX_REVIEW_TEXT),
    /** ids of uploads with the purpose `review`, in their order */
    pictures: z.array(id).check(z.minLength(1, 'REQUIRED'), z.maxLength(MAX_REVIEW_PICTURES, 'TOO_LONG')),
    /** whether others see the author's public name and the draw */
    named: z.boolean(),
    requestId,
  }),
  output: ownReview,
  errors: ['ORDER_STEP', 'REVIEW_POSTED', 'REQUEST_ID_REUSED', 'UPLOAD_GONE'],
})

export const reviewMine = endpoint({
  path: '/bask/mine',
  summary: "List the member's own reviews with their states, newest first",
  auth: 'member',
  input: z.strictObject(page),
  output: paged(ownReview),
  errors: [],
})

export const reviewDelete = endpoint({
  path: '/bask/delete',
  summary: 'Delete an own review with its pictures; the order stays as it is and cannot be reviewed again',
  auth: 'member',
  input: z.strictObject({ review: id }),
  output: empty,
  errors: [],
})

export const reviewReport = endpoint({
  path: '/bask/report',
  summary: 'Report a published review to the moderators; a second report of the same member changes nothing',
  auth: 'member',
  input: z.strictObject({ review: id, reason: z.enum(REVIEW_REASONS) }),
  output: empty,
  errors: ['TOO_MANY_REPORTS'],
})

export const winnerPosts = endpoint({
  path: '/bask/winners',
  summary: 'List the published reviews of all products, newest first (all winners: /index/winners)',
  auth: 'optional',
  input: z.strictObject(page),
  output: paged(review),
  errors: [],
})

export const goodsTalk = endpoint({
  path: '/goods/talk',
  summary: 'List the published reviews of a product, newest first',
  auth: 'optional',
  input: z.strictObject({ ...page, product: productCode }),
  output: z.object({
    ...paged(review).shape,
    /** what the reviews are of */
    product,
    /** published reviews of the product */
    total: count,
  }),
  errors: [],
})
