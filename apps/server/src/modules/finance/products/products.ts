/** Finance products as operators make them. Terms change only while nobody could buy yet. */
import type { FinancePayout, FinanceTermUnit } from '@fairlot/contract/life/finance-life'
import { interestOf } from '@fairlot/contract/money/finance-interest'
import { MAX_PRINCIPAL_MINOR } from '@fairlot/contract/life/finance-life'
import type { Language } from '@fairlot/contract/languages'
import type { Executor, Statement, Tx } from '../../../platform/db.ts'
import { uuidv8 } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { lockProduct, productOf, type ProductRow } from './products.queries.ts'

export type ProductTerms = {
  /** minor units */
  unitPrice: bigint
  /** the least of one order, and the most that a member can hold */
  minUnits: number
  maxUnits: number
  totalUnits: number
  termHours: number
  termUnit: FinanceTermUnit
  /** in 1/1,000,000 a day */
  dailyRatePpm: number
  payout: FinancePayout
  wantsTrc20: boolean
  saleFromMs: number
  saleUntilMs: number
}

export type ProductText = { language: Language; name: string; funding: string }

export type SavedProduct = {
  code: string
  terms: ProductTerms
  /** whether members can leave early; the setting says it for a new product */
  earlyExit: boolean
  /** with one in English */
  texts: readonly ProductText[]
  demo?: boolean
}

const INSERT: Statement = {
  name: 'finance.product.insert',
  text: `
    insert into finance_product (product_id, reserve_id, code, unit_price, min_units, max_units, total_units, term_hours, term_unit, daily_rate,
      payout, wants_trc20, early_exit, sale_from, sale_until, demo, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, to_timestamp($14 / 1000.0), to_timestamp($15 / 1000.0), $16,
      business_now())
    on conflict (code) do nothing returning 1`,
}
const CHANGE: Statement = {
  name: 'finance.product.change',
  text: `
    update finance_product set unit_price = $2, min_units = $3, max_units = $4, total_units = $5, term_hours = $6, term_unit = $7, daily_rate = $8,
      payout = $9, wants_trc20 = $10, early_exit = $11, sale_from = to_timestamp($12 / 1000.0), sale_until = to_timestamp($13 / 1000.0),
      revision = revision + 1, changes = changes + 1
    where product_id = $1`,
}
const NO_TEXTS: Statement = {
  name: 'finance.product.no_texts',
  text: 'delete from finance_product_text where product_id = $1 and not language = any($2::text[])',
}
const TEXT: Statement = {
  name: 'finance.product.text',
  text: `
    insert into finance_product_text (product_id, language, name, funding) values ($1, $2, $3, $4)
    on conflict (product_id, language) do update set name = excluded.name, funding = excluded.funding`,
}
const CLOSE: Statement = {
  name: 'finance.product.close',
  text: `
    update finance_product set state = 'closed', closed_at = business_now(), changes = changes + 1
    where product_id = $1 and state = 'open'`,
}

const idOf = (what: 'product' | 'reserve', code: string) => uuidv8(`fairlot/finance-${what}/1\0${code}`)

/**
 * Makes a product, or changes one whose sale has not begun.
 * @returns the product before, null: it is new
 * @throws Refusal TERMS_FIXED, INPUT_INVALID when the terms do not fit together
 */
export async function saveProduct(
  tx: Tx,
  { code, terms, earlyExit, texts, demo = false }: SavedProduct,
): Promise<ProductRow | null> {
  checkTerms(terms)
  checkTexts(texts)
  const values = [
    terms.unitPrice,
    terms.minUnits,
    terms.maxUnits,
    terms.totalUnits,
    terms.termHours,
    terms.termUnit,
    terms.dailyRatePpm,
    terms.payout,
    terms.wantsTrc20,
    earlyExit,
    terms.saleFromMs,
    terms.saleUntilMs,
  ]
  const productId = idOf('product', code)
  const made = await tx.query(INSERT, [productId, idOf('reserve', code), code, ...values, demo])
  const before = made.length > 0 ? null : await changeable(tx, code)
  if (before) await tx.query(CHANGE, [productId, ...values])
  await tx.query(NO_TEXTS, [productId, texts.map(({ language }) => language)])
  for (const { language, name, funding } of texts)
    await tx.query(TEXT, [productId, language, name.trim(), funding.trim()])
  return before
}

/**
 * What `saveProduct` refuses, without saving.
 * @returns the product as it is; null: there is none with the code
 * @throws Refusal as `saveProduct`
 */
export async function checkProduct(
  db: Executor,
  { code, terms, texts }: SavedProduct,
): Promise<ProductRow | null> {
  checkTerms(terms)
  checkTexts(texts)
  const product = await productOf(db, code)
  if (product && !isChangeable(product)) throw new Refusal('TERMS_FIXED')
  return product ?? null
}

function checkTexts(texts: SavedProduct['texts']): void {
  const languages = texts.map(({ language }) => language)
  if (!languages.includes('en-us')) throw new Refusal('INPUT_INVALID', { fields: { texts: 'REQUIRED' } })
  if (new Set(languages).size < languages.length)
    throw new Refusal('INPUT_INVALID', { fields: { texts: 'INVALID' } })
}

async function changeable(tx: Tx, code: string): Promise<ProductRow> {
  const product = await lockProduct(tx, code)
  if (!product) throw new Error(`the finance product ${code} is gone`)
  if (!isChangeable(product)) throw new Refusal('TERMS_FIXED')
  return product
}

/** Whether nobody could buy yet. */
export const isChangeable = ({ sale, orders }: Pick<ProductRow, 'sale' | 'orders'>): boolean =>
  sale === 'upcoming' && orders === 0

/** What the schema also demands of terms, with a fault for the field. @throws Refusal INPUT_INVALID */
function checkTerms(terms: ProductTerms): void {
  const { unitPrice, minUnits, maxUnits, totalUnits, termHours, termUnit, dailyRatePpm } = terms
  const fields: Record<string, string> = {}
  if (maxUnits < minUnits) fields['maxUnits'] = 'NUMBER_RANGE'
  if (totalUnits < minUnits) fields['units'] = 'NUMBER_RANGE'
  if (termUnit === 'days' && termHours % 24 !== 0) fields['termHours'] = 'INVALID'
  if (unitPrice * BigInt(maxUnits) > MAX_PRINCIPAL_MINOR) fields['unitPrice'] = 'NUMBER_RANGE'
  if (interestOf(unitPrice, dailyRatePpm, termHours) === 0n) fields['dailyRatePpm'] = 'NUMBER_RANGE'
  if (terms.saleUntilMs <= terms.saleFromMs) fields['saleUntil'] = 'INVALID'
  if (Object.keys(fields).length > 0) throw new Refusal('INPUT_INVALID', { fields })
}

/**
 * Ends the sale of a product for good; its open orders run to their maturity. Closing a closed one changes nothing.
 * @throws Refusal NO_SUCH_DATA
 */
export async function closeSale(tx: Tx, code: string): Promise<ProductRow> {
  const product = await lockProduct(tx, code)
  if (!product) throw new Refusal('NO_SUCH_DATA')
  await tx.query(CLOSE, [product.productId])
  return product
}
