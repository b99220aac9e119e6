/** Which issues a list shows. What it shows of them is the cards'. */
import type { Executor } from '../../../platform/db.ts'
import { titleOf } from './cards.ts'

export type Filter = {
  category: string | null
  mode: 'goods' | 'cash' | 'pk' | 'vip'
  search: string | null
  language: string
  defaultLanguage: string
}

/** `key` sorts upwards in every order; ties by id. */
export type SellingRow = { issueId: string; key: bigint }
export type DrawnRow = { issueId: string; drawnMs: bigint }

/** The VIP zone is a place of its own: its products are not among the others of their mode. */
const FILTER = `
  ($1::text is null or p.category = $1)
  and case when $2 = 'vip' then t.min_vip > 0 else t.mode = $2 and t.min_vip = 0 end
  and ($3::text is null or t.number = upper($3) or position(lower($3) in lower(text.title)) > 0)`

const KEYS = {
  /** shares still to be sold, in millionths of the issue */
  closing: '((i.shares - i.sold)::bigint * 1000000) / i.shares',
  newest: '-floor(extract(epoch from i.opened_at) * 1000)::bigint',
  price: 'i.price',
} as const
export type Sort = keyof typeof KEYS

/** As many issues are on sale as there are products, so one pass over their partial index is enough. */
const SELLING = Object.fromEntries(
  Object.entries(KEYS).map(([sort, key]) => [
    sort,
    {
      name: `catalogue.${sort}`,
      text: `
select i.issue_id as "issueId", k.key
from issue i
cross join lateral (select ${key} as key) k
join issue_terms t using (issue_id)
join product p on p.code = t.code
left join ${titleOf('p.code', '$4', '$5')} text on true
where i.status = 'selling' and ${FILTER}
  and ($6::bigint is null or (k.key, i.issue_id) > ($6, $7::uuid))
order by k.key, i.issue_id limit $8`,
    },
  ]),
) as Record<Sort, { name: string; text: string }>

/** Walks down the index of draws, from its top or from the position before. */
const DRAWN = {
  name: 'catalogue.drawn',
  text: `
select d.issue_id as "issueId", (extract(epoch from d.drawn_at) * 1000)::bigint as "drawnMs"
from issue_draw d
join issue_terms t using (issue_id)
join product p on p.code = t.code
left join ${titleOf('p.code', '$4', '$5')} text on true
where ${FILTER}
  and (d.drawn_at, d.issue_id) <
    (coalesce($6::timestamptz, 'infinity'), coalesce($7::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
order by d.drawn_at desc, d.issue_id desc limit $8`,
}

export function selling(
  db: Executor,
  sort: Sort,
  filter: Filter,
  after: { key: bigint; issueId: string } | null,
  limit: number,
): Promise<SellingRow[]> {
  const values = [...filterValues(filter), after?.key ?? null, after?.issueId ?? null, limit]
  return db.query<SellingRow>(SELLING[sort], values)
}

export function drawn(
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

function filterValues({ category, mode, search, language, defaultLanguage }: Filter) {
  return [category, mode, search, language, defaultLanguage]
}

export type FeaturedRow = { place: 'drawing' | 'almostFull' | 'justOpened' | 'drawn'; issueId: string }

/** "Almost full" is at least half sold: less would be urgency that is not there. */
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

/** What the home page shows, each place in its order. */
export function featured(db: Executor, perPlace: number, draws: number): Promise<FeaturedRow[]> {
  return db.query<FeaturedRow>(FEATURED, [perPlace, draws])
}

export type CategoryRow = { id: string; title: string; tile: string }

const CATEGORIES = {
  name: 'catalogue.categories',
  text: `
select c.category as id, coalesce(text.title, c.category) as title, c.tile
from category c
left join lateral (
  select x.title from category_text x where x.category = c.category
  order by x.language = $1 desc, x.language = $2 desc, x.language = 'en-us' desc limit 1) text on true
order by c.position, c.category`,
}

export function categories(db: Executor, language: string, defaultLanguage: string): Promise<CategoryRow[]> {
  return db.query<CategoryRow>(CATEGORIES, [language, defaultLanguage])
}
