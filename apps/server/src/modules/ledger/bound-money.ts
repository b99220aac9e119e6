/**
 * Money of a house account that is bound: it stays in the account, and nothing moves it out while it is bound. Rounds of
 * games bind in the bankroll what they may have to pay beyond their stakes; a witnessed draw binds in the guarantee what it
 * costs when the witnesses do not sign in time.
 */
import type { HouseAccount } from '@fairlot/contract/kinds/house-accounts'
import type { Statement, Tx } from '../../platform/db.ts'
import { HOUSE_BOOKS } from './transfer.ts'

const BIND: Statement = {
  name: 'house.bind',
  text: `
    with free as (
      select book, greatest(least($2::bigint, balance - lowest), 0) as amount from house_account where book = $1 for update)
    update house_account h set bound = h.bound + free.amount from free where h.book = free.book returning free.amount`,
}
const UNBIND: Statement = {
  name: 'house.unbind',
  text: 'update house_account set bound = bound - $2 where book = $1',
}

/**
 * Binds an amount (minor units), or as much of it as is free. Locks the account until the caller's commit.
 * @returns the bound amount
 */
export async function bindMoney(tx: Tx, account: HouseAccount, amount: bigint): Promise<bigint> {
  const [row] = await tx.query<{ amount: bigint }>(BIND, [HOUSE_BOOKS[account], amount])
  if (!row) throw new Error(`there is no house account ${account}`)
  return row.amount
}

/** Frees an amount that was bound. @throws Error (of the database) when less is bound */
export async function unbindMoney(tx: Tx, account: HouseAccount, amount: bigint): Promise<void> {
  if (amount > 0n) await tx.query(UNBIND, [HOUSE_BOOKS[account], amount])
}
