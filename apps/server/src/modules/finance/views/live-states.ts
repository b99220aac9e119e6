/** The state of finance products for live updates. */
import type { FinanceSale } from '@fairlot/contract/life/finance-life'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Executor } from '../../../platform/db.ts'
import { productsOf } from '../products/products.queries.ts'
import { coveredUnits, unitsLeft } from '../products/room.ts'

export type FinanceState = {
  code: string
  version: number
  sale: FinanceSale
  left: number
  covered: number
  members: number
  openOrders: number
  principal: string
  custody: string
  reserve: string
  liability: string
  rebates: string
  paid: string
}

/** Unknown products are left out. */
export async function financeStates(db: Executor, codes: readonly string[]): Promise<FinanceState[]> {
  const rows = await productsOf(db, codes)
  return rows.map((row) => ({
    code: row.code,
    version: row.version,
    sale: row.sale,
    left: unitsLeft(row),
    covered: coveredUnits(row),
    members: row.members,
    openOrders: row.openOrders,
    principal: formatMoney(row.principal),
    custody: formatMoney(row.custody),
    reserve: formatMoney(row.reserve),
    liability: formatMoney(row.liability),
    rebates: formatMoney(row.rebates),
    paid: formatMoney(row.paid),
  }))
}
