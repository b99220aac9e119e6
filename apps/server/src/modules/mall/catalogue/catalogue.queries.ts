/** Reads the ids of the issues that lists show; cards.queries.ts reads their content. */
import { FLOOR_MS, MS, type Executor } from '../../../platform/db.ts'
import { FILTER, FILTERED, filterValues, type Filter } from './filters.queries.ts'

/** `key`: the sort key, ascending in every order. Issues with equal keys are sorted by id. */
export type SellingRow = { issueId: string; key: bigint }
/** `matches`: meets the filter; `ended`: the call has read no further. */
export type DrawnRow = { issueId: string; drawnMs: bigint; matches: boolean; ended: boolean }

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
cross join lateral (select ${key} as key) sorted ${FILTERED}
where issue.status = 'selling' and ${FILTER}
  and ($12::bigint is null or (sorted.key, issue.issue_id) > ($12, $13::uuid))
order by sorted.key, issue.issue_id limit $14`,
    },
  ]),
) as Record<Sort, { name: string; text: string }>

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
    (coalesce($12::timestamptz, 'infinity'), coalesce($13::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  order by draw.drawn_at desc, draw.issue_id desc limit $15),
judged as (
  select walked.issue_id, walked.drawn_at, walked.place, ${FILTER} as matches
  from walked join issue using (issue_id) ${FILTERED})
select issue_id as "issueId", ${MS('drawn_at')} as "drawnMs", matches, place = $15 as ended
from judged where matches or place = $15
order by drawn_at desc, issue_id desc limit $14`,
}

/** A search for an issue number needs no walk. */
const DRAWN_NUMBER = {
  name: 'catalogue.drawnNumber',
  text: `
select draw.issue_id as "issueId", ${MS('draw.drawn_at')} as "drawnMs", true as matches, false as ended
from product_issue numbered join issue_draw draw using (issue_id) join issue using (issue_id) ${FILTERED}
where numbered.code = $12 and numbered.sequence = $13::bigint and ${FILTER}`,
}
const ISSUE_NUMBER = /^([A-Z0-9]{1,12})-(\d{4,10})$/i

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

/** One page of drawn issues, newest first. @returns the issues, and the position after which the next call goes on */
export async function readDrawn(
  db: Executor,
  filter: Filter,
  before: DrawnPosition | null,
  limit: number,
  window = WINDOW,
): Promise<{ issueIds: string[]; next: DrawnPosition | null }> {
  const values = filterValues(filter)
  const [, code, sequence] = ISSUE_NUMBER.exec(filter.search ?? '') ?? []
  if (code !== undefined) {
    const [found] = await db.query<DrawnRow>(DRAWN_NUMBER, [...values, code.toUpperCase(), sequence])
    return { issueIds: found ? [found.issueId] : [], next: null }
  }
  const at = before ? new Date(before.drawnMs) : null
  const rows = await db.query<DrawnRow>(DRAWN, [...values, at, before?.issueId ?? null, limit + 1, window])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  // The page is full and there is more, or the window ended.
  const goesOn = rows.length > limit || rows.at(-1)?.ended === true
  return {
    issueIds: page.flatMap(({ issueId, matches }) => (matches ? [issueId] : [])),
    next: last && goesOn ? { drawnMs: Number(last.drawnMs), issueId: last.issueId } : null,
  }
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
