/**
 * Devices of members, so that an inviter who plays the friend is seen. The app keeps a random id; the database has a keyed hash of
 * it, which reveals nothing without the secrets file.
 */
import { createHmac } from 'node:crypto'
import type { Statement, Tx } from '../../../../platform/db.ts'

/** Devices of a member; with one more the oldest is forgotten. What it said was looked at when it came. */
export const MOST_DEVICES = 20

/** @param secret 32 bytes, hex; with another secret, stored devices no longer match */
export function deviceHasher(secret: string): (device: string) => Buffer {
  const key = createHmac('sha256', Buffer.from(secret, 'hex')).update('fairlot/device/1').digest()
  return (device) => createHmac('sha256', key).update(device).digest()
}

const SEEN: Statement = {
  name: 'device.seen',
  text: `
    insert into device_seen (member_id, device_hash, first_at) select $1, $2, at from business_clock
    on conflict do nothing returning 1`,
}
const TRIM: Statement = {
  name: 'device.trim',
  text: `
    delete from device_seen where member_id = $1 and device_hash in (
      select device_hash from device_seen where member_id = $1 and device_hash <> $2
      order by first_at desc, device_hash offset ${MOST_DEVICES - 1})`,
}

/** Notes the device of a log in. The caller has locked the member. @returns whether it is new for the member */
export async function noteDevice(tx: Tx, memberId: string, hash: Buffer): Promise<boolean> {
  if ((await tx.query(SEEN, [memberId, hash])).length === 0) return false
  await tx.query(TRIM, [memberId, hash])
  return true
}

const ERASE: Statement = { name: 'device.erase', text: 'delete from device_seen where member_id = $1' }

/** Erases the devices of a member whose account is closed: from now on no relation of the member earns. */
export async function eraseDevices(tx: Tx, memberId: string): Promise<void> {
  await tx.query(ERASE, [memberId])
}
