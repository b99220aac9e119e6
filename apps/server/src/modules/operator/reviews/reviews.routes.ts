/** The calls with which moderators read reviews and decide them. */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { actorOf, type Audit, type OperatorCall } from '../../../platform/audit.ts'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import type { ReviewDesk } from '../../mall/index.ts'
import { operatorNames } from '../withdrawals/operator-names.queries.ts'

export type ReviewRoutesDeps = { db: Db; audit: Audit; reviewDesk: ReviewDesk }

type Names = 'reviewList' | 'reviewShow' | 'reviewPicture' | 'reviewPublish' | 'reviewRefuse' | 'reviewHide'
type Shown = Output<Endpoints['reviewShow']>
type Decided = Awaited<ReturnType<ReviewDesk['refuse']>>

/** Microseconds and id of the last item. */
const CURSOR = z.tuple([z.int().check(z.minimum(0)), z.uuid()])

const subjectOf = (number: string) => `review:${number}`

async function shown(desk: ReviewDesk, at: Executor, number: string): Promise<Shown> {
  const { row, steps, reported } = await desk.show(at, number)
  const names = await operatorNames(
    at,
    steps.flatMap(({ operator_id: id }) => id ?? []),
  )
  return {
    number: row.number,
    product: row.code,
    state: row.state,
    title: row.title,
    pictures: row.pictures.length,
    reports: row.reports,
    postedAt: Number(row.posted_ms),
    hours: row.hours,
    member: row.member_id,
    content: row.content,
    named: row.named,
    reason: row.reason,
    note: row.note,
    images: row.pictures.map(({ position, public: copy }) => ({ position, name: copy?.name ?? null })),
    reported,
    publishedAt: row.published_ms === null ? null : Number(row.published_ms),
    timeline: steps.map(({ step, reason, operator_id: id, at_ms: atMs }) => ({
      step,
      reason,
      by: id === null ? null : { id, name: names.get(id) ?? '' },
      at: Number(atMs),
    })),
  }
}

export function reviewDeskRoutes({
  db,
  audit,
  reviewDesk: desk,
}: ReviewRoutesDeps): Handlers<Endpoints, Names> {
  /** One decision: an audit row in its transaction, and the effects after the commit. */
  async function decide(
    call: OperatorCall & { input: { number: string } },
    told: { reason?: string; note?: string | undefined },
    work: (tx: Tx) => Promise<Decided>,
  ): Promise<Shown> {
    const decided = await db.tx(async (tx) => {
      const done = await work(tx)
      await audit.write(tx, actorOf(call), {
        action: `review.${done.step}`,
        subject: subjectOf(done.row.number),
        after: { state: done.row.state, ...told },
      })
      return done
    })
    desk.moved(decided)
    return shown(desk, db, decided.row.number)
  }

  return {
    async reviewList({ input: { list, cursor, limit } }) {
      const last = decodeCursor(cursor, CURSOR)
      const after = last ? { micros: last[0], id: last[1] } : null
      const rows = await desk.list(db, list, after, limit + 1)
      const { items, next } = pageOf(rows, limit, (row) => [Number(row.posted_micros), row.review_id])
      return {
        items: items.map(({ code, posted_ms: posted, number, state, title, pictures, reports, hours }) => ({
          number,
          product: code,
          state,
          title,
          pictures,
          reports,
          postedAt: Number(posted),
          hours,
        })),
        next,
      }
    },
    reviewShow(call) {
      // the audit row is stored before the operator reads anything
      return db.tx(async (tx) => {
        const view = await shown(desk, tx, call.input.number)
        await audit.write(tx, actorOf(call), { action: 'review.read', subject: subjectOf(view.number) })
        return view
      })
    },
    async reviewPicture(call) {
      const { position } = call.input
      const { row, opened } = await db.tx(async (tx) => {
        const found = await desk.picture(tx, call.input.number, position)
        await audit.write(tx, actorOf(call), {
          action: 'review.look',
          subject: subjectOf(found.row.number),
          after: { position },
        })
        return found
      })
      const { bytes, width, height } = opened
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const base64 = bytes.toString('base64')
      return { number: row.number, position, type: 'image/webp', width, height, sha256, base64 }
    },
    async reviewPublish(call) {
      const { number } = call.input
      const copies = await desk.prepare(number)
      return decide(call, {}, (tx) => desk.publish(tx, number, copies, call.operator))
    },
    reviewRefuse(call) {
      const { number, reason, note } = call.input
      const { operatorId } = call.operator
      return decide(call, { reason, note }, (tx) => desk.refuse(tx, number, { operatorId, reason, note }))
    },
    reviewHide(call) {
      const { number, reason, note } = call.input
      const { operatorId } = call.operator
      return decide(call, { reason, note }, (tx) => desk.hide(tx, number, { operatorId, reason, note }))
    },
  }
}
