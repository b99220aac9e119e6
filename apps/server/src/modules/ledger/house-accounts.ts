/** House funding: money that the house puts into its own accounts from outside. */
import type { FundedAccount, HouseAccount } from '@fairlot/contract/kinds/house-accounts'
import { foldedReference } from '@fairlot/contract/typed-text'
import { MS, type Executor, type Tx } from '../../platform/db.ts'
import { uuidv8 } from '../../platform/random.ts'
import { HOUSE_BOOKS, transfer } from './transfer.ts'

export type Funding = {
  account: FundedAccount
  /** minor units, above zero */
  amount: bigint
  /** of the bank, 1 to 140 characters; a reference funds an account once */
  reference: string
  /** the two operators, and the approval request; only the demo world and tests of a sandbox leave it out */
  by?: { requestedBy: string; approvedBy: string; approvalId: string }
}

const WRITE = {
  name: 'house.funding',
  text: `
    insert into house_funding (book, funding_id, amount, reference, requested_by, approved_by, approval_id, funded_at)
    values ($1, $2, $3, $4, $5, $6, $7, business_now())
    on conflict do nothing returning ${MS("date_trunc('milliseconds', funded_at)")} as ms`,
}
/** SQL: the reference is $2 in any case, or the funding that has the id $3. Before migration 0112 ids told cases apart. */
const SAME = '(upper(reference) = upper($2) or funding_id = $3)'
const FIND = {
  name: 'house.funded',
  text: `select amount from house_funding where book = $1 and ${SAME}`,
}

const MONEY_MODE = { name: 'house.money_mode', text: 'select money_mode from deployment' }

/** The funding's id: 122 bits of SHA-256 over account and reference, as a UUIDv8. So the key refuses a reference in another case. */
function fundingId({ account, reference }: Pick<Funding, 'account' | 'reference'>): string {
  return uuidv8(`fairlot/funding/1\0${account}\0${foldedReference(reference)}`)
}

/**
 * Funds an account of the house from its cash, once per bank reference.
 * @returns the time of the funding in Unix milliseconds; null when an earlier call funded the account
 * @throws Error when the reference funded the account with another amount, or real money is funded without two operators
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
    const [known] = await tx.query<{ amount: bigint }>(FIND, [book, reference, id])
    if (known?.amount !== amount) throw new Error(`${reference} funded ${account} with another amount`)
    return null
  }
  await transfer(tx, { ref: id, kind: 'funding', from: { house: 'cash' }, to: { house: account }, amount })
  return Number(written.ms)
}

/** Real money needs two operators: no seed and no script moves it. @throws Error */
export async function refuseRealMoney(tx: Tx): Promise<void> {
  const [deployment] = await tx.query<{ money_mode: string }>(MONEY_MODE)
  if (deployment?.money_mode !== 'sandbox') throw new Error('real money takes two persons')
}

const REFERENCE = {
  name: 'house.reference',
  text: `select 1 from house_funding where book = $1 and ${SAME}`,
}

/** Whether a bank reference has already funded an account, in whatever case it was written. */
export async function isFundingKnown(
  db: Executor,
  funding: Pick<Funding, 'account' | 'reference'>,
): Promise<boolean> {
  const { account, reference } = funding
  return (await db.query(REFERENCE, [HOUSE_BOOKS[account], reference, fundingId(funding)])).length > 0
}

const ACCOUNTS = {
  name: 'house.accounts',
  text: 'select name, balance, balance - lowest as available from house_account order by book',
}

/** The house's accounts with their balances and the amounts that they can pay, in minor units. */
export function houseAccounts(
  db: Executor,
): Promise<{ name: HouseAccount; balance: bigint; available: bigint }[]> {
  return db.query(ACCOUNTS)
}
