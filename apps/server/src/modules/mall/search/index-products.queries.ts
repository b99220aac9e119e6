/** Reads and writes the search index: product_search and search_word. */
import type { MallZone } from '@fairlot/contract/kinds/issue-kinds'
import type { Executor, Tx } from '../../../platform/db.ts'

export type ProductTexts = {
  code: string
  category: string
  zone: MallZone
  texts: { language: string; title: string; description: string; synonyms: string[] }[]
  categories: { language: string; title: string }[]
}
export type IndexedRow = {
  code: string
  version: number
  terms: string[]
  titleEnd: number
  namedEnd: number
  kindEnd: number
}
export type WordRow = { term: string; shown: string; near: string[]; products: number }

/** The newest issue of a product, and whether it has not ended. @param code SQL expression */
export const newestIssueOf = (code: string) => `lateral (
  select numbered.issue_id, numbered.sequence, case when terms.min_vip > 0 then 'vip' else terms.mode end as zone,
    issue.status in ('scheduled', 'selling', 'sold_out') as open
  from product_issue numbered join issue_terms terms using (issue_id) join issue using (issue_id)
  where numbered.code = ${code} order by numbered.sequence desc limit 1)`

const NEWEST = {
  name: 'search.newest',
  text: `
update product_search set issue_id = newest.issue_id, sequence = newest.sequence, zone = newest.zone, open = newest.open
from (select $1::text as code) product cross join ${newestIssueOf('product.code')} newest
where product_search.code = product.code`,
}

/** The search shows the newest issue of a product. Called where one is made, after all other locks. */
export async function indexNewestIssue(tx: Tx, code: string): Promise<void> {
  await tx.query(NEWEST, [code])
}

const ENDED = {
  name: 'search.ended',
  text: `
update product_search set open = false from issue_terms terms
where terms.issue_id = $1 and product_search.code = terms.code and product_search.issue_id = terms.issue_id and open`,
}

/** The search finds a product whose newest issue has ended after those with one on sale. */
export async function indexEndedIssue(db: Executor, issueId: string): Promise<void> {
  await db.query(ENDED, [issueId])
}

/** Locks the rows of products in their order, and reads their terms. */
export function lockIndexed(tx: Tx, codes: readonly string[]): Promise<{ code: string; terms: string[] }[]> {
  return tx.query(
    'select code, terms from product_search where code = any($1::text[]) order by code for update',
    [codes],
  )
}

export function readIndexed(db: Executor, codes: readonly string[]): Promise<ProductTexts[]> {
  return db.query<ProductTexts>(
    `select product.code, product.category, case when min_vip > 0 then 'vip' else mode end as zone,
       (select coalesce(json_agg(json_build_object('language', language, 'title', title, 'description', description,
           'synonyms', synonyms) order by language), '[]')
         from product_text where product_text.code = product.code) as texts,
       (select coalesce(json_agg(json_build_object('language', language, 'title', title) order by language), '[]')
         from category_text where category_text.category = product.category) as categories
     from product where code = any($1::text[]) order by code`,
    [codes],
  )
}

export async function writeIndexed(tx: Tx, rows: readonly IndexedRow[]): Promise<void> {
  await tx.query(
    `insert into product_search (code, version, terms, title_end, named_end, kind_end, issue_id, sequence, zone, open)
     select code, version, array(select jsonb_array_elements_text(terms)), "titleEnd", "namedEnd", "kindEnd",
       newest.issue_id, coalesce(newest.sequence, 0), newest.zone, coalesce(newest.open, false)
     from jsonb_to_recordset($1) as row(code text, version int, terms jsonb, "titleEnd" int, "namedEnd" int, "kindEnd" int)
     left join ${newestIssueOf('row.code')} newest on true
     order by code
     on conflict (code) do update set version = excluded.version, terms = excluded.terms,
       title_end = excluded.title_end, named_end = excluded.named_end, kind_end = excluded.kind_end,
       issue_id = excluded.issue_id, sequence = excluded.sequence, zone = excluded.zone, open = excluded.open`,
    [JSON.stringify(rows)],
  )
}

/** @param words sorted by term, so that two writers lock them in the same order */
export async function addWords(tx: Tx, words: readonly WordRow[]): Promise<void> {
  if (words.length === 0) return
  await tx.query(
    `insert into search_word (term, shown, near, products)
     select term, shown, array(select jsonb_array_elements_text(near)), products
     from jsonb_to_recordset($1) as row(term text, shown text, near jsonb, products int)
     order by term collate "C"
     on conflict (term) do update set products = search_word.products + excluded.products`,
    [JSON.stringify(words)],
  )
}

/** A word that no product has any more is deleted. */
export async function removeWords(
  tx: Tx,
  words: readonly { term: string; products: number }[],
): Promise<void> {
  if (words.length === 0) return
  const values = [words.map(({ term }) => term), words.map(({ products }) => products)]
  await tx.query(
    `with gone as (select * from unnest($1::text[], $2::int[]) as gone(term, products)),
       locked as (select term from search_word where term = any($1::text[]) order by term for update)
     update search_word set products = search_word.products - gone.products
     from gone join locked using (term) where search_word.term = gone.term`,
    values,
  )
  await tx.query('delete from search_word where term = any($1::text[]) and products = 0', [values[0]])
}

/** Products whose terms are missing or were made by older rules. */
export async function productsToIndex(db: Executor, version: number, limit: number): Promise<string[]> {
  const rows = await db.query<{ code: string }>(
    `select code from product_search where version <> $1
     union all
     select product.code from product
     where not exists (select from product_search indexed where indexed.code = product.code)
     limit $2`,
    [version, limit],
  )
  return rows.map(({ code }) => code)
}

/** The products of a category are indexed again by the job, because its titles changed. */
export async function forgetCategory(tx: Tx, category: string): Promise<void> {
  await tx.query(
    `update product_search set version = 0 where code in (select code from product where category = $1)`,
    [category],
  )
}
