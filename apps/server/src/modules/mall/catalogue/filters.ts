/** The choices of the mall's filters, with the number of issues on sale for each. */
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { MALL_ZONES } from '@fairlot/contract/kinds/issue-kinds'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { Executor } from '../../../platform/db.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { PRICE_BANDS, SIZE_BANDS } from '../mall.settings.ts'
import { findProducts, type Found } from '../search/find-products.ts'
import type { Viewer } from './cards.ts'
import { countDraws, readCategories } from './catalogue.queries.ts'
import { readFacets, type FacetRow, type Filter } from './filters.queries.ts'

type Options = { db: Executor; settings: Values; defaultLanguage: string }
type SearchCounts = Output<Endpoints['goodsFilters']>['search']
type FilterInput = ParsedInput<Endpoints['goodsFilters']>

/** The filter of a call, in the units of the database. */
export function filterOf(input: FilterInput, viewer: Viewer, found: Found | null): Filter {
  return {
    category: input.category ?? null,
    zone: input.mode,
    found,
    prices:
      input.prices?.map(({ above, upTo }) => ({
        above: parseMoney(above),
        upTo: upTo === null ? null : parseMoney(upTo),
      })) ?? null,
    sizes: input.sizes ?? null,
    mine: input.mine === true,
    favourites: input.favourites === true,
    viewer: viewer.memberId,
  }
}

/**
 * What the search text of a call finds; null: no text.
 *
 * @param isPlaced the call shows one category and zone: when more products match than a search finds, it finds those there
 */
export async function foundBy(
  { db, defaultLanguage }: Pick<Options, 'db' | 'defaultLanguage'>,
  viewer: Viewer,
  input: Pick<FilterInput, 'search' | 'exact' | 'category' | 'mode'>,
  isPlaced: boolean,
): Promise<Found | null> {
  const text = input.search?.trim() ?? ''
  if (text === '') return null
  const { exact, category = null, mode } = input
  const place = isPlaced ? { category, zone: mode } : {}
  return findProducts(db, text, { language: viewer.language, defaultLanguage, exact, ...place })
}

/** Counts of one kind of filter leave out the choice of that kind, so that they say what choosing it would show. */
export async function countChoices(
  { db, settings, defaultLanguage }: Options,
  viewer: Viewer,
  input: FilterInput,
): Promise<Output<Endpoints['goodsFilters']>> {
  const priceBounds = settings.get(PRICE_BANDS)
  const sizeBounds = settings.get(SIZE_BANDS)
  const found = await foundBy({ db, defaultLanguage }, viewer, input, false)
  const filter = filterOf(input, viewer, found)
  const [categories, everywhere, drawn] = await Promise.all([
    readCategories(db, viewer.language, defaultLanguage),
    readFacets(db, filter, priceBounds, sizeBounds),
    // the list of drawn issues has no other filters
    found && countDraws(db, { ...filter, prices: null, sizes: null, mine: false }),
  ])
  const rows = everywhere.filter(({ zone }) => zone === input.mode)
  const meets = {
    category: ({ category }: FacetRow) => input.category === undefined || category === input.category,
    price: ({ priceMet }: FacetRow) => priceMet,
    size: ({ sizeMet }: FacetRow) => sizeMet,
    mine: ({ held }: FacetRow) => input.mine === undefined || held,
    favourites: ({ saved }: FacetRow) => input.favourites === undefined || saved,
  }
  const count = (except: keyof typeof meets | null, wanted: (row: FacetRow) => boolean = () => true) => {
    const others = Object.entries(meets).flatMap(([kind, isMet]) => (kind === except ? [] : [isMet]))
    return rows
      .filter((row) => wanted(row) && others.every((isMet) => isMet(row)))
      .reduce((sum, { issues }) => sum + issues, 0)
  }
  return {
    total: count(null),
    categories: categories.map((category) => ({
      ...category,
      count: count('category', (row) => row.category === category.id),
    })),
    prices: bandsOf(priceBounds, 0n).map(({ above, upTo }, band) => ({
      above: formatMoney(above),
      upTo: upTo === null ? null : formatMoney(upTo),
      count: count('price', ({ priceBand }) => priceBand === band),
    })),
    sizes: bandsOf(sizeBounds, 0).map((range, band) => ({
      ...range,
      count: count('size', ({ sizeBand }) => sizeBand === band),
    })),
    mine: count('mine', ({ held }) => held),
    favourites: count('favourites', ({ saved }) => saved),
    search: found && searchOf(found, everywhere, drawn ?? 0),
  }
}

/** How the server understood the text, and how much it finds in the other places. */
function searchOf({ understood, more }: Found, rows: readonly FacetRow[], drawn: number): SearchCounts {
  const zones = MALL_ZONES.map((zone) => ({
    zone,
    count: rows.reduce((sum, row) => sum + (row.zone === zone ? row.issues : 0), 0),
  }))
  return { ...understood, more, drawn, zones: zones.filter(({ count }) => count > 0) }
}

/** The ranges between bounds: up to the first, …, above the last. */
function bandsOf<T>(bounds: readonly T[], zero: T): { above: T; upTo: T | null }[] {
  return [zero, ...bounds].map((above, band) => ({ above, upTo: bounds[band] ?? null }))
}
