/** Products and categories: what operators see of them and change. An issue that is open keeps the terms that it began with. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { GRADES, ISSUE_MODES, SOLD_MODES, TIMES_COUNTED } from '../../../kinds/issue-kinds.ts'
import { LANGUAGES } from '../../../languages.ts'
import { mediaName, picture } from '../../../media/media.ts'
import { ISSUE_STATUSES } from '../../../life/order-life.ts'
import { MAX_PICTURES, PORTRAITS, PRODUCT_ACTS, PRODUCT_STATES, TILES } from '../../../kinds/product-kinds.ts'
import { MAX_MARKDOWN } from '../../../media/rich-text.ts'
import {
  amount,
  count,
  empty,
  enteredAmount,
  issueNumber,
  page,
  paged,
  productCode,
  requestId,
  time,
} from '../../../schemas.ts'
import { change } from '../approvals.ts'
import { reason } from '../fields.ts'

const language = z.enum(LANGUAGES)
const tile = z.enum(TILES)
const category = z.string().check(z.regex(/^[a-z0-9-]{1,30}$/, 'INVALID'))
/** name of the drawn portrait, which a product without pictures shows */
const art = z.enum(PORTRAITS)
const title = z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(120), z.regex(/\S/, 'REQUIRED'))
/** Markdown: paragraphs, headings, lists, strong and emphasised words */
const description = z.string().check(z.maxLength(MAX_MARKDOWN))
const percent = z.int().check(z.minimum(0), z.maximum(100))
const whole = (minimum: number, maximum: number) => z.int().check(z.minimum(minimum), z.maximum(maximum))
const subsidy = z.string().check(z.regex(/^\d{1,12}(\.\d{1,2})?$/, 'AMOUNT_FORMAT'))

/** The terms of the next issues. Amounts are decimal strings; 0 in `maxPerMember`, `maxIssues`: no maximum. */
const terms = {
  marketPrice: enteredAmount,
  sharePrice: enteredAmount,
  shares: whole(2, 100_000),
  maxPerMember: whole(0, 100_000),
  maxIssues: whole(0, 1_000_000),
  minVip: whole(0, 5),
  recyclePercent: percent,
  timesCounted: z.enum(TIMES_COUNTED),
  grade: z.enum(GRADES),
  /** the operator confirms that a plain draw can be influenced; grade plain needs it */
  plainAcknowledged: z.boolean(),
  saleDays: whole(1, 365),
  /** the most that the house adds to the sales of one issue */
  maxSubsidy: subsidy,
  /** of cash: ring distances from the winning code, both included, and the prize of each code; the first one begins at 0 */
  tiers: z
    .array(z.strictObject({ from: whole(0, 100_000), to: whole(0, 100_000), prize: enteredAmount }))
    .check(z.minLength(1), z.maxLength(5)),
}

const optional = <S extends Record<string, z.ZodMiniType>>(shape: S) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, z.optional(schema)])) as {
    [K in keyof S]: z.ZodMiniOptional<S[K]>
  }

const line = z.object({
  code: productCode,
  title: z.string(),
  category: z.string(),
  mode: z.enum(ISSUE_MODES),
  state: z.enum(PRODUCT_STATES),
  /** paused by itself, because the next issue is not covered */
  unfunded: z.boolean(),
  sharePrice: amount,
  shares: count,
  pictures: count,
  /** issues made so far */
  issued: count,
  /** the newest issue; null: none was made */
  issue: z.nullable(z.object({ number: issueNumber, status: z.enum(ISSUE_STATUSES), sold: count })),
})

export const productList = endpoint({
  path: '/operator/productlist',
  summary: 'List products by code',
  auth: 'operator',
  permission: 'product.read',
  input: z.strictObject({
    ...page,
    state: z.optional(z.enum(PRODUCT_STATES)),
    category: z.optional(category),
  }),
  output: paged(line),
  errors: [],
})

const shown = z.object({
  ...line.shape,
  art: z.string(),
  tile: z.string(),
  demo: z.boolean(),
  createdAt: time,
  /** counts the changes of terms, category, portrait and state */
  revision: count,
  terms: z.object({
    ...terms,
    marketPrice: amount,
    sharePrice: amount,
    maxSubsidy: amount,
    /** null: the product does not sell cash */
    tiers: z.nullable(z.array(z.object({ from: count, to: count, prize: amount }))),
  }),
  /**
   * what a member who buys every share of an issue pays, and the most that the member and the inviters get: the prizes, a product at its
   * market price, with the highest rebates and refunds
   */
  allShares: z.object({ cost: amount, worth: amount }),
  texts: z.array(
    z.object({ language, title: z.string(), description: z.string(), synonyms: z.array(z.string()) }),
  ),
  images: z.array(picture),
})

export const productShow = endpoint({
  path: '/operator/productshow',
  summary: 'Show a product: terms, texts, pictures',
  auth: 'operator',
  permission: 'product.read',
  input: z.strictObject({ code: productCode }),
  output: shown,
  errors: [],
})

export const productCreate = endpoint({
  path: '/operator/productcreate',
  summary: 'Request a new product; after approval by a second operator it exists, without an issue',
  auth: 'operator',
  permission: 'product.terms',
  input: z.strictObject({
    code: productCode,
    category,
    mode: z.optional(z.enum(SOLD_MODES)),
    art,
    tile,
    title,
    description,
    /** goods and Double PK need `marketPrice`, cash needs `tiers` */
    ...optional(terms),
    sharePrice: terms.sharePrice,
    shares: terms.shares,
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'TEXT_NOT_ALLOWED'],
})

export const productTerms = endpoint({
  path: '/operator/productterms',
  summary: "Request a change of a product's terms for its next issues; a second operator approves it",
  auth: 'operator',
  permission: 'product.terms',
  input: z.strictObject({
    code: productCode,
    /** of the product as the operator saw it */
    revision: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
    ...optional(terms),
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'CHANGED_MEANWHILE'],
})

export const productEdit = endpoint({
  path: '/operator/productedit',
  summary: "Change a product's category and drawn portrait",
  auth: 'operator',
  permission: 'product.change',
  input: z.strictObject({
    code: productCode,
    category: z.optional(category),
    art: z.optional(art),
    tile: z.optional(tile),
  }),
  output: shown,
  errors: [],
})

export const productText = endpoint({
  path: '/operator/producttext',
  summary: "Set a product's title, description and synonyms in one language",
  auth: 'operator',
  permission: 'product.change',
  input: z.strictObject({
    code: productCode,
    language,
    title,
    description,
    /** other names that members search for; left out: they stay */
    synonyms: z.optional(
      z.array(z.string().check(z.minLength(1), z.maxLength(60), z.regex(/\S/))).check(z.maxLength(40)),
    ),
  }),
  output: shown,
  errors: ['TEXT_NOT_ALLOWED'],
})

export const productImages = endpoint({
  path: '/operator/productimages',
  summary: "Set a product's pictures in their order; pictures that are left out are withdrawn",
  auth: 'operator',
  permission: 'product.change',
  input: z.strictObject({
    code: productCode,
    /** names of pictures: new ones of `/operator/upload`, or those that the product has; left out: it has none any more */
    images: z.optional(z.array(mediaName).check(z.minLength(1), z.maxLength(MAX_PICTURES))),
  }),
  output: shown,
  errors: ['UPLOAD_GONE'],
})

export const productAct = endpoint({
  path: '/operator/productact',
  summary: 'Pause, resume or end a product; an issue that is open runs to its end',
  auth: 'operator',
  permission: 'product.change',
  input: z.strictObject({ code: productCode, act: z.enum(PRODUCT_ACTS), reason }),
  output: shown,
  errors: ['PRODUCT_STEP'],
})

export const productOpen = endpoint({
  path: '/operator/productopen',
  summary: 'Open the next issue of a product, now or at a time',
  auth: 'operator',
  permission: 'product.change',
  opens: true,
  input: z.strictObject({ code: productCode, opensAt: z.optional(time) }),
  output: shown,
  errors: ['PRODUCT_STEP'],
})

const categoryLine = z.object({
  category: z.string(),
  position: count,
  tile: z.string(),
  titles: z.array(z.object({ language, title: z.string() })),
  products: count,
})

export const categoryList = endpoint({
  path: '/operator/categorylist',
  summary: 'List the categories of the mall in their order',
  auth: 'operator',
  permission: 'product.read',
  input: empty,
  output: z.object({ items: z.array(categoryLine) }),
  errors: [],
})

export const categorySave = endpoint({
  path: '/operator/categorysave',
  summary: 'Create a category, or change its place, colour and titles; what is left out stays',
  auth: 'operator',
  permission: 'product.change',
  input: z.strictObject({
    category,
    position: z.optional(whole(0, 10_000)),
    tile: z.optional(tile),
    /** a new category needs its title in English */
    titles: z.optional(
      z.array(z.strictObject({ language, title })).check(z.minLength(1), z.maxLength(LANGUAGES.length)),
    ),
  }),
  output: z.object({ items: z.array(categoryLine) }),
  errors: [],
})
