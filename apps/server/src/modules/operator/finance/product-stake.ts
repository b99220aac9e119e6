/** What a finance product can cost the house when all its units are sold, beside what its reserve has. Amounts in minor units. */
import { termInterest } from '@fairlot/contract/money/finance-interest'
import type { Executor } from '../../../platform/db.ts'
import {
  checkProduct,
  coveredUnits,
  freeReserve,
  highestRebates,
  type ProductRow,
  rebateRateOf,
  type SavedProduct,
} from '../../finance/index.ts'

export type ProductStake = {
  /** null: the product is new */
  before: ProductRow | null
  unitInterest: bigint
  interest: bigint
  unitRebates: bigint
  rebates: bigint
  principal: bigint
  /** of the reserve: neither bound for interest nor for rebates */
  free: bigint
  /** units that the free reserve covers */
  covered: number
  /** what the reserve needs until all units are covered */
  missing: bigint
}

/** @throws Refusal as the save */
export async function stakeOfProduct(db: Executor, product: SavedProduct): Promise<ProductStake> {
  const { terms } = product
  const before = await checkProduct(db, product)
  const free = before ? freeReserve(before) : 0n
  const rebateRate = await rebateRateOf(db, terms.termHours)
  const principal = terms.unitPrice * BigInt(terms.totalUnits)
  const interest = termInterest(principal, terms)
  const rebates = highestRebates(principal, { rebateRate })
  const none = { units: 0, reserve: free, liability: 0n, rebates: 0n, rebateRate }
  const needed = interest + rebates
  return {
    before,
    unitInterest: termInterest(terms.unitPrice, terms),
    interest,
    unitRebates: highestRebates(terms.unitPrice, { rebateRate }),
    rebates,
    principal,
    free,
    covered: coveredUnits({ ...terms, ...none }),
    missing: needed > free ? needed - free : 0n,
  }
}
