/** Statements of the operators' calls about products. Amounts in minor units, times in Unix milliseconds. */
import type { IssueMode, TimesCounted } from '@fairlot/contract/kinds/issue-kinds'
import type { Language } from '@fairlot/contract/languages'
import type { IssueStatus } from '@fairlot/contract/life/order-life'
import type { ProductState, Tile } from '@fairlot/contract/kinds/product-kinds'
import type { Grade } from '@fairlot/fairness/draw'
import { MS, type Executor, type Tx } from '../../../platform/db.ts'
import { readTiers, tierLiteral, tierRows, type PrizeTier, type TierRows } from '../issues/tiers.ts'

export type ProductLine = {
  code: string
  title: string
  category: string
  mode: IssueMode
  state: ProductState
  /** paused by itself, because its next issue is not covered */
  unfunded: boolean
  sharePrice: bigint
  shares: number
  pictures: number
  issued: number
  issue: string | null
  status: IssueStatus | null
  sold: number | null
}

/** The terms of a product's next issues. */
export type ProductTerms = {
  marketPrice: bigint
  sharePrice: bigint
  shares: number
  maxPerMember: number
  maxIssues: number
  minVip: number
  recyclePercent: number
  timesCounted: TimesCounted
  grade: Grade
  plainAcknowledged: boolean
  saleDays: number
  maxSubsidy: bigint
  /** of cash; null for other modes */
  tiers: readonly PrizeTier[] | null
}

export type ProductRow = ProductLine &
  ProductTerms & { art: string; tile: Tile; demo: boolean; revision: number; createdMs: bigint }

const COLUMNS = `
  product.code, coalesce(text.title, product.code) as title, product.category, product.mode, product.state,
  product.pause_reason is not null as unfunded, product.share_price as "sharePrice", product.shares,
  (select count(*)::int from product_image where code = product.code) as pictures, product.issued,
  terms.number as issue, issue.status, issue.sold`
const FROM = `
  from product
  left join product_text text on text.code = product.code and text.language = 'en-us'
  left join product_issue latest on latest.code = product.code and latest.sequence = product.issued
  left join issue using (issue_id)
  left join issue_terms terms using (issue_id)`

export function listProducts(
  db: Executor,
  {
    state,
    category,
    after,
    limit,
  }: { state: ProductState | null; category: string | null; after: string | null; limit: number },
): Promise<ProductLine[]> {
  return db.query<ProductLine>(
    `select ${COLUMNS} ${FROM}
     where ($1::text is null or product.state = $1) and ($2::text is null or product.category = $2)
       and ($3::text is null or product.code > $3)
     order by product.code limit $4`,
    [state, category, after, limit],
  )
}

/** @param lock keeps the product from changing until the transaction ends */
async function productRow(db: Executor, code: string, lock: boolean): Promise<ProductRow | undefined> {
  const [row] = await db.query<Omit<ProductRow, 'tiers'> & { tiers: TierRows | null }>(
    `select ${COLUMNS}, product.art, product.tile, product.demo, product.revision, ${MS('product.created_at')} as "createdMs",
       product.market_price as "marketPrice", product.max_per_member as "maxPerMember", product.max_issues as "maxIssues",
       product.min_vip as "minVip", product.recycle_percent as "recyclePercent", product.times_counted as "timesCounted",
       product.grade, product.plain_acknowledged as "plainAcknowledged", product.sale_days as "saleDays",
       product.max_subsidy as "maxSubsidy", ${tierRows('product.tiers')} as tiers
     ${FROM} where product.code = $1 ${lock ? 'for update of product' : ''}`,
    [code],
  )
  return row && { ...row, tiers: readTiers(row.tiers) }
}

export const readProduct = (db: Executor, code: string) => productRow(db, code, false)
export const lockProductRow = (tx: Tx, code: string) => productRow(tx, code, true)

export async function isProduct(db: Executor, code: string): Promise<boolean> {
  return (await db.query('select from product where code = $1', [code])).length > 0
}

export type TextRow = { language: Language; title: string; description: string; synonyms: string[] }

export function readTexts(db: Executor, code: string): Promise<TextRow[]> {
  return db.query<TextRow>(
    `select language, title, description, synonyms from product_text where code = $1
     order by language <> 'en-us', language`,
    [code],
  )
}

/** Updates the terms, and lets a product that waits for funds be looked at again. */
export async function updateTerms(tx: Tx, code: string, terms: ProductTerms): Promise<void> {
  await tx.query(
    `update product set market_price = $2, share_price = $3, shares = $4, max_per_member = $5, max_issues = $6, min_vip = $7,
       recycle_percent = $8, times_counted = $9, grade = $10, plain_acknowledged = $11, sale_days = $12, max_subsidy = $13, tiers = $14,
       state = case when pause_reason is null then state else 'active' end,
       pause_reason = null, pause_need = null, paused_at = null, revision = revision + 1
     where code = $1`,
    [
      code,
      terms.marketPrice,
      terms.sharePrice,
      terms.shares,
      terms.maxPerMember,
      terms.maxIssues,
      terms.minVip,
      terms.recyclePercent,
      terms.timesCounted,
      terms.grade,
      terms.plainAcknowledged,
      terms.saleDays,
      terms.maxSubsidy,
      tierLiteral(terms.tiers),
    ],
  )
}

export async function updateLook(
  tx: Tx,
  code: string,
  { category, art, tile }: { category: string; art: string; tile: Tile },
): Promise<void> {
  await tx.query(
    'update product set category = $2, art = $3, tile = $4, revision = revision + 1 where code = $1',
    [code, category, art, tile],
  )
}

/** What an operator does with a product ends a pause for lack of funds as well. */
export async function updateState(tx: Tx, code: string, state: ProductState): Promise<void> {
  await tx.query(
    `update product set state = $2, pause_reason = null, pause_need = null, paused_at = null, revision = revision + 1
     where code = $1`,
    [code, state],
  )
}

/** The names of a product's pictures, in their order. */
export async function pictureNames(db: Executor, code: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    'select name from product_image where code = $1 order by position',
    [code],
  )
  return rows.map(({ name }) => name)
}

export async function replacePictures(tx: Tx, code: string, names: readonly string[]): Promise<void> {
  await tx.query('delete from product_image where code = $1', [code])
  await tx.query(
    `insert into product_image (code, position, name)
     select $1, place, name from unnest($2::text[]) with ordinality as wanted(name, place)`,
    [code, names],
  )
}

export type CategoryRow = {
  category: string
  position: number
  tile: Tile
  titles: { language: Language; title: string }[]
  products: number
}

export function readAllCategories(db: Executor): Promise<CategoryRow[]> {
  return db.query<CategoryRow>(`
    select category.category, category.position, category.tile,
      (select coalesce(json_agg(json_build_object('language', language, 'title', title) order by language <> 'en-us', language), '[]')
       from category_text text where text.category = category.category) as titles,
      (select count(*)::int from product where product.category = category.category) as products
    from category order by category.position, category.category`)
}

/** @returns undefined when there is no such category */
export async function lockCategory(
  tx: Tx,
  category: string,
): Promise<{ position: number; tile: Tile } | undefined> {
  const [row] = await tx.query<{ position: number; tile: Tile }>(
    'select position, tile from category where category = $1 for update',
    [category],
  )
  return row
}

export async function updateCategory(
  tx: Tx,
  category: string,
  { position, tile }: { position: number; tile: Tile },
): Promise<void> {
  await tx.query('update category set position = $2, tile = $3 where category = $1', [
    category,
    position,
    tile,
  ])
}
