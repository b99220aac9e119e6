/**
 * Creates categories and products. An issue copies its terms from the product when it is made, so a later change of the
 * product does not change the issue.
 */
import * as z from 'zod/mini'
import { GRADES, SOLD_MODES, TIMES_COUNTED, type IssueMode } from '@fairlot/contract/kinds/issue-kinds'
import { LANGUAGES, type Language } from '@fairlot/contract/languages'
import type { FieldMessage, MessageValues } from '@fairlot/contract/messages'
import { formatMoney } from '@fairlot/contract/money/money'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import { PORTRAITS, TILES } from '@fairlot/contract/kinds/product-kinds'
import { MAX_MARKDOWN, type RichText } from '@fairlot/contract/media/rich-text'
import type { Grade } from '@fairlot/fairness/draw'
import type { Db, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { indexProducts } from '../search/index-products.ts'
import type { LogWriter, NamedKey } from '../../fair/index.ts'
import { highestRewards } from '../../identity/index.ts'
import { gradeFault, obligationsOf, subsidyFor } from '../issues/opening-check.ts'
import { MAX_TIERS, tierFaults, type PrizeTier } from '../issues/tiers.ts'
import { PK_SALE_DAYS, RECYCLE_PERCENT, SALE_DAYS } from '../mall.settings.ts'
import { richTextOf } from '../products/rich-text.ts'
import { insertCategory, insertProduct, insertTexts, insertTitles, isCategory } from './products.queries.ts'

const MAX_SHARES = 100_000

const minor = z.bigint().check(z.positive(), z.maximum(10n ** 15n))
const title = z.string().check(z.trim(), z.minLength(1), z.maxLength(120))
/** Markdown */
const description = z.string().check(
  // blank lines at the beginning stay: a refusal names the line
  z.overwrite((text) => text.trimEnd()),
  z.maxLength(MAX_MARKDOWN),
)

/** Other names that members search for. */
const synonyms = z._default(
  z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))).check(z.maxLength(40)),
  [],
)

/** Texts by language. English is required, because it is the fallback of the other languages. */
const texts = <T extends z.ZodMiniType>(text: T) =>
  z
    .partialRecord(z.enum(LANGUAGES), text)
    .check(z.refine((value) => (value as Record<string, unknown>)['en-us'] !== undefined, 'REQUIRED'))

const distance = z.int().check(z.minimum(0), z.maximum(MAX_SHARES))
const newTier = z.strictObject({ from: distance, to: distance, prize: minor })

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
  art: z.enum(PORTRAITS),
  tile: z.enum(TILES),
  texts: texts(z.strictObject({ title, description, synonyms })),
  /** of goods; the value of cash is its first prize */
  marketPrice: z.optional(minor),
  /** the tiers of cash, in their order: ring distances from the winning code, and the prize of each code */
  tiers: z.optional(z.array(newTier).check(z.minLength(1), z.maxLength(MAX_TIERS))),
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
export type ParsedProduct = Omit<z.output<typeof newProduct>, 'tiers'> & {
  marketPrice: bigint
  tiers: readonly PrizeTier[] | null
  recyclePercent: number
  saleDays: number
  grade: Grade
  /** the texts with the descriptions as formatted text */
  contents: readonly ProductContent[]
}

export type ProductContent = {
  language: Language
  title: string
  description: string
  synonyms: readonly string[]
  content: RichText
}

export type ProductOptions = {
  db: Db
  settings: Values
  /** default: play money */
  moneyMode?: MoneyMode | undefined
  /** the configured witnesses; default: none */
  witnesses?: readonly NamedKey[] | undefined
  /** its rules are those of new issues; default: version 2 */
  writer?: Pick<LogWriter, 'rules'> | undefined
}

/** Creates a category. @throws Refusal INPUT_INVALID with the invalid fields */
export async function createCategory(db: Db, input: NewCategory): Promise<void> {
  const { titles, ...category } = parse(newCategory, input)
  await db.tx(async (tx) => {
    await insertCategory(tx, category)
    await insertTitles(tx, category.category, titlesOf(titles))
  })
}

const titlesOf = (titles: ParsedCategory['titles']) =>
  (Object.entries(titles) as [Language, string][]).map(([language, text]) => ({ language, title: text }))

/**
 * Creates a product. Its first issue is opened separately (`openIssue`).
 * @throws Refusal INPUT_INVALID with the invalid fields, TEXT_NOT_ALLOWED
 */
export async function createProduct(options: ProductOptions, input: NewProduct): Promise<void> {
  const product = parseProduct(options, input)
  await options.db.tx((tx) => insertNewProduct(tx, product))
}

/**
 * Checks a product and fills in its defaults.
 * @throws Refusal INPUT_INVALID with the invalid fields, TEXT_NOT_ALLOWED
 */
export function parseProduct(options: ProductOptions, input: NewProduct): ParsedProduct {
  const { settings, witnesses = [] } = options
  const parsed = parse(newProduct, input)
  const { saleDays = settings.get(parsed.mode === 'pk' ? PK_SALE_DAYS : SALE_DAYS) } = parsed
  const { grade = witnesses.length > 0 ? 'witnessed' : 'beacon' } = parsed
  const contents = (
    Object.entries(parsed.texts) as [Language, Omit<ProductContent, 'language' | 'content'>][]
  ).map(([language, text]) => ({ language, ...text, content: richTextOf(text.description) }))
  // a seat of a Double PK is half of the shares, and a member takes one
  const maxPerMember =
    parsed.mode === 'pk' && parsed.maxPerMember === 0 ? Math.floor(parsed.shares / 2) : parsed.maxPerMember
  const product: ParsedProduct = {
    ...parsed,
    ...valueOf(parsed, settings),
    maxPerMember,
    saleDays,
    grade,
    contents,
  }
  const fault = termsFault(product, options)
  if (fault) throw fault
  return product
}

/** @throws Refusal INPUT_INVALID when the code is taken, or there is no such category */
export async function insertNewProduct(tx: Tx, product: ParsedProduct): Promise<void> {
  if (!(await isCategory(tx, product.category)))
    throw new Refusal('INPUT_INVALID', { fields: { category: 'NO_SUCH_DATA' } })
  if (!(await insertProduct(tx, product)))
    throw new Refusal('INPUT_INVALID', { fields: { code: 'NAME_TAKEN' } })
  await insertTexts(tx, product.code, product.contents)
  await indexProducts(tx, [product.code])
}

/** The prize of a product. Cash has no market price besides its first prize, and nothing to recycle. */
function valueOf(
  { mode, marketPrice, recyclePercent, tiers }: z.output<typeof newProduct>,
  settings: Values,
): Pick<ParsedProduct, 'marketPrice' | 'recyclePercent' | 'tiers'> {
  const required = (field: string) => new Refusal('INPUT_INVALID', { fields: { [field]: 'REQUIRED' } })
  const pointless = (field: string, rule: FieldMessage) =>
    new Refusal('INPUT_INVALID', { fields: { [field]: rule } })
  if (mode === 'cash') {
    const [first] = tiers ?? []
    if (!tiers || !first) throw required('tiers')
    if (marketPrice !== undefined) throw pointless('marketPrice', 'NOT_OF_CASH')
    if (recyclePercent !== undefined && recyclePercent !== 0) throw pointless('recyclePercent', 'NOT_OF_CASH')
    return { marketPrice: first.prize, recyclePercent: 0, tiers }
  }
  if (marketPrice === undefined) throw required('marketPrice')
  if (tiers) throw pointless('tiers', 'TIERS_OF_CASH')
  return { marketPrice, recyclePercent: recyclePercent ?? settings.get(RECYCLE_PERCENT), tiers: null }
}

/** The terms of a product that rules over several fields concern. */
type CheckedTerms = Pick<
  ParsedProduct,
  | 'marketPrice'
  | 'sharePrice'
  | 'shares'
  | 'recyclePercent'
  | 'maxSubsidy'
  | 'maxPerMember'
  | 'grade'
  | 'plainAcknowledged'
  | 'tiers'
> & { mode: IssueMode }

/** Broken rules by field, and the values of their messages. */
type Faults = { fields: Record<string, FieldMessage>; values: MessageValues }

/** The refusal for a product whose terms break the rules that concern several fields; null: they break none. */
export function termsFault(product: CheckedTerms, options: ProductOptions): Refusal | null {
  const { fields, values } = faultsOf(product, options)
  return Object.keys(fields).length === 0 ? null : new Refusal('INPUT_INVALID', { fields, values })
}

const TIER_RULES = { from: 'TIER_FROM', to: 'TIER_TO', prize: 'TIER_PRIZE' } as const

function faultsOf(product: CheckedTerms, options: ProductOptions): Faults {
  const { settings } = options
  const fields: Faults['fields'] = {}
  for (const { tier, field } of tierFaults(product, product.tiers ?? []))
    fields[`tiers.${tier}.${field}`] = TIER_RULES[field]
  const gradeRule = gradeFault(product.grade, options)
  if (gradeRule !== null) fields['grade'] = gradeRule
  if (product.grade === 'plain' && !product.plainAcknowledged)
    fields['plainAcknowledged'] = 'PLAIN_ACKNOWLEDGED'
  const money = moneyFault(product, settings)
  if (money) fields[product.tiers ? 'tiers' : 'recyclePercent'] = money.rule
  if (product.maxSubsidy > 0n && product.maxPerMember === 0) fields['maxPerMember'] = 'SUBSIDY_MAX'
  if (product.maxPerMember > product.shares) fields['maxPerMember'] = 'MAX_OVER_SHARES'
  if (product.mode === 'pk') {
    // a seat follows from the shares, so an odd number of them is the only fault to name
    if (product.shares % 2 !== 0) fields['shares'] = 'PK_SHARES'
    else if (product.maxPerMember * 2 !== product.shares) fields['maxPerMember'] = 'SEAT_QUANTITY'
  }
  // with the bare rule the last buyer chooses the winner
  if (product.mode !== 'goods' && product.grade === 'plain') fields['grade'] = 'GRADE_PLAIN'
  return { fields, values: money?.values ?? {} }
}

/** What an issue may have to pay comes from its sales and from the subsidy that the operator allows. Null: it does. */
function moneyFault(
  product: CheckedTerms,
  settings: Values,
): { rule: 'PRIZES_OVER_SALES' | 'NOT_COVERED'; values: MessageValues } | null {
  const obligations = obligationsOf(product, highestRewards(settings))
  const needed = subsidyFor(product, obligations)
  if (needed <= product.maxSubsidy) return null
  const sales = product.sharePrice * BigInt(product.shares)
  const prizes = obligations.prizes + obligations.recycling
  return {
    rule: prizes > sales ? 'PRIZES_OVER_SALES' : 'NOT_COVERED',
    values: {
      prizes: formatMoney(prizes),
      owed: formatMoney(sales + needed),
      sales: formatMoney(sales),
      needed: formatMoney(needed),
      allowed: formatMoney(product.maxSubsidy),
    },
  }
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
