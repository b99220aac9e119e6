/** A member's finance orders. Every statement names the member: a foreign order is simply not there. */
import type { FinanceOrderStatus, FinancePayout, FinanceTermUnit } from '@fairlot/contract/life/finance-life'
import { MS, type Executor } from '../../../platform/db.ts'

export type OrderRow = {
  orderId: string
  productId: string
  reserveId: string
  code: string
  state: FinanceOrderStatus
  units: number
  unitPrice: bigint
  principal: bigint
  interest: bigint
  accrued: bigint
  paid: bigint
  termHours: number
  termUnit: FinanceTermUnit
  dailyRatePpm: number
  payout: FinancePayout
  earlyExit: boolean
  boughtMs: number
  maturesMs: number
  steps: number
  accruedSteps: number
  dueMs: number | null
  endedMs: number | null
  nowMs: number
}

const ORDERS = `
  select o.purchase_id as "orderId", o.product_id as "productId", p.reserve_id as "reserveId", p.code, o.state, o.units,
    p.unit_price as "unitPrice", o.principal, o.interest, o.accrued, o.paid, p.term_hours as "termHours", p.term_unit as "termUnit",
    p.daily_rate as "dailyRatePpm", p.payout, p.early_exit as "earlyExit", o.bought_ms::float8 as "boughtMs",
    o.matures_ms::float8 as "maturesMs", o.steps, o.accrued_steps as "accruedSteps", o.due_ms::float8 as "dueMs",
    ${MS('o.ended_at')}::float8 as "endedMs", ${MS('clock.at')}::float8 as "nowMs"
  from finance_order o join finance_product p using (product_id) cross join business_clock clock
  where o.member_id = $1 and o.bought_ms is not null`

const ONE = { name: 'finance.order', text: `${ORDERS} and o.purchase_id = $2` }
const PAGE = {
  name: 'finance.orders',
  text: `${ORDERS} and ($2::text is null or o.state = $2)
    and ($3::bigint is null or (o.bought_ms, o.purchase_id) < ($3, $4::uuid))
    order by o.bought_ms desc, o.purchase_id desc limit $5`,
}

export async function orderOf(db: Executor, memberId: string, id: string): Promise<OrderRow | undefined> {
  return (await db.query<OrderRow>(ONE, [memberId, id]))[0]
}

export type OrderFilter = {
  status: FinanceOrderStatus | null
  /** only orders bought before this one */
  before: { boughtMs: number; id: string } | null
  limit: number
}

/** Newest first. */
export function ordersOf(db: Executor, memberId: string, { status, before, limit }: OrderFilter) {
  return db.query<OrderRow>(PAGE, [memberId, status, before?.boughtMs ?? null, before?.id ?? null, limit])
}

const ACCRUALS = {
  name: 'finance.accruals',
  text: `
    select step, amount, paid_ref is not null as paid from finance_accrual
    where product_id = $1 and purchase_id = $2 order by step`,
}

export type AccrualRow = { step: number; amount: bigint; paid: boolean }

export const accrualsOf = (db: Executor, { productId, orderId }: OrderRow): Promise<AccrualRow[]> =>
  db.query<AccrualRow>(ACCRUALS, [productId, orderId])

const COUNTS = {
  name: 'finance.order_counts',
  text: `
    select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'completed')::int as completed,
      count(*) filter (where state = 'exited')::int as exited,
      coalesce(sum(principal) filter (where state = 'waiting'), 0)::bigint as principal
    from finance_order where member_id = $1 and bought_ms is not null`,
}

export type OrderCounts = { waiting: number; completed: number; exited: number; principal: bigint }

/** A member's orders by state, and the principal of those that wait. */
export async function orderCounts(db: Executor, memberId: string): Promise<OrderCounts> {
  const [row] = await db.query<OrderCounts>(COUNTS, [memberId])
  return row!
}

const HELD = {
  name: 'finance.held',
  text: `
    select coalesce(sum(units), 0)::int as units from finance_order
    where member_id = $1 and product_id = $2 and state in ('waiting', 'completed')`,
}

/** Units of a product that a member holds, or held to maturity. */
export async function heldUnits(db: Executor, memberId: string, productId: string): Promise<number> {
  const [row] = await db.query<{ units: number }>(HELD, [memberId, productId])
  return row!.units
}

/**
 * A version of each member's orders that grows with every order, accrual and end. SQL of rows (member, version), for live updates.
 * @param members SQL of a list of ids
 */
export const UNIT_VERSIONS = (members: string) => `
  select m.member, (
    select coalesce(sum(1 + o.accrued_steps + (o.ended_at is not null)::int), 0)
    from finance_order o where o.member_id = m.member and o.bought_ms is not null) as version
  from unnest(${members}::uuid[]) m(member)`

const TITLES = {
  name: 'finance.titles',
  text: `
    select o.purchase_id as purchase, p.code, o.product_id as "productId", o.seq
    from unnest($1::uuid[], $2::uuid[]) as asked(purchase_id, product_id)
    join finance_order o using (product_id, purchase_id) join finance_product p using (product_id)`,
}

export type Titled = { purchase: string; code: string; productId: string; seq: number | null }

export function titledOrders(
  db: Executor,
  purchases: readonly { purchase: string; subject: string }[],
): Promise<Titled[]> {
  return db.query<Titled>(TITLES, [
    purchases.map(({ purchase }) => purchase),
    purchases.map(({ subject }) => subject),
  ])
}
