/**
 * Maturity: orders whose term is over and whose interest has accrued to the last step are paid out, in chunks. The interest
 * goes from the reserve to custody, and principal and interest go from custody to the wallets, in one transaction. What the order
 * binds for rebates stays bound until growth knows them (`reserve/bound-rebates.ts`).
 */
import type { Db, Statement, Tx } from '../../../platform/db.ts'
import { settlePurchases, SETTLEMENT_CHUNK, transfer, uuids } from '../../ledger/index.ts'
import { custodyBook, reserveBook } from '../sale/finance-books.ts'
import { unitSeller } from '../sale/unit-seller.ts'
import { type PayingProduct, SETTLED_MS } from './accrue.ts'

const MATURE: Statement = {
  name: 'finance.mature.due',
  text: `
    select purchase_id as id, member_id as member from finance_order
    where product_id = $1 and due_ms is not null and accrued_steps = steps
      and due_ms <= ${SETTLED_MS}
    order by due_ms limit $2`,
}

/** $1 the product, $2 its orders. With daily payout the interest was credited before. */
const OUTCOMES = `
  select o.member_id, o.purchase_id, o.principal as amount, 'matured' as result,
    o.principal + case p.payout when 'at_maturity' then o.interest else 0 end as payout
  from finance_order o join finance_product p using (product_id)
  where o.product_id = $1 and o.purchase_id = any($2::uuid[])`

/** The orders that still wait: another process or an exit may have ended some of them. */
const STILL: Statement = {
  name: 'finance.mature.still',
  text: `
    select count(*)::int as orders, sum(principal)::bigint as principal, sum(interest - paid)::bigint as interest from (
      select principal, interest, paid from finance_order
      where product_id = $1 and purchase_id = any($2::uuid[]) and due_ms is not null and accrued_steps = steps
      order by purchase_id for update) mature`,
}
const COMPLETE: Statement = {
  name: 'finance.mature.complete',
  text: `
    update finance_order set state = 'completed', due_ms = null, ended_at = business_now(), paid = interest, maturity_id = $3
    where product_id = $1 and purchase_id = any($2::uuid[])`,
}
const RELEASE: Statement = {
  name: 'finance.mature.release',
  text: `
    update finance_product set open_orders = open_orders - $2, principal = principal - $3, liability = liability - $4, paid = paid + $4,
      changes = changes + 1
    where product_id = $1`,
}
const WRITE: Statement = {
  name: 'finance.mature.write',
  text: `
    insert into finance_maturity (product_id, maturity_id, orders, principal, interest, matured_at)
    values ($1, $2, $3, $4, $5, business_now())`,
}

/**
 * Pays out the next orders of a product that have matured.
 * @returns the members who were paid; none: nothing was left; null: another process or an exit ended some of them, read again
 */
export async function matureChunk(
  db: Db,
  product: PayingProduct,
  newId: () => string,
  limit = SETTLEMENT_CHUNK,
): Promise<string[] | null> {
  const { productId, reserveId } = product
  const due = await db.query<{ id: string; member: string }>(MATURE, [productId, limit])
  if (due.length === 0) return []
  const values = [productId, uuids(due.map(({ id }) => id))]
  const isOwn = await settlePurchases(db, {
    kind: unitSeller.kind,
    book: custodyBook,
    subject: productId,
    outcomes: { text: OUTCOMES, values },
    count: due.length,
    // the principal was never at risk
    uncounted: true,
    claim: (tx) => claim(tx, { productId, reserveId, values, orders: due.length, id: newId() }),
  })
  return isOwn ? due.map(({ member }) => member) : null
}

type Claim = { productId: string; reserveId: string; values: unknown[]; orders: number; id: string }

/** Ends the orders and brings their interest to custody, from which they are paid. */
async function claim(tx: Tx, { productId, reserveId, values, orders, id }: Claim): Promise<boolean> {
  await tx.query(custodyBook.lock, [productId])
  const [still] = await tx.query<{ orders: number; principal: bigint; interest: bigint }>(STILL, values)
  if (still?.orders !== orders) return false
  const { principal, interest } = still
  await tx.query(COMPLETE, [...values, id])
  await tx.query(RELEASE, [productId, orders, principal, interest])
  await tx.query(WRITE, [productId, id, orders, principal, interest])
  if (interest > 0n) {
    const [from, to] = [
      { book: reserveBook, key: reserveId },
      { book: custodyBook, key: productId },
    ]
    await transfer(tx, { ref: id, kind: 'interest', from, to, amount: interest })
  }
  return true
}
