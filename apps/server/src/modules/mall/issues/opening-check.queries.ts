/** Reads, locks, pauses and resumes products for the opening check. */
import type { Grade } from '@fairlot/fairness/draw'
import type { Executor, Tx } from '../../../platform/db.ts'
import { houseAvailable } from '../../ledger/index.ts'
import type { IssueValue } from './opening-check.ts'
import { readTiers, tierRows, type TierRows } from './tiers.ts'

/**
 * Checks that the subsidy account holds `need` (minor units). True: it does, and it stays locked until the transaction
 * ends. False: it does not, and the product is paused with the reason `unfunded`.
 */
export async function fundOrPauseProduct(tx: Tx, code: string, need: bigint): Promise<boolean> {
  if (need === 0n || (await houseAvailable(tx, 'subsidy')) >= need) return true
  await pauseProduct(tx, code, 'unfunded', need)
  return false
}

/** Pauses a product whose next issue cannot open. @param need the subsidy that the issue needs, minor units */
export async function pauseProduct(
  tx: Tx,
  code: string,
  reason: NonNullable<ProductState['pauseReason']>,
  need: bigint,
): Promise<void> {
  await tx.query(
    `update product set state = 'paused', pause_reason = $3, pause_need = $2, paused_at = business_now()
     where code = $1`,
    [code, need, reason],
  )
}

/** Resumes a product that paused by itself. A product that an operator paused stays paused. */
export async function resumeProduct(tx: Tx, code: string): Promise<void> {
  await tx.query(
    `update product set state = 'active', pause_reason = null, pause_need = null, paused_at = null
     where code = $1 and pause_reason is not null`,
    [code],
  )
}

/** SQL condition: the product is active, or it paused as unfunded and the subsidy account now covers what it needs. */
export const PRODUCT_MAY_OPEN = `(product.state = 'active' or (
  product.pause_reason = 'unfunded' and product.pause_need <= (
    select balance - lowest from house_account where name = 'subsidy')))`

const FUNDED = {
  name: 'products.fundedAgain',
  text: `select 1 from product where product.pause_reason = 'unfunded' and ${PRODUCT_MAY_OPEN} limit 1`,
}

/** Whether a product that paused as unfunded can resume. */
export async function isAnyPausedProductFunded(db: Executor): Promise<boolean> {
  return (await db.query(FUNDED)).length > 0
}

export type ProductState = {
  /** number of issues made so far */
  issued: number
  /** 0: no maximum */
  maxIssues: number
  state: 'active' | 'paused' | 'ended'
  /**
   * `unfunded`: the subsidy account lacks what the next issue needs; `uncovered`: the next issue needs more than the maximum
   * subsidy of the product; null for a product that is active or that an operator paused
   */
  pauseReason: 'unfunded' | 'uncovered' | null
  /** minor units */
  maxSubsidy: bigint
  grade: Grade
  saleDays: number
} & IssueValue

/** The grade of a product's next issues. Undefined: there is no product with this code. */
export async function productGrade(db: Executor, code: string): Promise<Grade | undefined> {
  const [row] = await db.query<{ grade: Grade }>('select grade from product where code = $1', [code])
  return row?.grade
}

/** Locks a product. Undefined: there is no product with this code. */
export async function lockProduct(tx: Tx, code: string): Promise<ProductState | undefined> {
  const [product] = await tx.query<Omit<ProductState, 'tiers'> & { tiers: TierRows | null }>(
    `select issued, max_issues as "maxIssues", state, pause_reason as "pauseReason", grade, sale_days as "saleDays",
       shares, share_price as "sharePrice", market_price as "marketPrice", recycle_percent as "recyclePercent",
       max_subsidy as "maxSubsidy", ${tierRows('tiers')} as tiers
     from product where code = $1 for update`,
    [code],
  )
  return product && { ...product, tiers: readTiers(product.tiers) }
}

const TO_OPEN = {
  name: 'products.toOpen',
  text: `
select product.code
from product
left join product_issue latest on latest.code = product.code and latest.sequence = product.issued
left join issue using (issue_id)
where ${PRODUCT_MAY_OPEN} and (product.issued > 0 or product.pause_reason is not null)
  and (product.max_issues = 0 or product.issued < product.max_issues)
  and (issue.status is null or issue.status not in ('scheduled', 'selling', 'expired'))
order by product.code limit 100`,
}

/** Codes of products that may have an issue on sale and have none. An expired issue is refunded before the next opens. */
export async function findProductsToOpen(db: Executor): Promise<string[]> {
  return (await db.query<{ code: string }>(TO_OPEN)).map(({ code }) => code)
}
