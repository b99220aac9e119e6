/**
 * Early exit: the principal goes back to the wallet at once. Interest that was not paid, and what was bound for rebates, stay in the
 * reserve, where they are free again.
 * What is complete accrues first, so that with daily payout no full day is lost.
 */
import { Refusal } from '../../../platform/refusal.ts'
import type { Db, Statement, Tx } from '../../../platform/db.ts'
import { refundPurchases } from '../../ledger/index.ts'
import { custodyBook } from '../sale/finance-books.ts'
import { unitSeller } from '../sale/unit-seller.ts'
import { accrueOrder, SETTLED_MS } from './accrue.ts'
import { orderOf, type OrderRow } from '../views/orders.queries.ts'

/** Called in the transaction in which an order is left. */
export type OnExited = (tx: Tx, productId: string, orderId: string) => Promise<void>

/** An accrual between the look and the lock makes the exit look again. */
const TRIES = 5

const OUTCOMES = `
  select member_id, purchase_id, principal as amount from finance_order where product_id = $1 and purchase_id = $2`

const BUSINESS_MS = '(select floor(extract(epoch from at) * 1000)::bigint from business_clock)'

/**
 * $1, $2 the order, $3 whether its steps are paid daily. It leaves before its maturity, and only while no step is complete that has not
 * accrued; a step that is paid daily is waited for until the clock has settled, so that the member does not lose it.
 */
const LEAVE: Statement = {
  name: 'finance.exit',
  text: `
    update finance_order set state = 'exited', due_ms = null, ended_at = business_now(),
      rebates_used = case when rebates > 0 then 0 end, rebates_ended_at = case when rebates > 0 then business_now() end
    where product_id = $1 and purchase_id = $2 and matures_ms > ${BUSINESS_MS}
      and due_ms > case when $3 then ${BUSINESS_MS} else ${SETTLED_MS} end
    returning units, principal, interest - paid as forfeited, rebates`,
}
const RELEASE: Statement = {
  name: 'finance.exit.release',
  text: `
    update finance_product set units = units - $2, open_orders = open_orders - 1, principal = principal - $3, liability = liability - $4,
      rebates = rebates - $5, changes = changes + 1
    where product_id = $1`,
}

/**
 * Leaves an order early, once: a repeated call answers the order as it was left.
 * @throws Refusal NO_SUCH_DATA, EXIT_CLOSED when it matured, EXIT_OFF, PENDING while the clock has not settled on a day that is complete
 */
export async function exitOrder(
  db: Db,
  memberId: string,
  id: string,
  onExited?: OnExited,
): Promise<OrderRow> {
  for (let tries = 0; tries < TRIES; tries++) {
    const order = await orderOf(db, memberId, id)
    if (!order) throw new Refusal('NO_SUCH_DATA')
    if (order.state === 'exited') return order
    if (order.state === 'completed' || order.nowMs >= order.maturesMs) throw new Refusal('EXIT_CLOSED')
    if (!order.earlyExit) throw new Refusal('EXIT_OFF')
    const isDue = order.dueMs !== null && order.dueMs <= order.nowMs
    if (isDue) await accrueOrder(db, order, { id, member: memberId })
    if (!isDue || order.payout === 'at_maturity') await leave(db, order, onExited)
  }
  throw new Refusal('PENDING', { retryAfter: 2 })
}

/** @returns whether this call did it */
function leave(db: Db, { productId, orderId, payout }: OrderRow, onExited?: OnExited): Promise<boolean> {
  const values = [productId, orderId]
  const isDaily = payout === 'daily'
  return refundPurchases(db, {
    kind: unitSeller.kind,
    book: custodyBook,
    subject: productId,
    outcomes: { text: OUTCOMES, values },
    count: 1,
    claim: (tx) => claim(tx, productId, [...values, isDaily]),
    finish: async (tx) => onExited?.(tx, productId, orderId),
  })
}

type Left = { units: number; principal: bigint; forfeited: bigint; rebates: bigint }

async function claim(tx: Tx, productId: string, values: readonly unknown[]): Promise<boolean> {
  await tx.query(custodyBook.lock, [productId])
  const [left] = await tx.query<Left>(LEAVE, [...values])
  if (!left) return false
  await tx.query(RELEASE, [productId, left.units, left.principal, left.forfeited, left.rebates])
  return true
}
