/** Finds products by groups of words, in a bounded number of rows. */
import type { MallZone } from '@fairlot/contract/issue-kinds'
import type { Executor, Statement } from '../../../platform/db.ts'

/** A group of words: each of `terms` counts as found; `strong` are those of titles and synonyms, `exact` is what was typed. */
export type WordGroup = {
  terms: readonly string[]
  strong: readonly string[]
  exact: readonly string[]
  /** products that have one of the words, or one of the exact words, at most */
  products: number
  exactProducts: number
}

/** A product with its newest issue. */
export type FoundProduct = {
  code: string
  /** a higher one is better */
  rank: number
  category: string
  /** null: it never had an issue; `sequence` is 0 */
  issueId: string | null
  sequence: number
  /** of the newest issue */
  zone: MallZone | null
}

/**
 * The slots of `product_search`, with an index each: first products whose newest issue has not ended, then the others, each from
 * the smallest to the largest. A search reads one after the other until it has found enough, so that it does not read the whole
 * list of a frequent word. `materialized` has each slot planned for all of its rows: for the first rows only, PostgreSQL would
 * read products without an index.
 */
const SLOTS = 5
/** The first ones are a sample: 10 of 64 products whose newest issue has not ended. */
const SAMPLE = [0, 1]

/** Which words count: what was typed, or all words, in titles and synonyms; or all words anywhere. */
export type Reach = 'exact' | 'strong' | 'any'

/** The words that find a product, then those that its rank needs. */
const WORDS = {
  exact: ['exact'],
  strong: ['strong', 'exact'],
  any: ['terms', 'strong', 'exact'],
} as const satisfies Record<Reach, readonly (keyof WordGroup)[]>

const has = (part: string, at: number) => `${part} && $${at}::text[]`
/** `named` has the words of title and synonyms, as only they have exact ones; all terms are long, and stored apart */
const NAMED = 'named'
const TITLE = 'named[1:title_end]'

/** Weights of title, synonyms, category and description; one more for a word that is exactly as typed. @param at of its words */
const RANKS: Readonly<Record<Reach, (at: number) => string>> = {
  exact: (at) => `case when ${has(TITLE, at)} then 9 else 7 end`,
  strong: (at) =>
    `case when ${has(TITLE, at)} then 8 else 6 end + case when ${has(NAMED, at + 1)} then 1 else 0 end`,
  any: (at) => `
    case when ${has(TITLE, at + 1)} then 8
      when ${has(NAMED, at + 1)} then 6
      when ${has('terms[named_end + 1:kind_end]', at)} then 3
      when ${has('terms', at)} then 1 else 0 end
    + case when ${has(NAMED, at + 2)} then 1 else 0 end`,
}

export type Way = {
  groups: readonly WordGroup[]
  /** every group, or at least one */
  mode: 'all' | 'any'
  reach: Reach
  /** category and zone */
  places: readonly string[]
  /**
   * finds nothing when a sample has nothing: products seldom have words together that are frequent apart, and reading the whole lists of
   * both takes long
   */
  sampled?: boolean
}

function statementOf({ groups, mode, reach, places, sampled = false }: Way): Statement {
  const firsts = groups.map((_, index) => index * WORDS[reach].length + 1)
  const conditions = firsts.map((at) => has('terms', at)).join(mode === 'all' ? ' and ' : ' or ')
  const limit = groups.length * WORDS[reach].length + 1
  const placed = places.length === 0 ? '' : ` and terms @> $${limit + 1}::text[]`
  const slots = Array.from({ length: SLOTS }, (_, slot) => slot)
  const rank = firsts.map((at) => RANKS[reach](at)).join(' + ')
  const some = SAMPLE.map((slot) => `select from slot${slot}`).join(' union all ')
  const inSlot = (slot: number) => `slot${slot} as materialized (
  select code, ${rank} as rank, category, issue_id as "issueId", sequence, zone
  from product_search where slot = ${slot} and (${conditions})${placed}${sampled && !SAMPLE.includes(slot) ? ` and exists (${some})` : ''})`
  return {
    name: `search.${mode}.${groups.length}.${reach}${placed === '' ? '' : '.placed'}${sampled ? '.sampled' : ''}`,
    text: `
with ${slots.map(inSlot).join(', ')}
select * from (${slots.map((slot) => `select * from slot${slot}`).join(' union all ')}) slots limit $${limit}`,
  }
}

/** At most `limit` products, in no order. */
export function readFound(db: Executor, way: Way, limit: number): Promise<FoundProduct[]> {
  const values = way.groups.flatMap((group) => WORDS[way.reach].map((words) => group[words]))
  const places = way.places.length === 0 ? [] : [way.places]
  return db.query<FoundProduct>(statementOf(way), [...values, limit, ...places])
}
