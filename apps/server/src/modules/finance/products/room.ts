/** How many units of a product can still be bought. */
import { termInterest } from '@fairlot/contract/money/finance-interest'
import { share } from '@fairlot/contract/money/money'
import type { ProductRow } from './products.queries.ts'

/** What rebate rates are parts of. */
const RATE = 10_000n

export const unitsLeft = ({ totalUnits, units }: Pick<ProductRow, 'totalUnits' | 'units'>): number =>
  totalUnits - units

type Reserved = Pick<ProductRow, 'reserve' | 'liability' | 'rebates'>

/** What of the reserve is bound neither for interest nor for rebates, in minor units. */
export const freeReserve = ({ reserve, liability, rebates }: Reserved): bigint =>
  reserve - liability - rebates

/** The highest rebates of an order, in minor units. */
export const highestRebates = (principal: bigint, { rebateRate }: Pick<ProductRow, 'rebateRate'>): bigint =>
  share(principal, BigInt(rebateRate), RATE)

/**
 * The most units in one order whose interest and rebates the free part of the reserve covers, at most those that are left.
 * @param free minor units
 */
export function coveredUnits(
  product: Pick<
    ProductRow,
    'totalUnits' | 'units' | 'unitPrice' | 'dailyRatePpm' | 'termHours' | 'rebateRate'
  > &
    Reserved,
  free: bigint = freeReserve(product),
): number {
  const covers = (units: number) => {
    const principal = product.unitPrice * BigInt(units)
    return termInterest(principal, product) + highestRebates(principal, product) <= free
  }
  // both round down, each by itself: the most is searched by halves
  let [covered, tooMany] = [0, Math.max(0, unitsLeft(product)) + 1]
  while (tooMany - covered > 1) {
    const middle = Math.floor((covered + tooMany) / 2)
    if (covers(middle)) covered = middle
    else tooMany = middle
  }
  return covered
}
