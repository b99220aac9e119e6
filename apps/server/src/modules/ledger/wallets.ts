/** Members' wallets: opening, locking, reading. */
import type { Executor, Statement, Tx } from '../../platform/db.ts'
import { uuids } from './arrays.ts'
import { WALLETS } from './books.ts'

/** Gives a member an empty wallet; a second call changes nothing. */
export async function openWallet(tx: Tx, memberId: string): Promise<void> {
  await tx.query('insert into wallet (member_id) values ($1) on conflict do nothing', [memberId])
}

/**
 * Locks wallets in key order. Everything that changes a balance, a limit, an exclusion or the closing of an account
 * holds this lock first.
 */
export async function lockWallets(tx: Tx, members: readonly string[]): Promise<void> {
  if (members.length > 0) await tx.query(WALLETS.lockMany, [uuids([...new Set(members)])])
}

const BALANCES: Statement = {
  name: 'wallet.balances',
  text: 'select balance, open_orders from wallet where member_id = $1',
}

/** A member's balance in minor units and the number of orders that wait for their draw. */
export async function balances(
  db: Executor,
  memberId: string,
): Promise<{ balance: bigint; openOrders: number }> {
  const [row] = await db.query<{ balance: bigint; open_orders: number }>(BALANCES, [memberId])
  return { balance: row?.balance ?? 0n, openOrders: row?.open_orders ?? 0 }
}

export type WalletState = {
  member: string
  /** minor units */
  balance: bigint
  /** lines of the wallet in the ledger: grows with each change of the balance */
  version: number
}

const STATES = {
  name: 'wallet.states',
  text: `select w.member_id as member, w.balance, w.lines::int as version
    from unnest($1::uuid[]) as wanted(member_id) join wallet w using (member_id)`,
}

/** States of wallets; a member without one is left out. */
export function walletStates(db: Executor, memberIds: readonly string[]): Promise<WalletState[]> {
  return db.query<WalletState>(STATES, [memberIds])
}
