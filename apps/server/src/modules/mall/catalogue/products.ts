/**
 * Creates categories and products. An issue copies its terms from the product when it is made, so a later change of the
 * product does not change the issue.
 */
import * as z from 'zod/mini'
import { GRADES, SOLD_MODES, TIMES_COUNTED } from '@fairlot/contract/issue-kinds'
import { LANGUAGES } from '@fairlot/contract/languages'
import type { MoneyMode } from '@fairlot/contract/money-mode'
import type { Grade } from '@fairlot/fairness/draw'
import type { NoteKey } from '@fairlot/fairness/note'
import type { Db } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { subsidyFor, whyNotOpen } from '../issues/opening-check.ts'
import { RECYCLE_PERCENT, SALE_DAYS } from '../mall.settings.ts'
import { insertCategory, insertProduct, isCategory } from './products.queries.ts'

const TILES = ['sun', 'sea', 'rose', 'iris', 'leaf'] as const
const MAX_SHARES = 100_000

const minor = z.bigint().check(z.positive(), z.maximum(10n ** 15n))
const title = z.string().check(z.trim(), z.minLength(1), z.maxLength(120))
const description = z.string().check(z.trim(), z.maxLength(5_000))

/** Texts by language. English is required, because it is the fallback of the other languages. */
const texts = <T extends z.ZodMiniType>(text: T) =>
  z
    .partialRecord(z.enum(LANGUAGES), text)
    .check(z.refine((value) => (value as Record<string, unknown>)['en-us'] !== undefined, 'REQUIRED'))

const newCategory = z.strictObject({
  category: z.string().check(z.regex(/^[a-z0-9-]{1,30}$/)),
  position: z.int().check(z.minimum(0), z.maximum(10_000)),
  tile: z.enum(TILES),
  titles: texts(title),
})

/** Amounts are in minor units. */
const newProduct = z.strictObject({
  code: z.string().check(z.regex(/^[A-Z0-9]{1,12}$/)),
  category: z.string(),
  mode: z._default(z.enum(SOLD_MODES), 'goods'),
  /** name of the drawn portrait, and its background colour */
  art: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
  tile: z.enum(TILES),
  texts: texts(z.strictObject({ title, description })),
  marketPrice: minor,
  sharePrice: minor,
  shares: z.int().check(z.minimum(2), z.maximum(MAX_SHARES)),
  /** shares; 0: no maximum */
  maxPerMember: z._default(z.int().check(z.minimum(0), z.maximum(MAX_SHARES)), 0),
  /** number of issues; 0: no maximum */
  maxIssues: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0),
  minVip: z._default(z.int().check(z.minimum(0), z.maximum(5)), 0),
  /** default: the setting; the same applies to `saleDays` */
  recyclePercent: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
  timesCounted: z._default(z.enum(TIMES_COUNTED), 'all'),
  /** default: witnessed where witnesses are configured, else beacon; real money takes no other grade than witnessed */
  grade: z.optional(z.enum(GRADES)),
  /** the operator confirms that a plain draw can be influenced; required for grade `plain` */
  plainAcknowledged: z._default(z.boolean(), false),
  saleDays: z.optional(z.int().check(z.minimum(1), z.maximum(365))),
  /** maximum amount that the house adds to the sales of one issue; above 0 it requires `maxPerMember` */
  maxSubsidy: z._default(z.bigint().check(z.minimum(0n), z.maximum(10n ** 15n)), 0n),
  demo: z._default(z.boolean(), false),
})

export type NewCategory = z.input<typeof newCategory>
export type NewProduct = z.input<typeof newProduct>
export type ParsedCategory = z.output<typeof newCategory>
/** A product with all defaults filled in. */
export type ParsedProduct = z.output<typeof newProduct> & {
  recyclePercent: number
  saleDays: number
  grade: Grade
}

export type ProductOptions = {
  db: Db
  settings: Values
  /** default: play money */
  moneyMode?: MoneyMode | undefined
  /** the configured witnesses; default: none */
  witnesses?: readonly NoteKey[] | undefined
}

/** Creates a category. @throws Refusal INPUT_INVALID with the invalid fields */
export async function createCategory(db: Db, input: NewCategory): Promise<void> {
  const category = parse(newCategory, input)
  await db.tx((tx) => insertCategory(tx, category))
}

/**
 * Creates a product. Its first issue is opened separately (`openIssue`).
 * @throws Refusal INPUT_INVALID with the invalid fields
 */
export async function createProduct(options: ProductOptions, input: NewProduct): Promise<void> {
  const { db, settings, witnesses = [] } = options
  const parsed = parse(newProduct, input)
  const { recyclePercent = settings.get(RECYCLE_PERCENT), saleDays = settings.get(SALE_DAYS) } = parsed
  const { grade = witnesses.length > 0 ? 'witnessed' : 'beacon' } = parsed
  const product: ParsedProduct = { ...parsed, recyclePercent, saleDays, grade }
  const fields = invalidFields(product, options)
  if (Object.keys(fields).length > 0) throw new Refusal('INPUT_INVALID', { fields })

  await db.tx(async (tx) => {
    if (!(await isCategory(tx, product.category)))
      throw new Refusal('INPUT_INVALID', { fields: { category: 'INVALID' } })
    if (!(await insertProduct(tx, product)))
      throw new Refusal('INPUT_INVALID', { fields: { code: 'INVALID' } })
  })
}

/** The rules that concern several fields. Returns the field rule that is broken, by field. */
function invalidFields(
  product: ParsedProduct,
  { moneyMode, witnesses = [] }: ProductOptions,
): Record<string, string> {
  const fields: Record<string, string> = {}
  if (whyNotOpen(product.grade, { moneyMode, witnesses }) !== null) fields['grade'] = 'INVALID'
  if (product.grade === 'plain' && !product.plainAcknowledged) fields['plainAcknowledged'] = 'REQUIRED'
  // recycling a prize is paid from the sales of its issue and from the subsidy that the operator allows
  if (subsidyFor(product) > product.maxSubsidy) fields['recyclePercent'] = 'NUMBER_RANGE'
  if (product.maxSubsidy > 0n && product.maxPerMember === 0) fields['maxPerMember'] = 'REQUIRED'
  if (product.maxPerMember > product.shares) fields['maxPerMember'] = 'NUMBER_RANGE'
  return fields
}

function parse<T extends z.ZodMiniType>(schema: T, input: unknown): z.output<T> {
  const result = z.safeParse(schema, input)
  if (result.success) return result.data
  const fields = Object.fromEntries(
    result.error.issues.map(({ path, message }) => [
      path.join('.'),
      message === 'REQUIRED' ? message : 'INVALID',
    ]),
  )
  throw new Refusal('INPUT_INVALID', { fields })
}
