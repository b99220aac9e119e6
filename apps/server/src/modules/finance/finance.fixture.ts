/** Finance products for tests of the money: members with wallets, products with reserves, and a clock that moves. */
import { randomUUID } from 'node:crypto'
import { testMall, testMembers, type TestMall } from '../../testing/mall.ts'
import { failing } from '../../testing/planted.ts'
import { sellUnits, type SellOptions } from '../../testing/made/finance.ts'
import {
  createSeller,
  ledgerChecks,
  type PurchaseAnswer,
  type PurchaseForm,
  purchaseKeys,
  type Seller,
  sellersChecks,
} from '../ledger/index.ts'
import { shareSeller } from '../mall/index.ts'
import { financeChecks } from './finance.checks.ts'
import { exitOrder } from './interest/exit.ts'
import { payDue } from './interest/interest.jobs.ts'
import { reserveBook } from './sale/finance-books.ts'
import { productOf, type ProductRow } from './products/products.queries.ts'
import { unitSeller } from './sale/unit-seller.ts'
import { orderOf, type OrderRow } from './views/orders.queries.ts'

export const UNIT = 10_000n
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export const FINANCE_CHECKS = [
  ...ledgerChecks,
  ...sellersChecks([shareSeller, unitSeller], [reserveBook]),
  ...financeChecks,
]

export type TestFinance = {
  mall: TestMall
  seller: Seller
  members(count: number, balance?: bigint): Promise<string[]>
  /** Makes a product with a reserve. @returns its code */
  product(options?: SellOptions): Promise<string>
  row(code: string): Promise<ProductRow>
  buy(member: string, code: string, units: number, requestId?: string): Promise<PurchaseAnswer>
  order(member: string, id: string): Promise<OrderRow>
  exit(member: string, id: string): Promise<OrderRow>
  /** accrues and pays out what is due */
  pay(): Promise<void>
  /** moves business time on */
  advance(ms: number): Promise<void>
  /** titles of the checks of ledger and finance that find a breach */
  broken(): Promise<string[]>
  close(): Promise<void>
}

let codes = 0

export async function testFinance(lanes: PurchaseForm = 'one'): Promise<TestFinance> {
  const mall = await testMall()
  const { db, database } = mall
  const seller = createSeller({ url: database.appUrl, definition: unitSeller, lanes })
  const row = async (code: string) => {
    const found = await productOf(db, code)
    if (!found) throw new Error(`there is no finance product ${code}`)
    return found
  }
  return {
    mall,
    seller,
    row,
    members: (count, balance = 10_000n * UNIT) => testMembers(mall, count, balance),
    async product(options) {
      const code = `F${++codes}`
      await sellUnits({ db }, code, options)
      return code
    },
    async buy(member, code, units, requestId = randomUUID()) {
      const { productId, unitPrice, maxUnits } = await row(code)
      return seller.buy({
        ...purchaseKeys(member, requestId),
        subject: productId,
        quantity: units,
        amount: unitPrice * BigInt(units),
        maxPerMember: maxUnits,
      })
    },
    async order(member, id) {
      const found = await orderOf(db, member, id)
      if (!found) throw new Error(`there is no finance order ${id}`)
      return found
    },
    exit: (member, id) => exitOrder(db, member, id),
    pay: () => payDue({ db, newId: randomUUID, onPaid: () => undefined }),
    advance: (ms) => database.advanceClock(ms),
    broken: () => failing(db, FINANCE_CHECKS),
    async close() {
      await seller.close()
      await mall.close()
    },
  }
}
