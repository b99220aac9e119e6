/** Finance products as everybody sees them. */
import type { FinancePayout, FinanceSale, FinanceTermUnit } from '@fairlot/contract/life/finance-life'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { MS, type Executor, type Statement } from '../../../platform/db.ts'
import { REBATE_RATE } from '../sale/rebate-rate.ts'

export type ProductRow = {
  productId: string
  reserveId: string
  code: string
  sale: FinanceSale
  unitPrice: bigint
  minUnits: number
  maxUnits: number
  totalUnits: number
  termHours: number
  termUnit: FinanceTermUnit
  dailyRatePpm: number
  payout: FinancePayout
  wantsTrc20: boolean
  earlyExit: boolean
  saleFromMs: number
  saleUntilMs: number
  demo: boolean
  createdMs: number
  closedMs: number | null
  /** sold, less those of early exits */
  units: number
  orders: number
  members: number
  openOrders: number
  principal: bigint
  /** of the reserve: unpaid interest, and the highest rebates of orders whose rebates are not known yet */
  liability: bigint
  rebates: bigint
  custody: bigint
  reserve: bigint
  paid: bigint
  /** what an order binds for rebates now, in hundredths of a percent of its principal */
  rebateRate: number
  version: number
  nowMs: number
}

const COLUMNS = `p.product_id as "productId", p.reserve_id as "reserveId", p.code,
  case when p.state = 'closed' or clock.at >= p.sale_until then 'ended' when clock.at < p.sale_from then 'upcoming'
    when p.units + p.min_units > p.total_units then 'sold_out' else 'selling' end as sale,
  p.unit_price as "unitPrice", p.min_units as "minUnits", p.max_units as "maxUnits", p.total_units as "totalUnits",
  p.term_hours as "termHours", p.term_unit as "termUnit", p.daily_rate as "dailyRatePpm", p.payout, p.wants_trc20 as "wantsTrc20",
  p.early_exit as "earlyExit", ${MS('p.sale_from')}::float8 as "saleFromMs", ${MS('p.sale_until')}::float8 as "saleUntilMs", p.demo,
  ${MS('p.created_at')}::float8 as "createdMs", ${MS('p.closed_at')}::float8 as "closedMs", p.units, p.orders, p.members,
  p.open_orders as "openOrders", p.principal, p.liability, p.rebates, p.custody, p.reserve, p.paid,
  ${REBATE_RATE('p.term_hours')} as "rebateRate", p.changes::float8 as version,
  ${MS('clock.at')}::float8 as "nowMs"`

const ALL = {
  name: 'finance.products',
  text: `select ${COLUMNS} from finance_product p cross join business_clock clock
    order by (p.state = 'closed' or clock.at >= p.sale_until), p.created_at, p.code`,
}
const SOME = {
  name: 'finance.product',
  text: `select ${COLUMNS} from finance_product p cross join business_clock clock where p.code = any($1::text[])`,
}
const LOCKED = {
  name: 'finance.product.locked',
  text: `select ${COLUMNS} from finance_product p cross join business_clock clock where p.code = $1 for update of p`,
}

/** All products: those on sale first, in the order in which they were made. */
export const allProducts = (db: Executor): Promise<ProductRow[]> => db.query<ProductRow>(ALL)

export const productsOf = (db: Executor, codes: readonly string[]): Promise<ProductRow[]> =>
  db.query<ProductRow>(SOME, [codes])

export async function productOf(db: Executor, code: string): Promise<ProductRow | undefined> {
  return (await productsOf(db, [code]))[0]
}

/** Locks the row of a product until the caller's commit. */
export async function lockProduct(db: Executor, code: string): Promise<ProductRow | undefined> {
  return (await db.query<ProductRow>(LOCKED, [code]))[0]
}

export type TextRow = { productId: string; language: string; name: string; funding: string }

const TEXTS = {
  name: 'finance.texts',
  text: `
    select distinct on (product_id) product_id as "productId", language, name, funding from finance_product_text
    where product_id = any($1::uuid[]) and language in ($2, 'en-us')
    order by product_id, language = $2 desc`,
}

/** Name and funding statement of products, in a language or else in English. */
export async function textsOf(
  db: Executor,
  productIds: readonly string[],
  language: OfferedLanguage,
): Promise<Map<string, TextRow>> {
  if (productIds.length === 0) return new Map()
  const rows = await db.query<TextRow>(TEXTS, [productIds, language])
  return new Map(rows.map((row) => [row.productId, row]))
}

const RATE_OF = {
  name: 'finance.rebate_rate',
  text: `select ${REBATE_RATE('$1::int')} as rate`,
}

/** What an order of a term binds for rebates now, in hundredths of a percent of its principal. */
export async function rebateRateOf(db: Executor, termHours: number): Promise<number> {
  const [row] = await db.query<{ rate: number }>(RATE_OF, [termHours])
  return row!.rate
}

const EVERY_TEXT = {
  name: 'finance.texts.all',
  text: `select product_id as "productId", language, name, funding from finance_product_text order by product_id, language`,
}

export const everyText = (db: Executor): Promise<TextRow[]> => db.query<TextRow>(EVERY_TEXT)

const DAYS = {
  name: 'finance.days',
  text: `
    select day::text, reserve, liability, custody, principal from (
      select * from finance_reserve_day where product_id = $1 order by day desc limit $2) newest
    order by day`,
}

export type ReserveDay = {
  day: string
  reserve: bigint
  liability: bigint
  custody: bigint
  principal: bigint
}

/** What the log states of a reserve, oldest day first, at most the newest `limit` days. */
export const reserveDays = (db: Executor, productId: string, limit: number): Promise<ReserveDay[]> =>
  db.query<ReserveDay>(DAYS, [productId, limit])

const RESERVES: Statement = {
  name: 'finance.reserves',
  text: 'select coalesce(sum(reserve), 0)::bigint as amount from finance_product',
}

/** What the reserves of all products hold, in minor units. */
export async function allReserves(db: Executor): Promise<bigint> {
  const [row] = await db.query<{ amount: bigint }>(RESERVES)
  return row!.amount
}
