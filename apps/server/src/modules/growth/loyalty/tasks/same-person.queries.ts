/** Accounts that look like one person: they share a device, a payout account, or the address that they paid from. */
import type { Executor, Statement, Tx } from '../../../../platform/db.ts'

/** $1 the member. */
const OTHERS = `
  select other.member_id from device_seen own join device_seen other using (device_hash) where own.member_id = $1
  union all
  select other.member_id from payout_account own join payout_account other using (fingerprint) where own.member_id = $1
  union all
  select other.member_id from trc20_transfer own join trc20_transfer other using (sender) where own.member_id = $1`

const TAKEN: Statement = {
  name: 'gift.taken',
  text: `
    select exists (
      select from (${OTHERS}) others
      join task_claim c on c.member_id = others.member_id and c.claim like 'gift%'
      where others.member_id <> $1) as taken`,
}
const LOCK: Statement = { name: 'gift.lock', text: 'select 1 from loyalty_head for update' }

/** Whether another account of the same person took a gift. Gifts are given one after the other: the lock is held until the commit. */
export async function hasTwinWithGift(tx: Tx, memberId: string): Promise<boolean> {
  await tx.query(LOCK)
  const [row] = await tx.query<{ taken: boolean }>(TAKEN, [memberId])
  return row?.taken === true
}

/** The same, without the lock, for what the list shows. */
export async function looksLikeTwin(db: Executor, memberId: string): Promise<boolean> {
  const [row] = await db.query<{ taken: boolean }>(TAKEN, [memberId])
  return row?.taken === true
}
