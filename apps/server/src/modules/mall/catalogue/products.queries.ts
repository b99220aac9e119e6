/** Inserts categories and products with their texts. */
import type { Executor, Tx } from '../../../platform/db.ts'
import type { ParsedCategory, ParsedProduct } from './products.ts'

export async function isCategory(db: Executor, category: string): Promise<boolean> {
  return (await db.query('select 1 from category where category = $1', [category])).length > 0
}

export async function insertCategory(
  tx: Tx,
  { category, position, tile, titles }: ParsedCategory,
): Promise<void> {
  await tx.query('insert into category (category, position, tile) values ($1, $2, $3)', [
    category,
    position,
    tile,
  ])
  const texts = Object.entries(titles)
  await tx.query(
    `insert into category_text (category, language, title)
     select $1, language, title from unnest($2::text[], $3::text[]) as texts(language, title)`,
    [category, texts.map(([language]) => language), texts.map(([, title]) => title)],
  )
}

/** At most 20 codes of active products whose issues are not witnessed. */
export async function productsOfOtherGrades(db: Executor): Promise<string[]> {
  const rows = await db.query<{ code: string }>(
    `select code from product where state = 'active' and grade <> 'witnessed' order by code limit 20`,
  )
  return rows.map(({ code }) => code)
}

/** Inserts a product with its texts. False: the code is taken, and nothing is inserted. */
export async function insertProduct(tx: Tx, product: ParsedProduct): Promise<boolean> {
  const [inserted] = await tx.query(
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
  if (!inserted) return false
  const texts = Object.entries(product.texts)
  await tx.query(
    `insert into product_text (code, language, title, description)
     select $1, language, title, description
     from unnest($2::text[], $3::text[], $4::text[]) as texts(language, title, description)`,
    [
      product.code,
      texts.map(([language]) => language),
      texts.map(([, text]) => text?.title),
      texts.map(([, text]) => text?.description),
    ],
  )
  return true
}
