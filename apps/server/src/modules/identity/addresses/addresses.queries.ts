/** Statements of delivery addresses. */
import type { Executor, Statement, Tx } from '../../../platform/db.ts'

export type AddressRow = { address_id: string; sealed: Buffer; key_id: string; is_default: boolean }

const COLUMNS = 'address_id, sealed, key_id, is_default'

const LIST: Statement = {
  name: 'address.list',
  text: `select ${COLUMNS} from address where member_id = $1 order by is_default desc, changed_at desc, address_id`,
}

/** A member's addresses, the default one first, then the one that was changed last. */
export function addressesOf(db: Executor, memberId: string): Promise<AddressRow[]> {
  return db.query<AddressRow>(LIST, [memberId])
}

const ONE: Statement = {
  name: 'address.one',
  text: `select ${COLUMNS} from address where member_id = $1 and address_id = $2`,
}

export async function addressOf(db: Executor, memberId: string, id: string): Promise<AddressRow | undefined> {
  return (await db.query<AddressRow>(ONE, [memberId, id]))[0]
}

const CLEAR: Statement = {
  name: 'address.clear_default',
  text: 'update address set is_default = false where member_id = $1 and is_default and address_id <> $2',
}
const SAVE: Statement = {
  name: 'address.save',
  text: `
    insert into address (member_id, address_id, sealed, key_id, is_default, created_at, changed_at)
    select $1, $2, $3, $4, $5, at, at from business_clock
    on conflict (member_id, address_id) do update
      set sealed = excluded.sealed, key_id = excluded.key_id, is_default = excluded.is_default, changed_at = excluded.changed_at`,
}

/** Adds or changes an address of a locked member. A default one takes the place of the default before it. */
export async function saveAddressRow(
  tx: Tx,
  memberId: string,
  row: { id: string; sealed: Uint8Array; keyId: string; isDefault: boolean },
): Promise<void> {
  if (row.isDefault) await tx.query(CLEAR, [memberId, row.id])
  await tx.query(SAVE, [memberId, row.id, row.sealed, row.keyId, row.isDefault])
}

const DELETE: Statement = {
  name: 'address.delete',
  text: 'delete from address where member_id = $1 and address_id = $2 returning is_default',
}
const PROMOTE: Statement = {
  name: 'address.promote',
  text: `update address set is_default = true where (member_id, address_id) = (
      select member_id, address_id from address where member_id = $1 order by changed_at desc, address_id limit 1)`,
}

/** Deletes an address of a locked member; the one changed last becomes the default one in its place. @returns false: there is none */
export async function deleteAddressRow(tx: Tx, memberId: string, id: string): Promise<boolean> {
  const [deleted] = await tx.query<{ is_default: boolean }>(DELETE, [memberId, id])
  if (deleted?.is_default) await tx.query(PROMOTE, [memberId])
  return deleted !== undefined
}

const ERASE: Statement = { name: 'address.erase', text: 'delete from address where member_id = $1' }

/** Deletes all addresses of a member whose account is closed. */
export async function eraseAddresses(tx: Tx, memberId: string): Promise<void> {
  await tx.query(ERASE, [memberId])
}
