/** Whether every address of the address books opens. Run by the doctor. */
import type { Executor } from '../../../platform/db.ts'
import { createOpening } from '../../../platform/sealing.ts'
import { countUnsound } from '../../../platform/schema/sealed-rows.checks.ts'
import { addressRing, openBookAddress } from './addresses.ts'

type Row = { member_id: string } & Parameters<typeof openBookAddress>[2]

/** @param key of the secrets, 32 bytes */
export function checkAddresses(db: Executor, key: Uint8Array) {
  const opening = createOpening(addressRing(key))
  return countUnsound<Row>(
    db,
    'select member_id, address_id, sealed, key_id from address',
    (row) => openBookAddress(opening, row.member_id, row).street !== '',
  )
}
