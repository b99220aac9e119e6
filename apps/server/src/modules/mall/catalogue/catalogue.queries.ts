/** Reads the ids of the issues that lists show; cards.queries.ts reads their content. */
import { FLOOR_MS, MS, type Executor, type Statement } from '../../../platform/db.ts'
import { FILTER, FILTERED, filterValues, FOUND_FILTER, type Filter } from './filters.queries.ts'
import {
  foundFrom,
  ISSUES_OF_FOUND,
  issuesValues,
  newestOf,
  newestOnes,
  newestValues,
} from './found-issues.ts'
import { MALL_ZONES, type MallZone } from '@fairlot/contract/kinds/issue-kinds'

/** `key`: the sort key, ascending in every order. Issues with equal keys are sorted by id. */
export type SellingRow = { issueId: string; key: bigint }
/** `matches`: meets the filter; `ended`: the call has read no further. */
export type DrawnRow = { issueId: string; drawnMs: bigint; matches: boolean; ended: boolean }

/** shares that are not sold yet, in millionths of all shares */
const UNSOLD = '((issue.shares - issue.sold)::bigint * 1000000) / issue.shares'
const SORT_KEYS = {
  closing: UNSOLD,
  newest: `-${FLOOR_MS('issue.opened_at')}`,
  price: 'issue.price',
} as const
export type Sort = keyof typeof SORT_KEYS | 'relevance'

type Source = { from: string; filter: string; position: number }

const selling = (name: string, key: string, { from, filter, position }: Source) => ({
  name,
  text: `
select issue.issue_id as "issueId", sorted.key
from ${from}
cross join lateral (select ${key} as key) sorted
where issue.status = 'selling' and ${filter}
  and ($${position}::bigint is null or (sorted.key, issue.issue_id) > ($${position}, $${position + 1}::uuid))
order by sorted.key, issue.issue_id limit $${position + 2}`,
})
const statements = <Key extends string>(
  keys: Readonly<Record<Key, string>>,
  make: (sort: string, key: string) => Statement,
) =>
  Object.fromEntries(Object.entries<string>(keys).map(([sort, key]) => [sort, make(sort, key)])) as Record<
    Key,
    Statement
  >

/** Reads all issues on sale. Each product has one at most, so a scan of their partial index is fast enough. */
const SELLING = statements(SORT_KEYS, (sort, key) =>
  selling(`catalogue.${sort}`, key, { from: `issue ${FILTERED}`, filter: FILTER, position: 11 }),
)
/** Reads the issues of the products that a search found. The best match comes first, then what is almost full. */
const FOUND = statements(
  { ...SORT_KEYS, relevance: `found.rank * -10000000::bigint + ${UNSOLD}` },
  (sort, key) =>
    selling(`catalogue.found.${sort}`, key, { from: newestOf(11), filter: FOUND_FILTER, position: 14 }),
)

/** A call reads at most this many draws, however few of them meet the filter. */
const WINDOW = 1_000

/**
 * Reads the index of draws backwards, from its end or from the cursor, and no further than the window. Rows that meet the
 * filter, and the last one of a full window, where a further call goes on.
 */
const DRAWN = {
  name: 'catalogue.drawn',
  text: `
with walked as materialized (
  select draw.issue_id, draw.drawn_at, row_number() over (order by draw.drawn_at desc, draw.issue_id desc) as place
  from issue_draw draw
  where (draw.drawn_at, draw.issue_id) <
    (coalesce($11::timestamptz, 'infinity'), coalesce($12::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  order by draw.drawn_at desc, draw.issue_id desc limit $14),
judged as (
  select walked.issue_id, walked.drawn_at, walked.place, ${FILTER} as matches
  from walked join issue using (issue_id) ${FILTERED})
select issue_id as "issueId", ${MS('drawn_at')} as "drawnMs", matches, place = $14 as ended
from judged where matches or place = $14
order by drawn_at desc, issue_id desc limit $13`,
}

/** The newest draws of the products that a search found. $11 to $13 `issuesValues`, then the cursor, the limit. */
const FOUND_DRAWN = {
  name: 'catalogue.foundDrawn',
  text: `
select drawn.issue_id as "issueId", ${MS('drawn.drawn_at')} as "drawnMs", true as matches, false as ended
from ${foundFrom(11)}
cross join lateral (
  select draw.issue_id, draw.drawn_at
  from ${ISSUES_OF_FOUND} join issue_draw draw using (issue_id) join issue using (issue_id) ${FILTERED}
  where (draw.drawn_at, draw.issue_id) <
      (coalesce($14::timestamptz, 'infinity'), coalesce($15::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    and ${FILTER}
  limit $16) drawn
order by drawn.drawn_at desc, drawn.issue_id desc limit $16`,
}

/** Issues on sale, after a position of the same order. */
export function readSelling(
  db: Executor,
  sort: Sort,
  filter: Filter,
  after: { key: bigint; issueId: string } | null,
  limit: number,
): Promise<SellingRow[]> {
  const { found } = filter
  const position = [after?.key ?? null, after?.issueId ?? null, limit]
  if (found) {
    const { category, zone, viewer } = filter
    const placed = newestOnes(found.products).filter(
      (product) => product.zone === zone && (category === null || product.category === category),
    )
    return db.query(FOUND[sort], [...filterValues(filter), ...newestValues(placed, viewer), ...position])
  }
  return db.query(SELLING[sort === 'relevance' ? 'closing' : sort], [...filterValues(filter), ...position])
}

/** One page of drawn issues, newest first. @returns the issues, and the position after which the next call goes on */
export async function readDrawn(
  db: Executor,
  filter: Filter,
  before: DrawnPosition | null,
  limit: number,
  window = WINDOW,
): Promise<{ issueIds: string[]; next: DrawnPosition | null }> {
  const { found } = filter
  const from = [before ? new Date(before.drawnMs) : null, before?.issueId ?? null, limit + 1]
  const rows = found
    ? await db.query<DrawnRow>(FOUND_DRAWN, [
        ...filterValues(filter),
        ...issuesValues(found.products),
        ...from,
      ])
    : await db.query<DrawnRow>(DRAWN, [...filterValues(filter), ...from, window])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  // The page is full and there is more, or the window ended.
  const goesOn = rows.length > limit || rows.at(-1)?.ended === true
  return {
    issueIds: page.flatMap(({ issueId, matches }) => (matches ? [issueId] : [])),
    next: last && goesOn ? { drawnMs: Number(last.drawnMs), issueId: last.issueId } : null,
  }
}

/** Counts stop here. */
export const MOST_COUNTED = 200

const FOUND_DRAWS = {
  name: 'catalogue.foundDraws',
  text: `
select count(*)::int as issues
from (
  select 1
  from ${foundFrom(11)}
  cross join lateral ${ISSUES_OF_FOUND}
  join issue_draw using (issue_id) join issue using (issue_id) ${FILTERED}
  where ${FILTER} limit ${MOST_COUNTED}) draws`,
}

/** How many drawn issues a search finds, `MOST_COUNTED` at most. */
export async function countDraws(db: Executor, filter: Filter): Promise<number> {
  const values = [...filterValues(filter), ...issuesValues(filter.found?.products ?? [])]
  const [row] = await db.query<{ issues: number }>(FOUND_DRAWS, values)
  return row?.issues ?? 0
}

export type DrawnPosition = { drawnMs: number; issueId: string }

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

const ZONES = {
  name: 'catalogue.zones',
  text: `
select zone from unnest($1::text[]) with ordinality as zones(zone, place)
where zone = 'goods' or exists (
  select from product where case when product.min_vip > 0 then 'vip' else product.mode end = zone and product.state = 'active')
order by place`,
}

/** The zones that have products which are sold, in their order. */
export async function readZones(db: Executor): Promise<MallZone[]> {
  const rows = await db.query<{ zone: MallZone }>(ZONES, [MALL_ZONES])
  return rows.map(({ zone }) => zone)
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
