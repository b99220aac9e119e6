/** The choices of the mall's filters, with the number of issues on sale for each. */
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney, parseMoney } from '@fairlot/contract/money'
import type { Executor } from '../../../platform/db.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { PRICE_BANDS, SIZE_BANDS } from '../mall.settings.ts'
import type { Viewer } from './cards.ts'
import { readCategories } from './catalogue.queries.ts'
import { readFacets, type FacetRow, type Filter } from './filters.queries.ts'

type Options = { db: Executor; settings: Values; defaultLanguage: string }
type FilterInput = ParsedInput<Endpoints['goodsFilters']>

/** The filter of a call, in the units of the database. */
export function filterOf(input: FilterInput, viewer: Viewer, defaultLanguage: string): Filter {
  return {
    category: input.category ?? null,
    zone: input.mode,
    search: input.search?.trim() || null,
    language: viewer.language,
    defaultLanguage,
    prices:
      input.prices?.map(({ above, upTo }) => ({
        above: parseMoney(above),
        upTo: upTo === null ? null : parseMoney(upTo),
      })) ?? null,
    sizes: input.sizes ?? null,
    mine: input.mine === true,
    viewer: viewer.memberId,
  }
}

/** Counts of one kind of filter leave out the choice of that kind, so that they say what choosing it would show. */
export async function countChoices(
  { db, settings, defaultLanguage }: Options,
  viewer: Viewer,
  input: FilterInput,
): Promise<Output<Endpoints['goodsFilters']>> {
  const priceBounds = settings.get(PRICE_BANDS)
  const sizeBounds = settings.get(SIZE_BANDS)
  const [categories, rows] = await Promise.all([
    readCategories(db, viewer.language, defaultLanguage),
    readFacets(db, filterOf(input, viewer, defaultLanguage), priceBounds, sizeBounds),
  ])
  const meets = {
    category: ({ category }: FacetRow) => input.category === undefined || category === input.category,
    price: ({ priceMet }: FacetRow) => priceMet,
    size: ({ sizeMet }: FacetRow) => sizeMet,
    mine: ({ held }: FacetRow) => input.mine === undefined || held,
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
  }
}

/** The ranges between bounds: up to the first, …, above the last. */
function bandsOf<T>(bounds: readonly T[], zero: T): { above: T; upTo: T | null }[] {
  return [zero, ...bounds].map((above, band) => ({ above, upTo: bounds[band] ?? null }))
}
