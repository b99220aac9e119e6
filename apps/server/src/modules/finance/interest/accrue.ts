/**
 * Accrual: the interest of every step of an order that is complete, in chunks of orders. Each chunk is one transaction, so that
 * the job can stop anywhere and continue; the row of an order says how many steps it has, and a key keeps each step to one row.
 *
 * With payout at maturity an accrual is only written down: the reserve holds the interest since the purchase. With daily payout
 * it goes from the reserve to the wallet in the same transaction. Locks follow in the documented order: wallets, product, orders.
 */
import type { Db, Statement, Tx } from '../../../platform/db.ts'
import { lockWallets, payToWallets, uuids } from '../../ledger/index.ts'
import { reserveBook } from '../sale/finance-books.ts'

/** Orders in one transaction. */
export const ACCRUAL_CHUNK = 2_000

/**
 * Interest and payouts cannot be taken back, so what is due goes by `settled_clock`: a clock that stands ahead for a moment pays
 * nothing.
 */
export const SETTLED_MS = '(select floor(extract(epoch from at) * 1000)::bigint from settled_clock)'

/** What steps depend on. */
export type PayingProduct = { productId: string; reserveId: string; payout: 'at_maturity' | 'daily' }

const HOURS_MS = 3_600_000
const DAY_MS = 24 * HOURS_MS
const IS_DUE = `o.product_id = $1 and o.due_ms is not null and o.accrued_steps < o.steps
  and o.due_ms <= ${SETTLED_MS}`

/**
 * The steps of the orders of `due` (the rows of finance_order `o`, locked): one row each, and the orders moved on.
 * @param paidRef SQL of the reference of an accrual `amount` that is paid by itself
 */
const STEPS = (due: string, paidRef: string, paid: string) => `
with clock as materialized (select at, ${SETTLED_MS} as ms from business_clock),
due as materialized (${due}),
stepped as materialized (
  select d.*, p.daily_rate, p.term_hours,
    case when clock.ms >= d.matures_ms then d.steps else ((clock.ms - d.bought_ms) / ${DAY_MS})::int end as through
  from due d cross join clock cross join (select daily_rate, term_hours from finance_product where product_id = $1) p),
accruals as (
  insert into finance_accrual (product_id, purchase_id, step, amount, paid_ref, accrued_at)
  select $1, purchase_id, step, amount, ${paidRef}, clock.at
  from stepped cross join clock cross join lateral generate_series(accrued_steps + 1, through) step
  cross join lateral (
    select finance_interest(principal, daily_rate, least(24 * step, term_hours))
      - finance_interest(principal, daily_rate, 24 * (step - 1)) as amount) one
  returning purchase_id, amount, paid_ref),
orders as (
  update finance_order o set accrued_steps = s.through, accrued = now.accrued, paid = ${paid},
    due_ms = least(o.bought_ms + (s.through + 1) * ${DAY_MS}::bigint, o.matures_ms)
  from stepped s cross join lateral (
    select finance_interest(s.principal, s.daily_rate, least(24 * s.through, s.term_hours)) as accrued) now
  where o.product_id = $1 and o.purchase_id = s.purchase_id)`

const DUE =
  'select o.purchase_id, o.member_id, o.principal, o.steps, o.accrued_steps, o.bought_ms, o.matures_ms from finance_order o'

const WRITE_DOWN: Statement = {
  name: 'finance.accrue',
  text: `
    ${STEPS(`${DUE} where ${IS_DUE} order by o.due_ms limit $2 for update skip locked`, 'null::uuid', 'o.paid')}
    select member_id as member from stepped`,
}
const DUE_MEMBERS: Statement = {
  name: 'finance.accrue.due',
  text: `select o.purchase_id as id, o.member_id as member from finance_order o where ${IS_DUE} order by o.due_ms limit $2`,
}
const PAY: Statement = {
  name: 'finance.accrue.daily',
  text: `
    ${STEPS(
      `${DUE} where ${IS_DUE} and o.purchase_id = any($2::uuid[]) order by o.purchase_id for update`,
      'case when amount > 0 then gen_random_uuid() end',
      'now.accrued',
    )}
    select s.member_id as member, a.paid_ref as ref, a.amount from accruals a join stepped s using (purchase_id)
    where a.paid_ref is not null`,
}
const PAID: Statement = {
  name: 'finance.accrue.paid',
  text: 'update finance_product set liability = liability - $2, paid = paid + $2, changes = changes + 1 where product_id = $1',
}
const OF_ORDER: Statement = {
  name: 'finance.accrue.order',
  text: `
    ${STEPS(`${DUE} where ${IS_DUE} and o.purchase_id = $2 for update`, 'null::uuid', 'o.paid')}
    select member_id as member from stepped`,
}

/**
 * Accrues the steps that are complete of the next orders of a product.
 * @returns the members of these orders; none: nothing was left, or another process has it in hand
 */
export async function accrueChunk(db: Db, product: PayingProduct, limit = ACCRUAL_CHUNK): Promise<string[]> {
  if (product.payout === 'at_maturity') {
    const rows = await db.query<{ member: string }>(WRITE_DOWN, [product.productId, limit])
    return rows.map(({ member }) => member)
  }
  const due = await db.query<{ id: string; member: string }>(DUE_MEMBERS, [product.productId, limit])
  if (due.length > 0) await db.tx((tx) => payDaily(tx, product, due))
  return due.map(({ member }) => member)
}

/** Accrues what is complete of one order. */
export async function accrueOrder(
  db: Db,
  product: PayingProduct,
  order: { id: string; member: string },
): Promise<void> {
  if (product.payout === 'daily') await db.tx((tx) => payDaily(tx, product, [order]))
  else await db.query(OF_ORDER, [product.productId, order.id])
}

type Paid = { member: string; ref: string; amount: bigint }

async function payDaily(
  tx: Tx,
  { productId, reserveId }: PayingProduct,
  due: readonly { id: string; member: string }[],
): Promise<void> {
  await lockWallets(tx, [...new Set(due.map(({ member }) => member))])
  await tx.query(reserveBook.lock, [reserveId])
  const items = await tx.query<Paid>(PAY, [productId, uuids(due.map(({ id }) => id))])
  const total = items.reduce((sum, { amount }) => sum + amount, 0n)
  if (total === 0n) return
  await tx.query(PAID, [productId, total])
  await payToWallets(tx, { kind: 'interest', from: { book: reserveBook, key: reserveId }, items })
}
