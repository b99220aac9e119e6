/**
 * The catalogue: categories and products. Issues copy what they need of a product when they open, so a later
 * change of the product never touches an issue.
 */
import * as z from 'zod/mini'
import { LANGUAGES, type Language } from '@fairlot/contract/languages'
import type { Db } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { subsidyFor } from '../issues/opening-check.ts'
import { RECYCLE_PERCENT, SALE_DAYS } from '../mall.settings.ts'

const TILES = ['sun', 'sea', 'rose', 'iris', 'leaf'] as const
const MAX_SHARES = 100_000

const minor = z.bigint().check(z.positive(), z.maximum(10n ** 15n))
const title = z.string().check(z.trim(), z.minLength(1), z.maxLength(120))
const description = z.string().check(z.trim(), z.maxLength(5_000))

/** Texts by language. English is the fall-back of every other language, so it is required. */
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
  mode: z._default(z.enum(['goods']), 'goods'),
  /** name of the drawn portrait, and its ground */
  art: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
  tile: z.enum(TILES),
  texts: texts(z.strictObject({ title, description })),
  marketPrice: minor,
  sharePrice: minor,
  shares: z.int().check(z.minimum(2), z.maximum(MAX_SHARES)),
  /** 0 = no limit */
  maxPerMember: z._default(z.int().check(z.minimum(0), z.maximum(MAX_SHARES)), 0),
  /** 0 = endless */
  maxIssues: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0),
  minVip: z._default(z.int().check(z.minimum(0), z.maximum(5)), 0),
  /** the operator's setting unless told, like the sale's days */
  recyclePercent: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
  timesCounted: z._default(z.enum(['all', 'before-final']), 'all'),
  grade: z._default(z.enum(['plain', 'salt', 'beacon']), 'beacon'),
  /** the operator has confirmed that a bare draw can be steered; grade `plain` asks for it */
  plainAcknowledged: z._default(z.boolean(), false),
  saleDays: z.optional(z.int().check(z.minimum(1), z.maximum(365))),
  /** the most that the house adds to the sales of one issue, where these do not cover it; asks for a maximum per member */
  maxSubsidy: z._default(z.bigint().check(z.minimum(0n), z.maximum(10n ** 15n)), 0n),
  demo: z._default(z.boolean(), false),
})

export type NewCategory = z.input<typeof newCategory>
export type NewProduct = z.input<typeof newProduct>

/** Adds a category. @throws Refusal INPUT_INVALID with the fields that are wrong */
export async function createCategory(db: Db, input: NewCategory): Promise<void> {
  const { category, position, tile, titles } = parsed(newCategory, input)
  await db.tx(async (tx) => {
    await tx.query('insert into category (category, position, tile) values ($1, $2, $3)', [
      category,
      position,
      tile,
    ])
    const languages = Object.keys(titles) as Language[]
    await tx.query(
      `insert into category_text (category, language, title)
       select $1, language, title from unnest($2::text[], $3::text[]) as x(language, title)`,
      [category, languages, languages.map((language) => titles[language])],
    )
  })
}

/**
 * Adds a product; nothing is on sale before its first issue opens (`openIssue`).
 * @throws Refusal INPUT_INVALID with the fields that are wrong
 */
export async function createProduct(
  { db, settings }: { db: Db; settings: Values },
  input: NewProduct,
): Promise<void> {
  const told = parsed(newProduct, input)
  const { recyclePercent = settings.get(RECYCLE_PERCENT), saleDays = settings.get(SALE_DAYS) } = told
  const product = { ...told, recyclePercent, saleDays }
  const fields: Record<string, string> = {}
  if (product.grade === 'plain' && !product.plainAcknowledged) fields['plainAcknowledged'] = 'REQUIRED'
  // a recycled prize is paid out of what the issue itself has sold, and what the house explicitly adds
  if (subsidyFor(product) > product.maxSubsidy) fields['recyclePercent'] = 'NUMBER_RANGE'
  if (product.maxSubsidy > 0n && product.maxPerMember === 0) fields['maxPerMember'] = 'REQUIRED'
  if (product.maxPerMember > product.shares) fields['maxPerMember'] = 'NUMBER_RANGE'
  if (Object.keys(fields).length > 0) throw new Refusal('INPUT_INVALID', { fields })

  await db.tx(async (tx) => {
    const known = await tx.query('select 1 from category where category = $1', [product.category])
    if (known.length === 0) throw new Refusal('INPUT_INVALID', { fields: { category: 'INVALID' } })
    const [made] = await tx.query(
      `insert into product (code, category, mode, art, tile, market_price, share_price, shares, max_per_member,
         max_issues, min_vip, recycle_percent, times_counted, grade, plain_acknowledged, sale_days, demo, max_subsidy, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, business_now())
       on conflict (code) do nothing returning code`,
      [
        product.code,
        product.category,
        product.mode,
        product.art,
        product.tile,
        product.marketPrice,
        product.sharePrice,
        product.shares,
        product.maxPerMember,
        product.maxIssues,
        product.minVip,
        product.recyclePercent,
        product.timesCounted,
        product.grade,
        product.plainAcknowledged,
        product.saleDays,
        product.demo,
        product.maxSubsidy,
      ],
    )
    if (!made) throw new Refusal('INPUT_INVALID', { fields: { code: 'INVALID' } })
    const languages = Object.keys(product.texts) as Language[]
    await tx.query(
      `insert into product_text (code, language, title, description)
       select $1, language, title, description from unnest($2::text[], $3::text[], $4::text[]) as x(language, title, description)`,
      [
        product.code,
        languages,
        languages.map((language) => product.texts[language]?.title),
        languages.map((language) => product.texts[language]?.description),
      ],
    )
  })
}

function parsed<T extends z.ZodMiniType>(schema: T, input: unknown): z.output<T> {
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
