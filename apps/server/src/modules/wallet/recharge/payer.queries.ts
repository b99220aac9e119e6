import type { Statement, Tx } from '../../../platform/db.ts'

const ERASE: Statement = {
  name: 'payer.erase',
  text: 'update recharge set payer = null where member_id = $1 and payer is not null',
}
const LOCK: Statement = {
  name: 'payer.lock',
  text: 'select 1 from recharge where member_id = $1 and payer is not null order by recharge_id for update',
}
const SLIPS: Statement = {
  name: 'payer.slips',
  text: 'select slip_id from recharge_proof where member_id = $1 and slip_id is not null',
}

/** Locks the recharges that `erasePayers` will change. Call it before the wallet is locked. */
export async function lockPayers(tx: Tx, memberId: string): Promise<void> {
  await tx.query(LOCK, [memberId])
}

/**
 * Erases what a member said about the payers of recharges.
 * @returns the uploads of slips, for the caller to erase
 */
export async function erasePayers(tx: Tx, memberId: string): Promise<string[]> {
  await tx.query(ERASE, [memberId])
  const slips = await tx.query<{ slip_id: string }>(SLIPS, [memberId])
  return [...new Set(slips.map(({ slip_id: id }) => id))]
}
