/** The calls with which operators look at identity checks and decide them. */
import { createHash } from 'node:crypto'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import * as z from 'zod/mini'
import { actorOf, type Audit, type AuditEntry, type OperatorCall } from '../../../platform/audit.ts'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { maskedPhone } from '../../identity/index.ts'
import type { IdentityDesk, LineRow, Reviewer } from '../../identity-check/index.ts'
import { operatorNames } from '../withdrawals/operator-names.queries.ts'
import { reviewerNumber } from './reviewers.queries.ts'

export type IdentityRoutesDeps = {
  db: Db
  audit: Audit
  identityDesk: IdentityDesk
  /** undefined when the account of the member is closed */
  phoneOf: (at: Executor, memberId: string) => Promise<string | undefined>
}

type Names =
  | 'identityList'
  | 'identityShow'
  | 'identityPicture'
  | 'identityApprove'
  | 'identityRefuse'
  | 'identityAskAgain'
type Line = Output<Endpoints['identityList']>['items'][number]
type Shown = Output<Endpoints['identityShow']>

/** Microseconds and id of the last item. */
const CURSOR = z.tuple([z.int().check(z.minimum(0)), z.uuid()])

function lineView(row: LineRow): Line {
  return {
    number: row.number,
    member: row.member_id,
    document: row.document,
    state: row.state,
    decidedBy: row.provider,
    approvals: row.approvals,
    createdAt: Number(row.created_ms),
    ageHours: row.age_hours,
    age: row.age,
  }
}

const subjectOf = (number: string) => `identity:${number}`

export function identityRoutes(deps: IdentityRoutesDeps): Handlers<Endpoints, Names> {
  const { db, audit, identityDesk: desk } = deps

  async function shown(executor: Executor, number: string): Promise<Shown> {
    const { line, row, person, years, documentNumber, sameDocument, pictures } = await desk.show(
      executor,
      number,
    )
    const ids = [
      ...row.timeline.flatMap(({ operator_id: id }) => id ?? []),
      ...row.looks.map(({ operator_id: id }) => id),
    ]
    const names = await operatorNames(executor, ids)
    const nameOf = (id: string) => ({ id, name: names.get(id) ?? '' })
    const phone = await deps.phoneOf(executor, row.member_id)
    return {
      ...lineView(line),
      phone: phone === undefined ? null : maskedPhone(phone),
      name: person?.name ?? null,
      birthDate: person?.birthDate ?? null,
      years,
      documentNumber,
      validUntil: row.valid_until,
      sameDocument,
      pictures,
      reason: row.reason,
      note: row.note,
      decidedAt: row.decided_ms === null ? null : Number(row.decided_ms),
      erasedFrom: row.erased || row.erase_ms === null ? null : Number(row.erase_ms),
      timeline: row.timeline.map(({ step, operator_id: id, at }) => ({
        step,
        by: id === null ? null : nameOf(id),
        at,
      })),
      looks: row.looks.map(({ slot, operator_id: id, at }) => ({ slot, by: nameOf(id), at })),
    }
  }

  const reviewerOf = async (tx: Tx, { operator: { operatorId } }: OperatorCall): Promise<Reviewer> => ({
    operatorId,
    reviewer: await reviewerNumber(tx, operatorId),
  })

  /** One act on one check: an audit row in its transaction, and the effects after the commit. */
  async function act(
    call: OperatorCall & { input: { number: string } },
    entry: Pick<AuditEntry, 'action'>,
    work: (tx: Tx, by: Reviewer) => Promise<{ memberId: string; after: object }>,
  ): Promise<Shown> {
    const { number } = call.input
    const memberId = await db.tx(async (tx) => {
      const done = await work(tx, await reviewerOf(tx, call))
      await audit.write(tx, actorOf(call), { ...entry, subject: subjectOf(number), after: done.after })
      return done.memberId
    })
    desk.moved(memberId)
    return shown(db, number)
  }

  return {
    async identityList({ input: { cursor, limit } }) {
      const last = decodeCursor(cursor, CURSOR)
      const after = last ? { micros: last[0], id: last[1] } : null
      const rows = await desk.waiting(db, { after, limit: limit + 1 })
      const { items, next } = pageOf(rows, limit, (row) => [Number(row.created_micros), row.check_id])
      return { items: items.map(lineView), next }
    },
    async identityShow(call) {
      const { number } = call.input
      // the audit row is stored before the operator reads anything
      return db.tx(async (tx) => {
        const view = await shown(tx, number)
        await audit.write(tx, actorOf(call), { action: 'identity.read', subject: subjectOf(number) })
        return view
      })
    },
    async identityPicture(call) {
      const { number, slot } = call.input
      const { picture, memberId } = await db.tx(async (tx) => {
        const opened = await desk.look(tx, number, { slot, by: await reviewerOf(tx, call) })
        await audit.write(tx, actorOf(call), {
          action: 'identity.look',
          subject: subjectOf(number),
          after: { slot },
        })
        return opened
      })
      desk.moved(memberId)
      const { bytes, width, height } = picture
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { number, slot, type: 'image/webp', width, height, sha256, base64: bytes.toString('base64') }
    },
    identityApprove(call) {
      return act(call, { action: 'identity.approve' }, async (tx, by) => {
        const { row, decided } = await desk.approve(tx, call.input.number, by)
        return { memberId: row.member_id, after: { decided } }
      })
    },
    identityRefuse(call) {
      const { number, reason, note } = call.input
      return act(call, { action: 'identity.refuse' }, async (tx, by) => {
        const { row } = await desk.refuse(tx, number, { reason, note, by })
        return { memberId: row.member_id, after: { reason, note } }
      })
    },
    identityAskAgain(call) {
      const { number, slots, note } = call.input
      return act(call, { action: 'identity.again' }, async (tx, by) => {
        const { row } = await desk.askAgain(tx, number, { slots, note, by })
        return { memberId: row.member_id, after: { slots, note } }
      })
    },
  }
}
