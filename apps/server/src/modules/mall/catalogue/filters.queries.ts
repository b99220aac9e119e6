/** The filters of the mall in SQL, and the counts for their choices. */
import type { MallZone } from '@fairlot/contract/issue-kinds'
import type { Executor } from '../../../platform/db.ts'
import { productTextIn } from './cards.queries.ts'

/** Amounts in minor units; more than `above`, at most `upTo`; null: without an end. */
export type Range<T> = { above: T; upTo: T | null }

export type Filter = {
  category: string | null
  zone: MallZone
  /** part of a title, or an issue number */
  search: string | null
  language: string
  defaultLanguage: string
  /** share prices in minor units; null: every price */
  prices: Range<bigint>[] | null
  /** numbers of shares; null: every size */
  sizes: Range<number>[] | null
  /** only issues in which the viewer holds shares */
  mine: boolean
  /** member id; null for an anonymous caller */
  viewer: string | null
}

const within = (
  value: string,
  above: string,
  upTo: string,
  type: string,
) => `(${above}::${type}[] is null or exists (
    select 1 from unnest(${above}::${type}[], ${upTo}::${type}[]) as wanted(above, up_to)
    where ${value} > wanted.above and (wanted.up_to is null or ${value} <= wanted.up_to)))`

const PRICE = within('issue.price', '$5', '$6', 'int8')
const SIZE = within('issue.shares', '$7', '$8', 'int4')
const HELD = `exists (select 1 from purchase bought
    where bought.member_id = $9::uuid and bought.subject_id = issue.issue_id and bought.state in ('held', 'done'))`

/** Products with a minimum VIP level are only in the VIP zone. */
const PLACE = `
  case when $1 = 'vip' then terms.min_vip > 0 else terms.mode = $1 and terms.min_vip = 0 end
  and ($2::text is null or terms.number = upper($2) or position(lower($2) in lower(text.title)) > 0)`

/** The joins that the filters need beside `issue`. $3 language, $4 default language. */
export const FILTERED = `
join issue_terms terms using (issue_id)
join product on product.code = terms.code
left join ${productTextIn('product.code', '$3', '$4')} text on true`

/** $1 zone, $2 search, $5 and $6 prices, $7 and $8 sizes, $9 viewer, $10 category, $11 only the viewer's. */
export const FILTER = `
  ($10::text is null or product.category = $10) and ${PLACE} and ${PRICE} and ${SIZE} and (not $11::bool or ${HELD})`

/** The values of $1 to $9. */
function commonValues({ zone, search, language, defaultLanguage, prices, sizes, viewer }: Filter): unknown[] {
  return [
    zone,
    search,
    language,
    defaultLanguage,
    prices?.map(({ above }) => String(above)) ?? null,
    prices?.map(({ upTo }) => (upTo === null ? null : String(upTo))) ?? null,
    sizes?.map(({ above }) => above) ?? null,
    sizes?.map(({ upTo }) => upTo) ?? null,
    viewer,
  ]
}

/** The values of $1 to $11. */
export const filterValues = (filter: Filter): unknown[] => [
  ...commonValues(filter),
  filter.category,
  filter.mine,
]

/** Issues on sale that agree in what the filters ask. */
export type FacetRow = {
  category: string
  /** the number of bounds that the share price, or the number of shares, is above */
  priceBand: number
  sizeBand: number
  /** whether they meet the chosen prices and sizes, and whether the viewer holds shares of them */
  priceMet: boolean
  sizeMet: boolean
  held: boolean
  issues: number
}

/** Every product has one issue on sale at most, and their partial index is read once. */
const FACETS = {
  name: 'catalogue.facets',
  text: `
select category, "priceBand", "sizeBand", "priceMet", "sizeMet", held, count(*)::int as issues
from (
  select product.category,
    (select count(*)::int from unnest($10::int8[]) as bound(price) where bound.price < issue.price) as "priceBand",
    (select count(*)::int from unnest($11::int4[]) as bound(shares) where bound.shares < issue.shares) as "sizeBand",
    ${PRICE} as "priceMet", ${SIZE} as "sizeMet", ${HELD} as held
  from issue ${FILTERED}
  where issue.status = 'selling' and ${PLACE}) issues
group by category, "priceBand", "sizeBand", "priceMet", "sizeMet", held`,
}

/** Counts the issues on sale of a zone that match the search, by everything that the other filters ask. */
export function readFacets(
  db: Executor,
  filter: Filter,
  priceBounds: readonly bigint[],
  sizeBounds: readonly number[],
): Promise<FacetRow[]> {
  return db.query<FacetRow>(FACETS, [...commonValues(filter), priceBounds.map(String), sizeBounds])
}
