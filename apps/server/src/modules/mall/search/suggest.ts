/** Suggestions for a text while a member types it: the best matches, the categories that they are in, and how many there are. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Executor } from '../../../platform/db.ts'
import type { Cards, Viewer } from '../catalogue/cards.ts'
import { readCategories } from '../catalogue/catalogue.queries.ts'
import { findProducts } from './find-products.ts'
import { readSuggestions } from './suggest.queries.ts'

const MOST_ISSUES = 5
const MOST_CATEGORIES = 2

type Options = { db: Executor; cards: Cards; defaultLanguage: string }

/** @param text at least one character */
export async function suggest(
  { db, cards, defaultLanguage }: Options,
  viewer: Viewer,
  { search: text, exact }: { search: string; exact?: true | undefined },
): Promise<Output<Endpoints['goodsSuggest']>> {
  const { language } = viewer
  const found = await findProducts(db, text, { language, defaultLanguage, exact })
  const [issues, categories] = await Promise.all([
    readSuggestions(db, found, MOST_ISSUES),
    readCategories(db, language, defaultLanguage),
  ])
  return {
    ...found.understood,
    more: found.more,
    items: await cards.byIds(issues.best, viewer),
    categories: categories
      .flatMap((category) => {
        const count = issues.categories.get(category.id) ?? 0
        return count === 0 ? [] : [{ ...category, count }]
      })
      .toSorted((a, b) => b.count - a.count)
      .slice(0, MOST_CATEGORIES),
    selling: issues.selling,
    drawn: issues.drawn,
  }
}
