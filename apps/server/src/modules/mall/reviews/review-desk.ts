/**
 * What moderators do with reviews. A review is named by the number of its order. Public copies of its pictures are made before the
 * transaction that publishes them; copies that it does not publish are erased after a day.
 */
import type { REVIEW_LISTS } from '@fairlot/contract/endpoints/operator/mall/reviews'
import { canReviewStep, type ReviewReason, type ReviewStepName } from '@fairlot/contract/life/review-life'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { publishPictures, withdrawPictures, type Media, type Uploads } from '../../uploads/index.ts'
import { keyOf } from '../delivery/delivery-desk.ts'
import * as desk from './review-desk.queries.ts'
import { publicPictures } from './reviews.ts'
import { advanceReview, lockReview, namePicture, reviewOf, type ReviewRow } from './reviews.queries.ts'

export type ReviewDeskDeps = {
  readonly db: Db
  readonly uploads: Pick<Uploads, 'open'> & { readonly media: Pick<Media, 'prepareUpload'> }
  /** called after the commit that changed a member's review */
  readonly onReview?: ((memberId: string) => void) | undefined
}

/** A decision. `step`: what it did to the review. */
export type Decided = { row: ReviewRow; step: DeskStep }
type DeskStep = Exclude<ReviewStepName, 'delete'>
export type Verdict = { operatorId: string; reason: ReviewReason; note?: string | undefined }

function requireStep({ state }: ReviewRow, step: ReviewStepName): void {
  if (!canReviewStep(state, step)) throw new Refusal('REVIEW_STEP')
}

export function createReviewDesk({ db, uploads, onReview }: ReviewDeskDeps) {
  /** @throws Refusal NO_SUCH_DATA */
  async function find(at: Executor, number: string): Promise<ReviewRow> {
    const { member_id, purchase_id } = await keyOf(at, number)
    const row = await reviewOf(at, member_id, purchase_id)
    if (!row) throw new Refusal('NO_SUCH_DATA')
    return row
  }

  async function locked(tx: Tx, number: string): Promise<ReviewRow> {
    const { member_id, purchase_id } = await keyOf(tx, number)
    const row = await lockReview(tx, member_id, purchase_id)
    if (!row) throw new Refusal('NO_SUCH_DATA')
    return row
  }

  async function decided(tx: Tx, row: ReviewRow, step: DeskStep, by: Partial<Verdict>): Promise<Decided> {
    await advanceReview(tx, row, step, by)
    return { row: (await reviewOf(tx, row.member_id, row.purchase_id))!, step }
  }

  return {
    list: (
      at: Executor,
      list: (typeof REVIEW_LISTS)[number],
      after: { micros: number; id: string } | null,
      limit: number,
    ) => desk.listReviews(at, list, after, limit),

    /** @throws Refusal NO_SUCH_DATA */
    async show(at: Executor, number: string) {
      const row = await find(at, number)
      return {
        row,
        steps: await desk.stepsOfReview(at, row.member_id, row.purchase_id),
        reported: await desk.reportsOf(at, row.review_id),
      }
    },

    /** Opens a picture, which need not be public. The caller writes the audit log first. @throws Refusal NO_SUCH_DATA */
    async picture(at: Executor | Tx, number: string, position: number) {
      const row = await find(at, number)
      const picture = row.pictures.find((one) => one.position === position)
      const opened = picture && (await uploads.open(at, row.member_id, picture.upload))
      if (!opened) throw new Refusal('NO_SUCH_DATA')
      return { row, opened }
    },

    /**
     * Makes the public copies that `publish` needs. A review that is published already needs none.
     * @throws Refusal NO_SUCH_DATA, REVIEW_STEP
     */
    async prepare(number: string): Promise<ReadonlyMap<string, string>> {
      const row = await find(db, number)
      const copies = new Map<string, string>()
      if (row.state === 'published') return copies
      requireStep(row, 'publish')
      for (const { upload } of row.pictures)
        copies.set(upload, (await uploads.media.prepareUpload(row.member_id, upload)).name)
      return copies
    },

    /**
     * Publishes a review with its pictures; of a published one: keeps it, and answers its reports.
     * @param copies what `prepare` made
     * @throws Refusal NO_SUCH_DATA, REVIEW_STEP
     */
    async publish(
      tx: Tx,
      number: string,
      copies: ReadonlyMap<string, string>,
      by: { operatorId?: string },
    ): Promise<Decided> {
      const row = await locked(tx, number)
      if (row.state === 'published') {
        if (row.reports === 0) throw new Refusal('REVIEW_STEP')
        return decided(tx, row, 'keep', by)
      }
      requireStep(row, 'publish')
      for (const { position, upload } of row.pictures) {
        const name = copies.get(upload)
        // another moderator hid it between the two looks
        if (name === undefined) throw new Refusal('REVIEW_STEP')
        await publishPictures(tx, [name], { kind: 'review', usedBy: `review:${row.review_id}` })
        await namePicture(tx, row, position, name)
      }
      return decided(tx, row, 'publish', by)
    },

    /** @throws Refusal NO_SUCH_DATA, REVIEW_STEP */
    async refuse(tx: Tx, number: string, verdict: Verdict): Promise<Decided> {
      const row = await locked(tx, number)
      requireStep(row, 'refuse')
      return decided(tx, row, 'refuse', verdict)
    },

    /** Takes back a published review and its pictures. @throws Refusal NO_SUCH_DATA, REVIEW_STEP */
    async hide(tx: Tx, number: string, verdict: Verdict): Promise<Decided> {
      const row = await locked(tx, number)
      requireStep(row, 'hide')
      await withdrawPictures(
        tx,
        publicPictures(row).map(({ name }) => name),
      )
      for (const { position } of row.pictures) await namePicture(tx, row, position, null)
      return decided(tx, row, 'hide', verdict)
    },

    /** Tells the author, after the commit. */
    moved: ({ row }: Decided) => onReview?.(row.member_id),
  }
}

export type ReviewDesk = ReturnType<typeof createReviewDesk>
