/** The filters of the mall in SQL, and the counts for their choices. */
import type { MallZone } from '@fairlot/contract/kinds/issue-kinds'
import type { Executor } from '../../../platform/db.ts'
import type { Found } from '../search/find-products.ts'
import { literal, newestOf, newestOnes, newestValues, numberedLike } from './found-issues.ts'

/** Amounts in minor units; more than `above`, at most `upTo`; null: without an end. */
export type Range<T> = { above: T; upTo: T | null }

export type Filter = {
  category: string | null
  zone: MallZone
  /** the products that a search found; null: no search */
  found: Pick<Found, 'products' | 'number'> | null
  /** share prices in minor units; null: every price */
  prices: Range<bigint>[] | null
  /** numbers of shares; null: every size */
  sizes: Range<number>[] | null
  /** only issues in which the viewer holds shares */
  mine: boolean
  /** only products that the viewer saved */
  favourites: boolean
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

const PRICE = within('issue.price', '$3', '$4', 'int8')
const SIZE = within('issue.shares', '$5', '$6', 'int4')
const HELD = `($7::uuid is not null and exists (select 1 from purchase bought
    where bought.member_id = $7::uuid and bought.subject_id = issue.issue_id and bought.state in ('held', 'done')))`
const SAVED = (code: string) => `($7::uuid is not null and exists (
    select 1 from favourite saved where saved.member_id = $7::uuid and saved.code = ${code}))`

/** Products with a minimum VIP level are only in the VIP zone. */
const ZONE = `case when terms.min_vip > 0 then 'vip' else terms.mode end`
const NUMBERED = `($2::text is null or starts_with(terms.number, $2))`
const PLACE = `${ZONE} = $1 and ${NUMBERED}`

/** The joins that the filters need beside `issue`. */
export const FILTERED = `
join issue_terms terms using (issue_id)
join product on product.code = terms.code`

const conditions = (place: string, code: string) => `
  ${place} and ${PRICE} and ${SIZE} and (not $9::bool or ${HELD}) and (not $10::bool or ${SAVED(code)})`

/** $1 zone, $2 issue number, $3 and $4 prices, $5 and $6 sizes, $7 viewer, $8 category, $9 own shares, $10 favourites. */
export const FILTER = `($8::text is null or product.category = $8) and ${conditions(PLACE, 'terms.code')}`

/** The values of $1 to $7. */
function commonValues({ zone, found, prices, sizes, viewer }: Filter): unknown[] {
  return [
    zone,
    found?.number ?? null,
    prices?.map(({ above }) => String(above)) ?? null,
    prices?.map(({ upTo }) => (upTo === null ? null : String(upTo))) ?? null,
    sizes?.map(({ above }) => above) ?? null,
    sizes?.map(({ upTo }) => upTo) ?? null,
    viewer,
  ]
}

/** The values of $1 to $10. */
export const filterValues = (filter: Filter): unknown[] => [
  ...commonValues(filter),
  filter.category,
  filter.mine,
  filter.favourites,
]

const FOUND_NUMBERED = numberedLike('$2', 'issue.issue_id')

/** `FILTER` for the rows of `newestOf`. Their products are in the category and zone: `$1` and `$8` are only named. */
export const FOUND_FILTER = `coalesce($1::text, $8::text) is not null and ${conditions(FOUND_NUMBERED, 'found.code')}`

/** Issues on sale that agree in what the filters ask. */
export type FacetRow = {
  zone: MallZone
  category: string
  /** the number of bounds that the share price, or the number of shares, is above */
  priceBand: number
  sizeBand: number
  /** whether they meet the chosen prices and sizes, whether the viewer holds shares of them, and saved their product */
  priceMet: boolean
  sizeMet: boolean
  held: boolean
  saved: boolean
  issues: number
}

type FacetSource = { place: string; code: string; from: string; where: string }

const facetsFrom = (name: string, { place, code, from, where }: FacetSource) => ({
  name,
  text: `
select place, "priceBand", "sizeBand", "priceMet", "sizeMet", held, saved, count(*)::int as issues
from (
  select ${place} as place, width_bucket(issue.price - 1, $8::int8[]) as "priceBand",
    width_bucket(issue.shares - 1, $9::int4[]) as "sizeBand",
    ${PRICE} as "priceMet", ${SIZE} as "sizeMet", ${HELD} as held, ${SAVED(code)} as saved
  from ${from}
  where issue.status = 'selling' and ${where}) issues
group by place, "priceBand", "sizeBand", "priceMet", "sizeMet", held, saved`,
})

/** Every product has one issue on sale at most, and their partial index is read once. */
const FACETS = facetsFrom('catalogue.facets', {
  place: 'product.category',
  code: 'terms.code',
  from: `issue ${FILTERED}`,
  where: PLACE,
})
/** What a search found is counted in every zone. The place is the number of the first product that has the same. */
const FOUND_FACETS = facetsFrom('catalogue.foundFacets', {
  place: 'found.place',
  code: 'found.code',
  from: newestOf(10, `($13::int[])[issue.nth] as place`),
  where: `$1::text is not null and ${FOUND_NUMBERED}`,
})

type Counted = Omit<FacetRow, 'zone' | 'category'>

/**
 * Counts the issues on sale by everything that the other filters ask: of a search those of all zones, else those of the filter's
 * zone.
 */
export async function readFacets(
  db: Executor,
  filter: Filter,
  priceBounds: readonly bigint[],
  sizeBounds: readonly number[],
): Promise<FacetRow[]> {
  const values = [...commonValues(filter), priceBounds.map(String), sizeBounds]
  const { found, zone } = filter
  if (!found) {
    const rows = await db.query<Counted & { place: string }>(FACETS, values)
    return rows.map(({ place, ...row }) => ({ ...row, zone, category: place }))
  }
  const products = newestOnes(found.products)
  const firsts = new Map<string, number>()
  const places = products.map(({ zone: at, category }, nth) => {
    const place = `${at} ${category}`
    const first = firsts.get(place) ?? nth
    firsts.set(place, first)
    return first
  })
  const rows = await db.query<Counted & { place: number }>(FOUND_FACETS, [
    ...values,
    ...newestValues(products, filter.viewer),
    literal(places),
  ])
  return rows.map(({ place, ...row }) => {
    const { zone: at, category } = products[place]!
    return { ...row, zone: at, category }
  })
}
