/** Money that the house puts into its own accounts, from outside and before anything is promised out of them. */
import { createHash } from 'node:crypto'
import { MS, type Tx } from '../../platform/db.ts'
import { uuidText } from '../../platform/random.ts'
import { HOUSE_BOOKS, transfer } from './transfer.ts'

export type FundedAccount = 'bankroll' | 'marketing' | 'subsidy'

export type Funding = {
  account: FundedAccount
  /** minor units, above zero */
  amount: bigint
  /** of the bank, 1 to 140 characters: the same reference funds an account once */
  reference: string
}

const WRITE = {
  name: 'house.funding',
  text: `insert into house_funding (book, funding_id, amount, reference, funded_at) values ($1, $2, $3, $4, business_now())
    on conflict do nothing returning ${MS("date_trunc('milliseconds', funded_at)")} as ms`,
}
const FIND = {
  name: 'house.funded',
  text: 'select amount from house_funding where book = $1 and reference = $2',
}

/** The funding's id: 122 bits of SHA-256 over account and reference, as a UUIDv8. */
function fundingId({ account, reference }: Funding): string {
  const bytes = new Uint8Array(
    createHash('sha256').update(`fairlot/funding/1\0${account}\0${reference}`).digest(),
  )
  bytes[6] = 0x80 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  return uuidText(bytes.subarray(0, 16))
}

/**
 * Funds an account of the house out of its cash, once per bank reference. Answers when that was, in Unix milliseconds;
 * null when it had been done before.
 * @throws Error when the reference funded the account with another amount
 */
export async function fundHouse(tx: Tx, funding: Funding): Promise<number | null> {
  const { account, amount, reference } = funding
  const book = HOUSE_BOOKS[account]
  const id = fundingId(funding)
  const [written] = await tx.query<{ ms: bigint }>(WRITE, [book, id, amount, reference])
  if (!written) {
    const [known] = await tx.query<{ amount: bigint }>(FIND, [book, reference])
    if (known?.amount !== amount) throw new Error(`${reference} funded ${account} with another amount`)
    return null
  }
  await transfer(tx, { ref: id, kind: 'funding', from: { house: 'cash' }, to: { house: account }, amount })
  return Number(written.ms)
}
