/**
 * What operators see of products and change. A change of terms applies to the next issues, because an issue copies its terms when
 * it is made. The caller opens the transaction, and writes to the audit log what these functions return.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Code } from '@fairlot/contract/flags'
import type { IssueMode } from '@fairlot/contract/kinds/issue-kinds'
import type { Language } from '@fairlot/contract/languages'
import type { PublicPicture } from '@fairlot/contract/media/media'
import type { FieldMessage } from '@fairlot/contract/messages'
import {
  PRODUCT_STEPS,
  type ProductAct,
  type ProductState,
  type Tile,
} from '@fairlot/contract/kinds/product-kinds'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { highestRewards } from '../../identity/index.ts'
import { publishPictures, withdrawPictures } from '../../uploads/index.ts'
import {
  insertNewProduct,
  parseProduct,
  termsFault,
  type NewProduct,
  type ParsedProduct,
  type ProductOptions,
} from '../catalogue/products.ts'
import { insertCategory, insertTexts, insertTitles, isCategory } from '../catalogue/products.queries.ts'
import { allSharesOf, stakeOf, type AllShares, type IssueStake } from '../issues/opening-check.ts'
import { forgetCategory } from '../search/index-products.queries.ts'
import { keptPictures } from '../contents/prize-content.queries.ts'
import { indexProducts } from '../search/index-products.ts'
import * as queries from './product-desk.queries.ts'
import type { CategoryRow, ProductLine, ProductRow, ProductTerms, TextRow } from './product-desk.queries.ts'
import { readPictures } from './product-pictures.queries.ts'
import { richTextOf } from './rich-text.ts'

export type { CategoryRow, ProductLine, ProductTerms } from './product-desk.queries.ts'

export type ShownProduct = ProductRow & { texts: TextRow[]; images: PublicPicture[]; allShares: AllShares }

/** What changed, for the audit log. */
type Changed = { before: object; after: object }

type CategoryChange = {
  category: string
  position?: number | undefined
  tile?: Tile | undefined
  titles: readonly { language: Language; title: string }[]
}

export type ProductDesk = {
  list(page: {
    state: ProductState | null
    category: string | null
    after: string | null
    limit: number
  }): Promise<ProductLine[]>
  /** @throws Refusal NO_SUCH_DATA */
  show(db: Executor, code: string): Promise<ShownProduct>
  categories(): Promise<CategoryRow[]>
  /** @throws Refusal INPUT_INVALID, TEXT_NOT_ALLOWED; what `create` would throw */
  checkNew(tx: Tx, product: NewProduct): Promise<void>
  /** @throws Refusal as `checkNew` */
  create(tx: Tx, product: NewProduct): Promise<void>
  /**
   * The terms with the change. @param revision of the product as the operator saw it
   * @throws Refusal NO_SUCH_DATA, CHANGED_MEANWHILE, INPUT_INVALID
   */
  checkTerms(tx: Tx, code: string, revision: number, change: Partial<ProductTerms>): Promise<Terms>
  /** @throws Refusal as `checkTerms` */
  changeTerms(tx: Tx, code: string, revision: number, change: Partial<ProductTerms>): Promise<Terms>
  /** A new product with every default, and what an issue of it means for the house. @throws Refusal as `checkNew` */
  lookAtNew(db: Executor, product: NewProduct): Promise<{ product: ParsedProduct; stake: IssueStake }>
  /** The terms that `changeTerms` would make, and what an issue with them means. Takes no lock. @throws Refusal as `checkTerms` */
  lookAtTerms(
    db: Executor,
    code: string,
    revision: number,
    change: Partial<ProductTerms>,
  ): Promise<Terms & { mode: IssueMode; unfunded: boolean; stake: IssueStake; stakeBefore: IssueStake }>
  /** @throws Refusal NO_SUCH_DATA, INPUT_INVALID */
  edit(
    tx: Tx,
    code: string,
    look: { category?: string | undefined; art?: string | undefined; tile?: Tile | undefined },
  ): Promise<Changed>
  /** @throws Refusal NO_SUCH_DATA, TEXT_NOT_ALLOWED */
  setText(
    tx: Tx,
    code: string,
    /** without synonyms they stay */
    text: Omit<TextRow, 'synonyms'> & { synonyms?: readonly string[] | undefined },
  ): Promise<Changed>
  /** @throws Refusal NO_SUCH_DATA, INPUT_INVALID, UPLOAD_GONE */
  setImages(tx: Tx, code: string, names: readonly string[]): Promise<Changed>
  /** @throws Refusal NO_SUCH_DATA, PRODUCT_STEP */
  act(tx: Tx, code: string, act: ProductAct): Promise<Changed>
  /** @throws Refusal INPUT_INVALID */
  saveCategory(tx: Tx, change: CategoryChange): Promise<Changed>
}

/** Terms before and after a change. */
export type Terms = { before: ProductTerms; after: ProductTerms }

/** Names of the terms, in the order in which operators read them. */
export const TERM_NAMES = [
  'marketPrice',
  'sharePrice',
  'shares',
  'maxPerMember',
  'maxIssues',
  'minVip',
  'recyclePercent',
  'timesCounted',
  'grade',
  'plainAcknowledged',
  'saleDays',
  'maxSubsidy',
  'tiers',
] as const satisfies readonly (keyof ProductTerms)[]

/** Only the terms of a row. */
export const termsIn = (row: ProductTerms): ProductTerms =>
  Object.fromEntries(TERM_NAMES.map((name) => [name, row[name]])) as ProductTerms

export function createProductDesk(options: ProductOptions & { db: Db }): ProductDesk {
  const { db } = options
  return {
    list: (page) => queries.listProducts(db, page),
    async show(at, code) {
      const shown = await showProduct(at, code)
      return { ...shown, allShares: allSharesOf(shown, highestRewards(options.settings)) }
    },
    categories: () => queries.readAllCategories(db),
    async checkNew(tx, product) {
      await checkNew(options, tx, product)
    },
    async lookAtNew(at, product) {
      const parsed = await checkNew(options, at, product)
      return { product: parsed, stake: stakeOf(parsed, highestRewards(options.settings)) }
    },
    async lookAtTerms(at, code, revision, change) {
      const row = await queries.readProduct(at, code)
      if (!row) throw new Refusal('NO_SUCH_DATA')
      const terms = termsAfter(options, row, revision, change)
      const rates = highestRewards(options.settings)
      const [stakeBefore, stake] = [stakeOf(terms.before, rates), stakeOf(terms.after, rates)]
      return { ...terms, mode: row.mode, unfunded: row.unfunded, stake, stakeBefore }
    },
    create: (tx, product) => insertNewProduct(tx, parseProduct(options, product)),
    checkTerms: (tx, code, revision, change) => checkTerms(options, tx, code, revision, change),
    async changeTerms(tx, code, revision, change) {
      const terms = await checkTerms(options, tx, code, revision, change)
      await queries.updateTerms(tx, code, terms.after)
      // the zone follows from the least VIP level
      await indexProducts(tx, [code])
      return terms
    },
    edit: editLook,
    setText,
    setImages,
    act: changeState,
    saveCategory,
  }
}

const invalid = (field: string, rule: FieldMessage | Code = 'INVALID') =>
  new Refusal('INPUT_INVALID', { fields: { [field]: rule } })

async function lock(tx: Tx, code: string): Promise<ProductRow> {
  const row = await queries.lockProductRow(tx, code)
  if (!row) throw new Refusal('NO_SUCH_DATA')
  return row
}

async function showProduct(db: Executor, code: string): Promise<Omit<ShownProduct, 'allShares'>> {
  const row = await queries.readProduct(db, code)
  if (!row) throw new Refusal('NO_SUCH_DATA')
  const [texts, images] = [await queries.readTexts(db, code), await readPictures(db, code)]
  return { ...row, texts, images }
}

async function checkNew(options: ProductOptions, db: Executor, product: NewProduct): Promise<ParsedProduct> {
  const parsed = parseProduct(options, product)
  if (await queries.isProduct(db, parsed.code)) throw invalid('code', 'NAME_TAKEN')
  if (!(await isCategory(db, parsed.category))) throw invalid('category', 'NO_SUCH_DATA')
  return parsed
}

async function checkTerms(
  options: ProductOptions,
  tx: Tx,
  code: string,
  revision: number,
  change: Partial<ProductTerms>,
): Promise<Terms> {
  return termsAfter(options, await lock(tx, code), revision, change)
}

function termsAfter(
  options: ProductOptions,
  row: ProductRow,
  revision: number,
  change: Partial<ProductTerms>,
): Terms {
  if (row.revision !== revision) throw new Refusal('CHANGED_MEANWHILE')
  const before = termsIn(row)
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const after: ProductTerms = { ...before, ...given }
  fitMode(row.mode, change, after)
  if (isDeepStrictEqual(before, after)) throw new Refusal('INPUT_INVALID', { fields: { code: 'REQUIRED' } })
  const fault = termsFault({ ...after, mode: row.mode }, options)
  if (fault) throw fault
  return { before, after }
}

/** Derives what the mode fixes. @throws Refusal INPUT_INVALID for a term that the mode does not have */
function fitMode(mode: IssueMode, change: Partial<ProductTerms>, after: ProductTerms): void {
  if (mode === 'cash') {
    // cash has no market price besides its first prize, and nothing to recycle
    if (change.marketPrice !== undefined) throw invalid('marketPrice', 'NOT_OF_CASH')
    if (change.recyclePercent) throw invalid('recyclePercent', 'NOT_OF_CASH')
    const first = after.tiers?.[0]
    if (!first) throw invalid('tiers')
    after.marketPrice = first.prize
  } else if (change.tiers) throw invalid('tiers', 'TIERS_OF_CASH')
  // a seat of a Double PK is half of the shares, and a member takes one
  if (mode === 'pk' && change.maxPerMember === undefined) after.maxPerMember = Math.floor(after.shares / 2)
}

async function editLook(
  tx: Tx,
  code: string,
  look: { category?: string | undefined; art?: string | undefined; tile?: Tile | undefined },
): Promise<Changed> {
  const { category, art, tile } = await lock(tx, code)
  const before = { category, art, tile }
  const after = { category: look.category ?? category, art: look.art ?? art, tile: look.tile ?? tile }
  if (!(await isCategory(tx, after.category))) throw invalid('category', 'NO_SUCH_DATA')
  await queries.updateLook(tx, code, after)
  await indexProducts(tx, [code])
  return { before, after }
}

async function setText(
  tx: Tx,
  code: string,
  { synonyms, ...entered }: Parameters<ProductDesk['setText']>[2],
): Promise<Changed> {
  await lock(tx, code)
  const before = (await queries.readTexts(tx, code)).find(({ language }) => language === entered.language)
  const text = {
    ...entered,
    title: entered.title.trim().replaceAll(/\s+/g, ' '),
    synonyms: [...new Set((synonyms ?? before?.synonyms ?? []).map((word) => word.trim()))].filter(Boolean),
  }
  await insertTexts(tx, code, [{ ...text, content: richTextOf(text.description) }])
  await indexProducts(tx, [code])
  return { before: before ?? {}, after: text }
}

async function setImages(tx: Tx, code: string, names: readonly string[]): Promise<Changed> {
  await lock(tx, code)
  if (new Set(names).size !== names.length) throw invalid('images')
  const before = await queries.pictureNames(tx, code)
  // what an issue opened with stays public, and can be in the gallery again
  const kept = await keptPictures(tx, code, [...before, ...names])
  const added = names.filter((name) => !before.includes(name) && !kept.has(name))
  await publishPictures(tx, added, { kind: 'product', usedBy: `product:${code}` })
  await queries.replacePictures(tx, code, names)
  await withdrawPictures(
    tx,
    before.filter((name) => !names.includes(name) && !kept.has(name)),
  )
  return { before: { images: before }, after: { images: names } }
}

async function changeState(tx: Tx, code: string, act: ProductAct): Promise<Changed> {
  const { state, unfunded } = await lock(tx, code)
  const { from, to } = PRODUCT_STEPS[act]
  const allowed: readonly ProductState[] = from
  if (!allowed.includes(state)) throw new Refusal('PRODUCT_STEP', { values: { why: `it is ${state}` } })
  if (act === 'resume' && unfunded)
    throw new Refusal('PRODUCT_STEP', {
      values: { why: 'its next issue is not covered' },
    })
  await queries.updateState(tx, code, to)
  return { before: { state }, after: { state: to } }
}

async function saveCategory(tx: Tx, { category, titles, ...change }: CategoryChange): Promise<Changed> {
  if (new Set(titles.map(({ language }) => language)).size !== titles.length) throw invalid('titles')
  const before = await queries.lockCategory(tx, category)
  const after = {
    position: change.position ?? before?.position ?? 0,
    tile: change.tile ?? before?.tile ?? 'sun',
  }
  if (before) await queries.updateCategory(tx, category, after)
  else if (titles.some(({ language }) => language === 'en-us'))
    await insertCategory(tx, { category, ...after })
  else throw new Refusal('INPUT_INVALID', { fields: { titles: 'REQUIRED' } })
  await insertTitles(tx, category, titles)
  if (titles.length > 0) await forgetCategory(tx, category)
  return { before: before ?? {}, after: { ...after, titles } }
}
