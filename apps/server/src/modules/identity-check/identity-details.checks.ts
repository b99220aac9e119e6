/** Whether what members stated in identity checks opens where it is. Run by the doctor. */
import type { IdentityDocument } from '@fairlot/contract/life/identity-life'
import type { Executor } from '../../platform/db.ts'
import { createOpening } from '../../platform/sealing.ts'
import { countUnsound } from '../../platform/schema/sealed-rows.checks.ts'
import { fingerprintsOf, identityRing, openNumber, openPerson } from './identity-details.ts'

type Row = {
  member_id: string
  check_id: string
  document: IdentityDocument
  sealed: Buffer | null
  sealed_document: Buffer | null
  key_id: string
  fingerprint: Buffer
}

/** The fingerprint is what finds a document in other accounts. @param key of the secrets, 32 bytes */
export function checkIdentityDetails(db: Executor, key: Uint8Array) {
  const opening = createOpening(identityRing(key))
  return countUnsound<Row>(
    db,
    `select member_id, check_id, document, sealed, sealed_document, key_id, fingerprint
     from identity_check where sealed is not null or sealed_document is not null`,
    (row) => {
      const of = { memberId: row.member_id, checkId: row.check_id }
      if (row.sealed) openPerson(opening, of, { bytes: row.sealed, keyId: row.key_id })
      if (!row.sealed_document) return true
      const number = openNumber(opening, of, { bytes: row.sealed_document, keyId: row.key_id })
      return fingerprintsOf(key, row.document, number).some((one) => one.equals(row.fingerprint))
    },
  )
}
