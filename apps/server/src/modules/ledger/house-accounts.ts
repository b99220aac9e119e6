/** Money that the house puts into its own accounts, from outside and before anything is promised out of them. */
import type { FundedAccount, HouseAccount } from '@fairlot/contract/house-accounts'
import { MS, type Executor, type Tx } from '../../platform/db.ts'
import { uuidv8 } from '../../platform/random.ts'
import { HOUSE_BOOKS, transfer } from './transfer.ts'

export type Funding = {
  account: FundedAccount
  /** minor units, above zero */
  amount: bigint
  /** of the bank, 1 to 140 characters: the same reference funds an account once */
  reference: string
  /** the two persons behind it, and the request that the second one approved; left out by the demo world and by tests */
  by?: { requestedBy: string; approvedBy: string; approvalId: string }
}

const WRITE = {
  name: 'house.funding',
  text: `
    insert into house_funding (book, funding_id, amount, reference, requested_by, approved_by, approval_id, funded_at)
    values ($1, $2, $3, $4, $5, $6, $7, business_now())
    on conflict do nothing returning ${MS("date_trunc('milliseconds', funded_at)")} as ms`,
}
const FIND = {
  name: 'house.funded',
  text: 'select amount from house_funding where book = $1 and reference = $2',
}

const MONEY_MODE = { name: 'house.money_mode', text: 'select money_mode from deployment' }

/** The funding's id: 122 bits of SHA-256 over account and reference, as a UUIDv8. */
function fundingId({ account, reference }: Funding): string {
  return uuidv8(`fairlot/funding/1\0${account}\0${reference}`)
}

/**
 * Funds an account of the house out of its cash, once per bank reference. Answers when that was, in Unix milliseconds;
 * null when it had been done before.
 * @throws Error when the reference funded the account with another amount, and for real money without two persons
 */
export async function fundHouse(tx: Tx, funding: Funding): Promise<number | null> {
  const { account, amount, reference, by } = funding
  if (!by) await refuseRealMoney(tx)
  const book = HOUSE_BOOKS[account]
  const id = fundingId(funding)
  const [written] = await tx.query<{ ms: bigint }>(WRITE, [
    book,
    id,
    amount,
    reference,
    by?.requestedBy ?? null,
    by?.approvedBy ?? null,
    by?.approvalId ?? null,
  ])
  if (!written) {
    const [known] = await tx.query<{ amount: bigint }>(FIND, [book, reference])
    if (known?.amount !== amount) throw new Error(`${reference} funded ${account} with another amount`)
    return null
  }
  await transfer(tx, { ref: id, kind: 'funding', from: { house: 'cash' }, to: { house: account }, amount })
  return Number(written.ms)
}

/** Where money is real, nobody funds alone: not the seed, not a script, not a mistake. */
async function refuseRealMoney(tx: Tx): Promise<void> {
  const [deployment] = await tx.query<{ money_mode: string }>(MONEY_MODE)
  if (deployment?.money_mode !== 'sandbox') throw new Error('real money of the house takes two persons')
}

const REFERENCE = {
  name: 'house.reference',
  text: 'select 1 from house_funding where book = $1 and reference = $2',
}

/** Whether a bank reference has funded an account already. */
export async function isFundingKnown(
  db: Executor,
  { account, reference }: Pick<Funding, 'account' | 'reference'>,
): Promise<boolean> {
  return (await db.query(REFERENCE, [HOUSE_BOOKS[account], reference])).length > 0
}

const ACCOUNTS = {
  name: 'house.accounts',
  text: 'select name, balance, balance - floor as available from house_account order by book',
}

/** The house's accounts with their balances and what they can pay, minor units. */
export function houseAccounts(
  db: Executor,
): Promise<{ name: HouseAccount; balance: bigint; available: bigint }[]> {
  return db.query(ACCOUNTS)
}
