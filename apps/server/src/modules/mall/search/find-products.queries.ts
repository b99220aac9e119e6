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
 * The slots of `product_search`, from the smallest to the largest, with an index each. A search reads one after the other until it has
 * found enough, so that it does not read the whole list of a frequent word. `materialized` has each slot planned for all of its rows:
 * for the first rows only, PostgreSQL would read products without an index.
 */
const SLOTS = 4

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
  const conditions = groups.map((_, index) => `terms && $${index * PER_GROUP + 1 + column}::text[]`)
  const limit = groups.length * PER_GROUP + 1
  const placed = places.length === 0 ? '' : ` and terms @> $${limit + 1}::text[]`
  const slots = Array.from({ length: SLOTS }, (_, slot) => slot)
  const inSlot = (slot: number) => `slot${slot} as materialized (
  select code, terms, title_end, named_end, kind_end from product_search
  where slot = ${slot} and (${conditions.join(mode === 'all' ? ' and ' : ' or ')})${placed})`
  return {
    name: `search.${mode}.${groups.length}${strongOnly ? '.strong' : ''}${placed === '' ? '' : '.placed'}`,
    text: `
with ${slots.map(inSlot).join(', ')}
select code, ${groups.map((_, index) => rankOf(index * PER_GROUP + 1)).join(' + ')} as rank
from (
  select * from (${slots.map((slot) => `select * from slot${slot}`).join(' union all ')}) slots
  limit $${limit}) found`,
  }
}

/** At most `limit` products, in no order. */
export function readFound(db: Executor, way: Way, limit: number): Promise<{ code: string; rank: number }[]> {
  const values = way.groups.flatMap(({ terms, strong, exact }) => [terms, strong, exact])
  const places = way.places.length === 0 ? [] : [way.places]
  return db.query(statementOf(way), [...values, limit, ...places])
}
