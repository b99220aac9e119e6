/** How many units of a product can still be bought. */
import type { ProductRow } from './products.queries.ts'

/** What principal × rate × hours is divided by (`finance-interest.ts`). */
const PARTS = 24_000_000n

export const unitsLeft = ({ totalUnits, units }: Pick<ProductRow, 'totalUnits' | 'units'>): number =>
  totalUnits - units

/**
 * The most units in one order whose interest the free part of the reserve covers, at most those that are left.
 * @param free minor units
 */
export function coveredUnits(
  product: Pick<
    ProductRow,
    'totalUnits' | 'units' | 'unitPrice' | 'dailyRatePpm' | 'termHours' | 'reserve' | 'liability'
  >,
  free: bigint = product.reserve - product.liability,
): number {
  const perUnit = product.unitPrice * BigInt(product.dailyRatePpm) * BigInt(product.termHours)
  // interest rounds down: floor(units × perUnit / PARTS) ≤ free
  const covered = ((free + 1n) * PARTS - 1n) / perUnit
  const left = BigInt(unitsLeft(product))
  return Number(covered < left ? covered : left)
}
