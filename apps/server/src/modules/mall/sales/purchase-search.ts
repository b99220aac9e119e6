/** Finds purchases of shares for the wallet statement: by the number of an order or issue, by the product's code or title. */
import { readOrderNumber } from '@fairlot/contract/order-number'
import type { Executor } from '../../../platform/db.ts'
import { orderBySeq } from './orders.queries.ts'

/** Orders of one issue, and products, that a search finds at most. */
const MAX_ORDERS = 5_000
const MAX_PRODUCTS = 100

const PRODUCTS_OF = {
  name: 'statement.products',
  text: `select issue_id as "issueId", code from issue_terms where issue_id = any($1::uuid[])`,
}

/** The codes of the products of issues, by issue id. */
export async function productsOf(db: Executor, issueIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ issueId: string; code: string }>(PRODUCTS_OF, [issueIds])
  return new Map(rows.map(({ issueId, code }) => [issueId, code]))
}

// A title in any language: a member may know the product by the title of another one. An issue keeps the title that it opened with.
const TITLED = {
  name: 'statement.titled',
  text: `
    select code from product where code = upper($1)
    union select code from product_text where position(lower($1) in lower(title)) > 0
    union select terms.code from content_text kept join issue_content using (hash) join issue_terms terms using (issue_id)
      where position(lower($1) in lower(kept.title)) > 0
    order by code limit ${MAX_PRODUCTS}`,
}
const NUMBERED = {
  name: 'statement.numbered',
  text: `
    select issue_id as "issueId" from product_issue
    where code = substring($1 from '^(.*)-') and sequence = substring($1 from '-(\\d+)$')::bigint`,
}
const ORDERS = {
  name: 'statement.orders',
  text: `select purchase_id as "order" from purchase where member_id = $1 and subject_id = $2
    order by created_at desc limit ${MAX_ORDERS}`,
}
const ISSUE_NUMBER = /^[A-Z0-9]{1,12}-\d{4,10}$/

export type FoundPurchases = { orders: string[]; products: string[] }

/** The member's orders that a number names, else the products that a text names. */
export async function findPurchases(db: Executor, memberId: string, text: string): Promise<FoundPurchases> {
  const upper = text.toUpperCase()
  const order = readOrderNumber(upper)
  const issue = order?.issue ?? (ISSUE_NUMBER.test(upper) ? upper : undefined)
  if (issue === undefined) {
    const rows = await db.query<{ code: string }>(TITLED, [text])
    return { orders: [], products: rows.map(({ code }) => code) }
  }
  const [found] = await db.query<{ issueId: string }>(NUMBERED, [issue])
  return { orders: found ? await ordersIn(db, memberId, found.issueId, order?.seq) : [], products: [] }
}

async function ordersIn(db: Executor, memberId: string, issueId: string, seq: number | undefined) {
  if (seq !== undefined) {
    const one = await orderBySeq(db, issueId, seq)
    return one?.memberId === memberId ? [one.order] : []
  }
  const rows = await db.query<{ order: string }>(ORDERS, [memberId, issueId])
  return rows.map((row) => row.order)
}
