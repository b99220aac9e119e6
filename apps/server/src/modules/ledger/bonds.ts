/**
 * What witnessed draws bind in the house account `guarantee`: from the seal until the witnesses have signed it, or until the members
 * are paid, the most that the draw can cost beyond its escrow or pool.
 */
import type { Executor, Statement, Tx } from '../../platform/db.ts'
import { bindMoney, unbindMoney } from './bound-money.ts'

const FOUND: Statement = { name: 'bond.found', text: 'select 1 from guarantee_bond where subject = $1' }
const ROOM: Statement = {
  name: 'bond.room',
  text: `select 1 from house_account where name = 'guarantee' and balance - bound - floor >= $1`,
}
const WRITE: Statement = {
  name: 'bond.write',
  text: 'insert into guarantee_bond (subject, amount) values ($1, $2)',
}
const FREE: Statement = {
  name: 'bond.free',
  text: `update guarantee_bond set freed_at = greatest(bound_at, business_now()) where subject = $1 and freed_at is null
    returning amount`,
}

/**
 * Binds the whole amount for a subject (issue id or event id), once. Locks the account until the caller's commit.
 * @returns false: the account has less that is free; nothing is bound then
 */
export async function bindGuarantee(tx: Tx, subject: string, amount: bigint): Promise<boolean> {
  if (amount === 0n || (await tx.query(FOUND, [subject])).length > 0) return true
  const bound = await bindMoney(tx, 'guarantee', amount)
  if (bound < amount) {
    await unbindMoney(tx, 'guarantee', bound)
    return false
  }
  await tx.query(WRITE, [subject, amount])
  return true
}

/** Whether the account has so much that is free now. Locks nothing: `bindGuarantee` decides. */
export async function isGuaranteeFree(db: Executor, amount: bigint): Promise<boolean> {
  return (await db.query(ROOM, [amount])).length > 0
}

/** Frees what a subject has bound. Does nothing when it has bound nothing, or it is free already. */
export async function freeGuarantee(tx: Tx, subject: string): Promise<void> {
  const [bond] = await tx.query<{ amount: bigint }>(FREE, [subject])
  if (bond) await unbindMoney(tx, 'guarantee', bond.amount)
}
