/**
 * The opening check: whatever an issue can have to pay is covered before its first share is sold, by its own full sales
 * and, for what these do not cover, by the house's subsidy account, whose part moves into the issue's escrow with the
 * opening. A product whose next issue is not covered pauses, and goes on by itself when the account is funded.
 */
import { share } from '@fairlot/contract/money'
import type { Executor, Tx } from '../../../platform/db.ts'
import { houseAvailable, transfer } from '../../ledger/index.ts'
import { issueBook } from '../sales/share-seller.ts'

export type Obligations = {
  /** cash prizes of all tiers */
  prizes: bigint
  /** what recycling the goods would pay, rounded down to 1/10,000 */
  recycling: bigint
  /** what vouchers add for members who buy with one */
  vouchers: bigint
  /** the highest rebates to inviters */
  rebates: bigint
  /** the highest refunds of lost orders by VIP level */
  refunds: bigint
}

/** What an issue's cover is computed from; amounts in minor units. */
export type IssueValue = {
  shares: number
  sharePrice: bigint
  marketPrice: bigint
  recyclePercent: number
}

/** Everything that an issue can have to pay, in minor units: the one place that counts it. */
export function obligationsOf({ marketPrice, recyclePercent }: IssueValue): Obligations {
  return {
    // goods are shipped or recycled; cash modes, vouchers, rebates and VIP refunds are not sold yet
    prizes: 0n,
    recycling: share(marketPrice, BigInt(recyclePercent), 100n),
    vouchers: 0n,
    rebates: 0n,
    refunds: 0n,
  }
}

/** What the house has to add to the full sales of an issue, in minor units; 0 when these cover everything. */
export function subsidyFor(value: IssueValue): bigint {
  const { prizes, recycling, vouchers, rebates, refunds } = obligationsOf(value)
  const owed = prizes + recycling + vouchers + rebates + refunds
  const sales = value.sharePrice * BigInt(value.shares)
  return owed > sales ? owed - sales : 0n
}

/**
 * Whether the subsidy account holds `need`. If so it stays locked until the caller has taken it. If not, the product
 * pauses in the caller's transaction, saying why.
 */
export async function isFunded(tx: Tx, code: string, need: bigint): Promise<boolean> {
  if (need === 0n || (await houseAvailable(tx, 'subsidy')) >= need) return true
  await tx.query(
    `update product set state = 'paused', pause_reason = 'unfunded', pause_need = $2, paused_at = business_now()
     where code = $1`,
    [code, need],
  )
  return false
}

/** The opposite of the pause above; a product that an operator paused stays so. */
export async function resume(tx: Tx, code: string): Promise<void> {
  await tx.query(
    `update product set state = 'active', pause_reason = null, pause_need = null, paused_at = null
     where code = $1 and pause_reason = 'unfunded'`,
    [code],
  )
}

/** Moves the house's part into the escrow of an issue that opens in this transaction. */
export async function takeSubsidy(tx: Tx, issueId: string, amount: bigint): Promise<void> {
  if (amount === 0n) return
  await transfer(tx, {
    ref: issueId,
    kind: 'subsidy',
    from: { house: 'subsidy' },
    to: { book: issueBook, key: issueId },
    amount,
  })
}

/** In SQL: a product that may open issues now. One that lacked funds may again once they are there. */
export const MAY_OPEN = `(p.state = 'active' or (p.pause_reason = 'unfunded' and p.pause_need <= (
  select balance - floor from house_account where name = 'subsidy')))`

const FUNDED_AGAIN = {
  name: 'products.fundedAgain',
  text: `select 1 from product p where p.pause_reason = 'unfunded' and ${MAY_OPEN} limit 1`,
}

/** Whether a product that paused for lack of funds can go on. */
export async function isAnyFundedAgain(db: Executor): Promise<boolean> {
  return (await db.query(FUNDED_AGAIN)).length > 0
}

export type ProductState = {
  issued: number
  maxIssues: number
  state: 'active' | 'paused'
  pauseReason: 'unfunded' | null
  grade: 'plain' | 'salt' | 'beacon'
  saleDays: number
} & IssueValue

/** Locks a product. Undefined when there is none of this code. */
export async function lockProduct(tx: Tx, code: string): Promise<ProductState | undefined> {
  const [product] = await tx.query<ProductState>(
    `select issued, max_issues as "maxIssues", state, pause_reason as "pauseReason", grade, sale_days as "saleDays",
       shares, share_price as "sharePrice", market_price as "marketPrice", recycle_percent as "recyclePercent"
     from product where code = $1 for update`,
    [code],
  )
  return product
}

/** Products that could have an issue on sale and have none. An expired issue is refunded before the next one opens. */
export async function productsToOpen(db: Executor): Promise<string[]> {
  const rows = await db.query<{ code: string }>({
    name: 'products.toOpen',
    text: `select p.code from product p
      left join product_issue n on n.code = p.code and n.sequence = p.issued
      left join issue i using (issue_id)
      where ${MAY_OPEN} and (p.issued > 0 or p.pause_reason is not null) and (p.max_issues = 0 or p.issued < p.max_issues)
        and (i.status is null or i.status not in ('scheduled', 'selling', 'expired'))
      order by p.code limit 100`,
  })
  return rows.map(({ code }) => code)
}
