/**
 * The end of what a matured order binds for rebates. Growth knows what inviters get; that much goes from the reserve to the marketing
 * account, which pays it, and the rest is free again. An early exit frees all of it (`interest/exit.ts`).
 */
import type { Statement, Tx } from '../../../platform/db.ts'
import { array, moveToHouse, uuids } from '../../ledger/index.ts'
import { reserveBook } from '../sale/finance-books.ts'

/** The kind of the two lines of an order. */
export const BOUND_POSTING = 'unit_rebates'

/** A matured order of a product, and the key of the product's reserve. */
export type BoundOrder = { product: string; reserve: string; order: string }

const STILL: Statement = {
  name: 'finance.bound.still',
  text: `
    select purchase_id as order from finance_order
    where product_id = $1 and purchase_id = any($2::uuid[]) and state = 'completed' and rebates > 0 and rebates_used is null
    order by seq`,
}
const END: Statement = {
  name: 'finance.bound.end',
  text: `
    update finance_order o set rebates_used = item.used, rebates_ended_at = business_now()
    from unnest($2::uuid[], $3::bigint[]) as item(purchase_id, used)
    where o.product_id = $1 and o.purchase_id = item.purchase_id
    returning o.rebates`,
}
const FREE: Statement = {
  name: 'finance.bound.free',
  text: 'update finance_product set rebates = rebates - $2, changes = changes + 1 where product_id = $1',
}

/**
 * Locks the product of orders, all of the same one, until the caller's commit.
 * @returns those that still bind money
 */
export async function lockBound(tx: Tx, orders: readonly BoundOrder[]): Promise<BoundOrder[]> {
  const [first] = orders
  if (!first) return []
  await tx.query(reserveBook.lock, [first.reserve])
  const still = await tx.query<{ order: string }>(STILL, [
    first.product,
    uuids(orders.map(({ order }) => order)),
  ])
  return still.map(({ order }) => ({ ...first, order }))
}

/**
 * Moves what inviters get for orders to the marketing account, and frees the rest. The caller holds the lock of `lockBound`.
 * @param amounts minor units by order; none: nothing is paid
 * @throws a database error when an order would pay more than it binds
 */
export async function payBound(
  tx: Tx,
  orders: readonly BoundOrder[],
  amounts: ReadonlyMap<string, bigint>,
): Promise<void> {
  const [first] = orders
  if (!first) return
  const { product, reserve } = first
  const used = orders.map(({ order }) => ({ ref: order, amount: amounts.get(order) ?? 0n }))
  const ended = await tx.query<{ rebates: bigint }>(END, [
    product,
    uuids(used.map(({ ref }) => ref)),
    array(used.map(({ amount }) => amount)),
  ])
  await tx.query(FREE, [product, ended.reduce((sum, { rebates }) => sum + rebates, 0n)])
  await moveToHouse(tx, {
    kind: BOUND_POSTING,
    from: { book: reserveBook, key: reserve },
    to: 'marketing',
    items: used.filter(({ amount }) => amount > 0n),
  })
}
