/** Who may take a gift: one account of a person, with a device, and so many behind one network address on a business day. */
import { addressKey } from '../../../../platform/http/client-address.ts'
import type { Executor, Statement, Tx } from '../../../../platform/db.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { hasTwinWithGift } from './same-person.queries.ts'

const DEVICE: Statement = {
  name: 'gift.device',
  text: 'select exists (select from device_seen where member_id = $1) as has',
}

/** Whether the member ever logged in with a device. */
export async function hasDevice(db: Executor, memberId: string): Promise<boolean> {
  const [row] = await db.query<{ has: boolean }>(DEVICE, [memberId])
  return row?.has === true
}

const FORGET: Statement = { name: 'gift.forget', text: 'delete from gift_address where day < $1::date' }
const COUNT: Statement = {
  name: 'gift.count',
  text: `
    insert into gift_address as a (day, address, gifts) values ($1::date, $2, 1)
    on conflict (day, address) do update set gifts = a.gifts + 1 returning gifts`,
}

/**
 * Counts a gift that this transaction gives. Gifts are given one after the other: a lock is held until the commit.
 * @throws Refusal DEVICE_MISSING, SAME_PERSON, GIFT_LATER
 */
export async function countGift(
  tx: Tx,
  gift: { member: string; day: string; address: string; most: number },
): Promise<void> {
  if (!(await hasDevice(tx, gift.member))) throw new Refusal('DEVICE_MISSING')
  if (await hasTwinWithGift(tx, gift.member)) throw new Refusal('SAME_PERSON')
  await tx.query(FORGET, [gift.day])
  const [row] = await tx.query<{ gifts: number }>(COUNT, [gift.day, addressKey(gift.address)])
  if (row!.gifts > gift.most) throw new Refusal('GIFT_LATER')
}
