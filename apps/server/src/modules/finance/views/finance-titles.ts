/** What purchases of units were of, for the wallet statement. */
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { Executor, Statement } from '../../../platform/db.ts'
import { textsOf } from '../products/products.queries.ts'
import { titledOrders } from './orders.queries.ts'

export type UnitTitle = {
  issue: null
  round: null
  /** code of the product */
  finance: string
  title: string
  number: string | null
}

/** Titles by order id, in a language. */
export async function unitTitles(
  db: Executor,
  purchases: readonly { purchase: string; subject: string }[],
  language: OfferedLanguage,
): Promise<Map<string, UnitTitle>> {
  const rows = await titledOrders(db, purchases)
  const texts = await textsOf(db, [...new Set(rows.map(({ productId }) => productId))], language)
  return new Map(
    rows.map(({ purchase, code, productId, seq }) => [
      purchase,
      {
        issue: null,
        round: null,
        finance: code,
        title: texts.get(productId)?.name ?? code,
        number: seq === null ? null : `${code}-${seq}`,
      },
    ]),
  )
}

const CODES: Statement = {
  name: 'finance.codes',
  text: 'select product_id as id, code from finance_product where product_id = any($1::uuid[])',
}

/** The codes of products, by product id. */
export async function codesOf(db: Executor, productIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; code: string }>(CODES, [productIds])
  return new Map(rows.map(({ id, code }) => [id, code]))
}

const NUMBERED: Statement = {
  name: 'finance.numbered',
  text: `
    select o.purchase_id as id from finance_product p join finance_order o using (product_id)
    where p.code = $2 and o.member_id = $1 and ($3::int is null or o.seq = $3) order by o.bought_ms desc limit 5000`,
}
const NUMBER = /^([A-Z0-9]{1,12})(?:-(\d{1,9}))?$/

/** The member's orders that the code of a product, or the number of an order, names. */
export async function findUnits(db: Executor, memberId: string, text: string): Promise<string[]> {
  const [, code, seq] = NUMBER.exec(text.trim().toUpperCase()) ?? []
  if (code === undefined) return []
  const rows = await db.query<{ id: string }>(NUMBERED, [memberId, code, seq ?? null])
  return rows.map(({ id }) => id)
}
