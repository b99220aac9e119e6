/**
 * Reviews: a member posts one for each won product that has arrived. Nobody else sees it before a moderator has published it; its
 * pictures stay encrypted until then. Every change locks the prize first, then the review.
 */
import * as z from 'zod/mini'
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { canReviewStep, KEPT_REVIEWS } from '@fairlot/contract/life/review-life'
import type { Clock } from '../../../platform/clock.ts'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { uuidv7, type Random } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { lockWallets } from '../../ledger/index.ts'
import { erasePictures, usePictures, withdrawPictures } from '../../uploads/index.ts'
import type { Cards, Viewer } from '../catalogue/cards.ts'
import { completePrize, requirePrize, type PrizeDeps } from '../delivery/prize-steps.ts'
import * as queries from './reviews.queries.ts'
import type { ReviewRow } from './reviews.queries.ts'
import { reportsPerDay } from './reviews.settings.ts'

type OwnReview = Output<Endpoints['reviewPost']>
type Owner = Viewer & { memberId: string }

export type ReviewDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  readonly settings: Values
  readonly cards: Cards
  readonly prizes: PrizeDeps
  /** called after the commit that changed a member's review */
  readonly onReview?: ((memberId: string) => void) | undefined
}

/** Microseconds and id of the last item. */
const CURSOR = z.tuple([z.int().check(z.minimum(0)), z.uuid()])

/** The public copies of a review's pictures, the cover first. */
export const publicPictures = ({ pictures }: Pick<ReviewRow, 'pictures'>) =>
  pictures.flatMap((picture) => picture.public ?? [])

/** Whether a repeated call asks for what the first one did. */
function isSame(row: ReviewRow, input: ParsedInput<Endpoints['reviewPost']>): boolean {
  return (
    row.title === input.title.trim() &&
    row.content === input.content.trim() &&
    row.named === input.named &&
    row.pictures.length === input.pictures.length &&
    row.pictures.every(({ upload }, at) => upload === input.pictures[at])
  )
}

/** What the first call of this order did. @throws Refusal REVIEW_POSTED, REQUEST_ID_REUSED */
function requireSame(row: ReviewRow, input: ParsedInput<Endpoints['reviewPost']>): void {
  if (row.request_id !== input.requestId || row.state === 'deleted') throw new Refusal('REVIEW_POSTED')
  if (!isSame(row, input)) throw new Refusal('REQUEST_ID_REUSED')
}

/** Removes text, pictures and reports of a locked review; that there was one stays. */
async function erase(tx: Tx, row: ReviewRow): Promise<void> {
  await withdrawPictures(
    tx,
    publicPictures(row).map(({ name }) => name),
  )
  await queries.dropPictures(tx, row)
  await erasePictures(
    tx,
    row.member_id,
    row.pictures.map(({ upload }) => upload),
  )
  await queries.dropReports(tx, row.review_id)
  await queries.advanceReview(tx, row, 'delete')
}

/** Removes a member's reviews and reports, when the account closes. */
export async function eraseReviews(tx: Tx, memberId: string): Promise<void> {
  await queries.lockReviewsOf(tx, memberId)
  for (const order of await queries.reviewedOrders(tx, memberId)) {
    const row = await queries.lockReview(tx, memberId, order)
    if (row && canReviewStep(row.state, 'delete')) await erase(tx, row)
  }
  await queries.dropReportsBy(tx, memberId)
}

export function createReviews(deps: ReviewDeps) {
  const { db, clock, random, settings, cards, prizes, onReview } = deps

  async function views(rows: readonly ReviewRow[], owner: Owner): Promise<OwnReview[]> {
    const found = await cards.mapByIds(
      rows.map((row) => row.issue_id),
      owner,
    )
    return rows.flatMap((row) => {
      const card = found.get(row.issue_id)
      const state = KEPT_REVIEWS.find((kept) => kept === row.state)
      const { title, content } = row
      if (!card || state === undefined || title === null || content === null) return []
      return {
        id: row.review_id,
        order: row.purchase_id,
        issue: row.issue,
        product: card.product,
        title,
        content,
        pictures: publicPictures(row),
        sent: row.pictures.length,
        named: row.named,
        state,
        reason: row.reason,
        note: row.note,
        postedAt: Number(row.posted_ms),
        publishedAt: row.published_ms === null ? null : Number(row.published_ms),
      }
    })
  }

  return {
    /** @throws Refusal NO_SUCH_DATA, ORDER_STEP, REVIEW_POSTED, REQUEST_ID_REUSED, UPLOAD_GONE */
    async post(owner: Owner, input: ParsedInput<Endpoints['reviewPost']>): Promise<OwnReview> {
      const { memberId } = owner
      const { order, requestId, named, pictures } = input
      const { row, changed } = await db.tx(async (tx) => {
        await lockWallets(tx, [memberId])
        const prize = await requirePrize(tx, memberId, order)
        const known = await queries.reviewOf(tx, memberId, order)
        if (known) {
          requireSame(known, input)
          return { row: known, changed: false }
        }
        if (prize.status !== 'received' && prize.status !== 'completed') throw new Refusal('ORDER_STEP')
        const reviewId = uuidv7(clock.now(), random)
        await usePictures(tx, memberId, pictures, { purpose: 'review', usedBy: `review:${reviewId}` })
        await queries.insertReview(tx, {
          memberId,
          order,
          reviewId,
          issueId: prize.issue_id,
          code: prize.product,
          requestId,
          title: input.title.trim(),
          content: input.content.trim(),
          named,
          pictures,
        })
        if (prize.status === 'received') await completePrize(tx, prize, 'review', prizes)
        return { row: (await queries.reviewOf(tx, memberId, order))!, changed: true }
      })
      if (changed) onReview?.(memberId)
      return (await views([row], owner))[0]!
    },

    async mine(owner: Owner, { cursor, limit }: ParsedInput<Endpoints['reviewMine']>) {
      const last = decodeCursor(cursor, CURSOR)
      const before = last ? { micros: last[0], id: last[1] } : null
      const rows = await queries.reviewsOfMember(db, owner.memberId, before, limit + 1)
      const page = pageOf(rows, limit, (row) => [Number(row.posted_micros), row.review_id])
      return { items: await views(page.items, owner), next: page.next }
    },

    /** Deletes an own review; a repeated call changes nothing. @throws Refusal NO_SUCH_DATA */
    async remove(memberId: string, reviewId: string): Promise<void> {
      const changed = await db.tx(async (tx) => {
        const place = await queries.placeOf(tx, reviewId)
        if (place?.member_id !== memberId) throw new Refusal('NO_SUCH_DATA')
        const row = await queries.lockReview(tx, memberId, place.purchase_id)
        if (!row || !canReviewStep(row.state, 'delete')) return false
        await erase(tx, row)
        return true
      })
      if (changed) onReview?.(memberId)
    },

    /** Reports a published review of another member, once. @throws Refusal NO_SUCH_DATA, TOO_MANY_REPORTS */
    async report(
      memberId: string,
      { review, reason }: ParsedInput<Endpoints['reviewReport']>,
    ): Promise<void> {
      await db.tx(async (tx) => {
        const place = await queries.placeOf(tx, review)
        if (!place || place.member_id === memberId) throw new Refusal('NO_SUCH_DATA')
        const row = await queries.lockReview(tx, place.member_id, place.purchase_id)
        if (await queries.isReported(tx, memberId, review)) return
        if (row?.state !== 'published') throw new Refusal('NO_SUCH_DATA')
        if (!(await queries.addReport(tx, memberId, row, reason, reportsPerDay(settings))))
          throw new Refusal('TOO_MANY_REPORTS')
      })
    },
  }
}

export type Reviews = ReturnType<typeof createReviews>
