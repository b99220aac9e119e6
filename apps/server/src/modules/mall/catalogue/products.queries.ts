/** Inserts categories and products with their texts. */
import type { Language } from '@fairlot/contract/languages'
import type { Executor, Tx } from '../../../platform/db.ts'
import { tierLiteral } from '../issues/tiers.ts'
import type { ParsedCategory, ParsedProduct, ProductContent } from './products.ts'

export async function isCategory(db: Executor, category: string): Promise<boolean> {
  return (await db.query('select 1 from category where category = $1', [category])).length > 0
}

export async function insertCategory(
  tx: Tx,
  { category, position, tile }: Pick<ParsedCategory, 'category' | 'position' | 'tile'>,
): Promise<void> {
  await tx.query('insert into category (category, position, tile) values ($1, $2, $3)', [
    category,
    position,
    tile,
  ])
}

/** Inserts titles of a category, or replaces them. */
export async function insertTitles(
  tx: Tx,
  category: string,
  titles: readonly { language: Language; title: string }[],
): Promise<void> {
  await tx.query(
    `insert into category_text (category, language, title)
     select $1, language, title from unnest($2::text[], $3::text[]) as texts(language, title)
     on conflict (category, language) do update set title = excluded.title`,
    [category, titles.map(({ language }) => language), titles.map(({ title }) => title)],
  )
}

/** At most 20 codes of active products whose issues are not witnessed. */
export async function productsOfOtherGrades(db: Executor): Promise<string[]> {
  const rows = await db.query<{ code: string }>(
    `select code from product where state = 'active' and grade <> 'witnessed' order by code limit 20`,
  )
  return rows.map(({ code }) => code)
}

/** Inserts a product without its texts. False: the code is taken, and nothing is inserted. */
export async function insertProduct(tx: Tx, product: ParsedProduct): Promise<boolean> {
  const [inserted] = await tx.query(
    `insert into product (code, category, mode, art, tile, market_price, share_price, shares, max_per_member,
       max_issues, min_vip, recycle_percent, times_counted, grade, plain_acknowledged, sale_days, demo, max_subsidy, tiers, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, business_now())
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
      tierLiteral(product.tiers),
    ],
  )
  return inserted !== undefined
}

/** Inserts texts of a product, or replaces them. */
export async function insertTexts(tx: Tx, code: string, texts: readonly ProductContent[]): Promise<void> {
  await tx.query(
    `insert into product_text (code, language, title, description, content, synonyms)
     select $1, language, title, description, content, array(select jsonb_array_elements_text(synonyms))
     from unnest($2::text[], $3::text[], $4::text[], $5::jsonb[], $6::jsonb[])
       as texts(language, title, description, content, synonyms)
     on conflict (code, language) do update
     set title = excluded.title, description = excluded.description, content = excluded.content,
       synonyms = excluded.synonyms`,
    [
      code,
      texts.map(({ language }) => language),
      texts.map(({ title }) => title),
      texts.map(({ description }) => description),
      texts.map(({ content }) => JSON.stringify(content)),
      texts.map(({ synonyms }) => JSON.stringify(synonyms)),
    ],
  )
}
