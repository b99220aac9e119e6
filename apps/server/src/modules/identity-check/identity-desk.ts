/** What the back office can do with identity checks. Every act runs in the caller's transaction, which also writes the audit row. */
import { IDENTITY_SLOTS, type IdentityReason, type IdentitySlot } from '@fairlot/contract/life/identity-life'
import type { Executor, Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OpenedPicture } from '../uploads/index.ts'
import { personOf, type IdentityCheckDeps } from './identity-check.ts'
import { ageOn, fingerprintsOf, openNumber, type Person } from './identity-details.ts'
import * as queries from './identity-check.queries.ts'
import type { CheckRow, Reviewer } from './identity-check.queries.ts'
import { approveCheck, askAgain, lookAt, refuseCheck, type Reviewed } from './review.ts'
import { lineOf, waitingChecks, type LineRow } from './waiting-checks.ts'

/** A check as a reviewer reads it. */
export type ShownCheck = {
  line: LineRow
  row: CheckRow
  person: Person | null
  /** completed years today */
  years: number | null
  documentNumber: string | null
  sameDocument: string[]
  pictures: { slot: IdentitySlot; state: 'kept' | 'again' | 'erased'; width: number; height: number }[]
}

export type IdentityDesk = {
  waiting(
    db: Executor,
    filter: { after: { micros: number; id: string } | null; limit: number },
  ): Promise<LineRow[]>
  /** @throws Refusal NO_SUCH_DATA */
  show(db: Executor, number: string): Promise<ShownCheck>
  /** @throws Refusal NO_SUCH_DATA */
  look(
    tx: Tx,
    number: string,
    at: { slot: IdentitySlot; by: Reviewer },
  ): Promise<{ picture: OpenedPicture; memberId: string }>
  approve(tx: Tx, number: string, by: Reviewer): Promise<Reviewed>
  refuse(
    tx: Tx,
    number: string,
    refusal: { reason: IdentityReason; note: string; by: Reviewer },
  ): Promise<Reviewed>
  askAgain(
    tx: Tx,
    number: string,
    asked: { slots: readonly IdentitySlot[]; note: string; by: Reviewer },
  ): Promise<Reviewed>
  /** Call it after the commit of an act. */
  moved(memberId: string): void
}

export function createIdentityDesk(deps: IdentityCheckDeps): IdentityDesk {
  return {
    waiting: waitingChecks,
    async show(db, number) {
      const [row, line] = [await queries.checkByNumber(db, number), await lineOf(db, number)]
      if (!row || !line) throw new Refusal('NO_SUCH_DATA')
      const person = personOf(deps, row)
      const { today } = await queries.todayOf(db, deps.utcOffsetMinutes)
      const { member_id: memberId, check_id: checkId } = row
      const bytes = row.sealed_document
      const documentNumber =
        bytes && openNumber(deps.sealing, { memberId, checkId }, { bytes, keyId: row.key_id })
      // a number that was erased has its own fingerprint only
      const fingerprints =
        documentNumber === null
          ? [row.fingerprint]
          : fingerprintsOf(deps.fingerprintKey, row.document, documentNumber)
      const sizes = await queries.pictureSizes(db, row)
      return {
        line,
        row,
        person,
        years: person && ageOn(person.birthDate, today),
        documentNumber,
        sameDocument: await queries.sameDocument(db, fingerprints, memberId),
        pictures: IDENTITY_SLOTS.flatMap((slot) => {
          const found = row.pictures.findLast((one) => one.slot === slot)
          const size = found && sizes.get(found.upload_id)
          return found
            ? [{ slot, state: found.state, width: size?.width ?? 0, height: size?.height ?? 0 }]
            : []
        }),
      }
    },
    look: (tx, number, at) => lookAt(deps, tx, number, at),
    approve: (tx, number, by) => approveCheck(deps, tx, number, by),
    refuse: (tx, number, refusal) => refuseCheck(deps, tx, number, refusal),
    askAgain: (tx, number, asked) => askAgain(deps, tx, number, asked),
    moved: (memberId) => deps.onMoved?.(memberId),
  }
}
