/** Finds products by groups of words, in a bounded number of rows. */
import type { Executor, Statement } from '../../../platform/db.ts'

/** A group of words: each of `terms` counts as found; `strong` are those of titles and synonyms, `exact` is what was typed. */
export type WordGroup = {
  terms: readonly string[]
  strong: readonly string[]
  exact: readonly string[]
  /** products that have one of the words, at most */
  products: number
}

/**
 * A group whose words more products have is not looked up in the index: reading its long lists takes longer than reading the
 * products until enough of them are found.
 */
const FREQUENT = 50_000

/** Weights of title, synonyms, category and description; one more for a word that is exactly as typed. */
const rankOf = (at: number) => `
    case when terms[1:title_end] && $${at + 1}::text[] then 8
      when terms[title_end + 1:named_end] && $${at + 1}::text[] then 6
      when terms[named_end + 1:kind_end] && $${at}::text[] then 3
      when terms && $${at}::text[] then 1 else 0 end
    + case when terms && $${at + 2}::text[] then 1 else 0 end`

/** Parameters of one group: all terms, strong terms, exact terms. */
const PER_GROUP = 3

type Way = {
  groups: readonly WordGroup[]
  /** every group, or at least one */
  mode: 'all' | 'any'
  /** only words of titles and synonyms */
  strongOnly: boolean
  /** category and zone */
  places: readonly string[]
}

function statementOf({ groups, mode, strongOnly, places }: Way): Statement {
  const column = strongOnly ? 1 : 0
  const conditions = groups.map(({ products }, index) => {
    const found = `terms && $${index * PER_GROUP + 1 + column}::text[]`
    // the words of descriptions are frequent, those of titles less so
    const isFrequent = products > FREQUENT && !strongOnly
    return { found: isFrequent ? `(${found}) is true` : found, isFrequent }
  })
  const limit = groups.length * PER_GROUP + 1
  const placed = places.length === 0 ? '' : ` and terms @> $${limit + 1}::text[]`
  const shape = conditions.map(({ isFrequent }) => (isFrequent ? 'f' : 'i')).join('')
  return {
    name: `search.${mode}.${shape}${strongOnly ? '.strong' : ''}${placed === '' ? '' : '.placed'}`,
    text: `
select code, ${groups.map((_, index) => rankOf(index * PER_GROUP + 1)).join(' + ')} as rank
from (
  select code, terms, title_end, named_end, kind_end from product_search
  where (${conditions.map(({ found }) => found).join(mode === 'all' ? ' and ' : ' or ')})${placed}
  limit $${limit}) found`,
  }
}

/** At most `limit` products, in no order. */
export function readFound(db: Executor, way: Way, limit: number): Promise<{ code: string; rank: number }[]> {
  const values = way.groups.flatMap(({ terms, strong, exact }) => [terms, strong, exact])
  const places = way.places.length === 0 ? [] : [way.places]
  return db.query(statementOf(way), [...values, limit, ...places])
}
