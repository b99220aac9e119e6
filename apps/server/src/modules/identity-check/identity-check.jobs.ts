import type { Tx } from '../../platform/db.ts'
import type { IdentityCheckDeps } from './identity-check.ts'
import { personOf } from './identity-check.ts'
import { ERASE, SEND } from './identity-jobs.ts'
import { openNumber } from './identity-details.ts'
import * as queries from './identity-check.queries.ts'
import { eraseOne } from './review.ts'

const CHUNK = 100

type JobDeps = IdentityCheckDeps & { isClosed: (tx: Tx, memberId: string) => Promise<boolean> }

/** Sends a check with its pictures to the company. A decided check is not sent. */
async function sendCheck(deps: JobDeps, memberId: string, checkId: string): Promise<void> {
  const row = await queries.checkById(deps.db, memberId, checkId)
  const person = row && personOf(deps, row)
  if (!deps.provider || !person || row.state !== 'waiting' || row.sealed_document === null) return
  const pictures = []
  for (const { slot, upload_id } of row.pictures) {
    const opened = await deps.uploads.open(deps.db, memberId, upload_id)
    if (!opened) throw new Error(`a picture of the identity check ${row.number} is missing`)
    pictures.push({ slot, type: 'image/webp' as const, base64: opened.bytes.toString('base64') })
  }
  const sealed = { bytes: row.sealed_document, keyId: row.key_id }
  await deps.provider.send({
    check: checkId,
    number: row.number,
    document: row.document,
    ...person,
    documentNumber: openNumber(deps.sealing, { memberId, checkId }, sealed),
    validUntil: row.valid_until,
    pictures,
  })
}

export function identityCheckJobs(deps: JobDeps): void {
  const { jobs, db } = deps
  jobs.handle(SEND, ({ data: { memberId, checkId } }) => sendCheck(deps, memberId, checkId))
  jobs.handle(ERASE, async ({ signal }) => {
    for (let full = true; full && !signal.aborted;) {
      const due = await queries.checksToErase(db, CHUNK)
      for (const { member_id, check_id } of due) {
        await db.tx(async (tx) => {
          const row = await queries.lockCheck(tx, member_id, check_id)
          if (!row || row.erased) return
          const keepsName = row.state === 'approved' && !(await deps.isClosed(tx, member_id))
          await eraseOne(deps, tx, row, keepsName)
        })
      }
      full = due.length === CHUNK
    }
  })
}
