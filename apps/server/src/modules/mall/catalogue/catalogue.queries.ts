/** Reads the ids of the issues that lists show; cards.queries.ts reads their content. */
import type { MallZone } from '@fairlot/contract/issue-kinds'
import { FLOOR_MS, MS, type Executor } from '../../../platform/db.ts'
import { productTextIn } from './cards.queries.ts'

export type Filter = {
  category: string | null
  zone: MallZone
  /** part of a title, or an issue number */
  search: string | null
  language: string
  defaultLanguage: string
}

/** `key`: the sort key, ascending in every order. Issues with equal keys are sorted by id. */
export type SellingRow = { issueId: string; key: bigint }
export type DrawnRow = { issueId: string; drawnMs: bigint }

/** $1 category, $2 zone, $3 search. Products with a minimum VIP level are only in the VIP zone. */
const FILTER = `
  ($1::text is null or product.category = $1)
  and case when $2 = 'vip' then terms.min_vip > 0 else terms.mode = $2 and terms.min_vip = 0 end
  and ($3::text is null or terms.number = upper($3) or position(lower($3) in lower(text.title)) > 0)`

const SORT_KEYS = {
  /** shares that are not sold yet, in millionths of all shares */
  closing: '((issue.shares - issue.sold)::bigint * 1000000) / issue.shares',
  newest: `-${FLOOR_MS('issue.opened_at')}`,
  price: 'issue.price',
} as const
export type Sort = keyof typeof SORT_KEYS

/** Reads all issues on sale. Each product has one at most, so a scan of their partial index is fast enough. */
const SELLING = Object.fromEntries(
  Object.entries(SORT_KEYS).map(([sort, key]) => [
    sort,
    {
      name: `catalogue.${sort}`,
      text: `
select issue.issue_id as "issueId", sorted.key
from issue
cross join lateral (select ${key} as key) sorted
join issue_terms terms using (issue_id)
join product on product.code = terms.code
left join ${productTextIn('product.code', '$4', '$5')} text on true
where issue.status = 'selling' and ${FILTER}
  and ($6::bigint is null or (sorted.key, issue.issue_id) > ($6, $7::uuid))
order by sorted.key, issue.issue_id limit $8`,
    },
  ]),
) as Record<Sort, { name: string; text: string }>

/** Reads the index of draws backwards, from its end or from the cursor. */
const DRAWN = {
  name: 'catalogue.drawn',
  text: `
select draw.issue_id as "issueId", ${MS('draw.drawn_at')} as "drawnMs"
from issue_draw draw
join issue_terms terms using (issue_id)
join product on product.code = terms.code
left join ${productTextIn('product.code', '$4', '$5')} text on true
where ${FILTER}
  and (draw.drawn_at, draw.issue_id) <
    (coalesce($6::timestamptz, 'infinity'), coalesce($7::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
order by draw.drawn_at desc, draw.issue_id desc limit $8`,
}

/** Issues on sale, after a position of the same order. */
export function readSelling(
  db: Executor,
  sort: Sort,
  filter: Filter,
  after: { key: bigint; issueId: string } | null,
  limit: number,
): Promise<SellingRow[]> {
  const values = [...filterValues(filter), after?.key ?? null, after?.issueId ?? null, limit]
  return db.query<SellingRow>(SELLING[sort], values)
}

/** Drawn issues, newest first, before a position. */
export function readDrawn(
  db: Executor,
  filter: Filter,
  before: { drawnMs: number; issueId: string } | null,
  limit: number,
): Promise<DrawnRow[]> {
  const values = [
    ...filterValues(filter),
    before ? new Date(before.drawnMs) : null,
    before?.issueId ?? null,
    limit,
  ]
  return db.query<DrawnRow>(DRAWN, values)
}

function filterValues({ category, zone, search, language, defaultLanguage }: Filter) {
  return [category, zone, search, language, defaultLanguage]
}

export type FeaturedRow = { place: 'drawing' | 'almostFull' | 'justOpened' | 'drawn'; issueId: string }

/** An issue is "almost full" only from half of its shares on. $1 issues per list, $2 drawn issues. */
const FEATURED = {
  name: 'catalogue.featured',
  text: `
(select 'drawing' as place, issue_id as "issueId" from issue where status = 'sold_out' order by sold_out_at, issue_id limit 1)
union all
(select 'almostFull', issue_id from issue where status = 'selling' and sold * 2 >= shares
 order by (shares - sold)::numeric / shares, issue_id limit $1)
union all
(select 'justOpened', issue_id from issue where status = 'selling' order by opened_at desc, issue_id limit $1)
union all
(select 'drawn', issue_id from issue_draw order by drawn_at desc, issue_id desc limit $2)`,
}

/** The issues on the home page, by list and in the order of each list. */
export function readFeatured(db: Executor, perPlace: number, draws: number): Promise<FeaturedRow[]> {
  return db.query<FeaturedRow>(FEATURED, [perPlace, draws])
}

export type CategoryRow = { id: string; title: string; tile: string }

const CATEGORIES = {
  name: 'catalogue.categories',
  text: `
select category.category as id, coalesce(text.title, category.category) as title, category.tile
from category
left join lateral (
  select candidate.title from category_text candidate where candidate.category = category.category
  order by candidate.language = $1 desc, candidate.language = $2 desc, candidate.language = 'en-us' desc
  limit 1) text on true
order by category.position, category.category`,
}

/** Categories in their order, with titles in the language, else in the default language, else in English. */
export function readCategories(
  db: Executor,
  language: string,
  defaultLanguage: string,
): Promise<CategoryRow[]> {
  return db.query<CategoryRow>(CATEGORIES, [language, defaultLanguage])
}
