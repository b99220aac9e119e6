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

/**
 * SQL of the rows (member, version, balance) of members' wallets, for live updates: the version is the number of the wallet's lines in
 * the ledger, and grows with each change of the balance. A member without a wallet is left out.
 * @param members SQL of a list of ids
 */
export const WALLET_VERSIONS = (members: string) => `
  select w.member_id as member, w.lines as version, w.balance
  from unnest(${members}::uuid[]) as wanted(member_id) join wallet w using (member_id)`
