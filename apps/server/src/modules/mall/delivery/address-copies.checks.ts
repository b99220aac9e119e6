/** Whether every address that an order keeps opens, and is that of the order. Run by the doctor. */
import type { Executor } from '../../../platform/db.ts'
import { createOpening } from '../../../platform/sealing.ts'
import { countUnsound } from '../../../platform/schema/sealed-rows.checks.ts'
import { addressRing, openAddressCopy } from '../../identity/index.ts'
import { addressSubject } from './prize-view.ts'

type Row = { member_id: string; purchase_id: string; address: Uint8Array; address_key: string }

/** @param key of the secrets, 32 bytes */
export function checkAddressCopies(db: Executor, key: Uint8Array) {
  const opening = createOpening(addressRing(key))
  return countUnsound<Row>(
    db,
    'select member_id, purchase_id, address, address_key from prize where address is not null',
    (row) =>
      openAddressCopy(opening, addressSubject(row), { bytes: row.address, keyId: row.address_key }).street !==
      '',
  )
}
