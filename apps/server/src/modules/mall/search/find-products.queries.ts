/** Finds products by groups of words, in a bounded number of rows. */
import type { MallZone } from '@fairlot/contract/kinds/issue-kinds'
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
const SLOTS = [0, 1, 2, 3, 4]
/** The first ones are a sample of the products whose newest issue has not ended. */
const SAMPLE = [0, 1]
export const SAMPLED_PART = 10 / 64

/** Which words count: what was typed, or all words, in titles and synonyms; or all words anywhere. */
export type Reach = 'exact' | 'strong' | 'any'

type Words = 'terms' | 'strong' | 'exact'
/** The words that find a product, then those that its rank needs. */
const WORDS: Readonly<Record<Reach, readonly [Words, ...Words[]]>> = {
  exact: ['exact'],
  strong: ['strong', 'exact'],
  any: ['terms', 'strong', 'exact'],
}

/** The parameter with these words of a group. */
type At = (words: Words) => number

const has = (part: string, at: number) => `${part} && $${at}::text[]`
/** `named` has the words of title and synonyms, as only they have exact ones; all terms are long, and stored apart */
const NAMED = 'named'
const TITLE = 'named[1:title_end]'

/** Weights of title, synonyms, category and description; one more for a word that is exactly as typed. */
const RANKS: Readonly<Record<Reach, (at: At) => string>> = {
  exact: (at) => `case when ${has(TITLE, at('exact'))} then 9 else 7 end`,
  strong: (at) =>
    `case when ${has(TITLE, at('strong'))} then 8 else 6 end + case when ${has(NAMED, at('exact'))} then 1 else 0 end`,
  any: (at) => `
    case when ${has(TITLE, at('strong'))} then 8
      when ${has(NAMED, at('strong'))} then 6
      when ${has('terms[named_end + 1:kind_end]', at('terms'))} then 3
      when ${has('terms', at('terms'))} then 1 else 0 end
    + case when ${has(NAMED, at('exact'))} then 1 else 0 end`,
}

export type Way = {
  groups: readonly WordGroup[]
  /** every group, or at least one */
  mode: 'all' | 'any'
  reach: Reach
  /** category and zone */
  places: readonly string[]
  /** reads only a sample, which is enough of frequent words, and tells whether products have them together */
  isSample?: boolean
}

/** A part of a statement: the CTE that has its rows, and those before it. */
type Part = { ctes: string[]; rows: string }

type PartOptions = Pick<Way, 'reach'> & {
  name: string
  mode: Way['mode']
  /** the parameters of each group */
  groups: readonly At[]
  limit: number
  /** the parameter of the places; null: anywhere */
  places: number | null
  isSample?: boolean | undefined
  /** a further condition without a column of the table: it is asked once for each slot */
  unless?: string
}

function partOf({ name, reach, mode, groups, limit, places, isSample, unless }: PartOptions): Part {
  const [finding] = WORDS[reach]
  const found = groups.map((at) => has('terms', at(finding))).join(mode === 'all' ? ' and ' : ' or ')
  const rank = groups.map((at) => RANKS[reach](at)).join(' + ')
  const slots = isSample ? SAMPLE : SLOTS
  const slotOf = (slot: number) => {
    const conditions = [
      `slot = ${slot} and (${found})`,
      ...(places === null ? [] : [`terms @> $${places}::text[]`]),
      ...(unless === undefined ? [] : [`not (${unless})`]),
    ]
    return `${name}${slot} as materialized (
  select code, ${rank} as rank, category, issue_id as "issueId", sequence, zone
  from product_search where ${conditions.join(' and ')})`
  }
  const all = slots.map((slot) => `select * from ${name}${slot}`).join(' union all ')
  return {
    ctes: [...slots.map(slotOf), `${name} as materialized (select * from (${all}) slots limit $${limit})`],
    rows: name,
  }
}

/** The parameters of a statement: the words of all groups, the limit, the places. */
function parametersOf({ groups, places }: Way, words: readonly Words[], limit: number) {
  const limitAt = groups.length * words.length + 1
  return {
    groups: groups.map(
      (_, group): At =>
        (which) =>
          group * words.length + words.indexOf(which) + 1,
    ),
    limit: limitAt,
    places: places.length === 0 ? null : limitAt + 1,
    values: [
      ...groups.flatMap((group) => words.map((which) => group[which])),
      limit,
      ...(places.length === 0 ? [] : [places]),
    ],
  }
}

const nameOf = ({ mode, groups, reach, places, isSample = false }: Way): string =>
  `search.${mode}.${groups.length}.${reach}${places.length === 0 ? '' : '.placed'}${isSample ? '.sample' : ''}`

/** At most `limit` products, in no order. */
export function readFound(db: Executor, way: Way, limit: number): Promise<FoundProduct[]> {
  const { values, ...parameters } = parametersOf(way, WORDS[way.reach], limit)
  const { ctes, rows } = partOf({ name: 'slot', ...way, ...parameters })
  const text = `\nwith ${ctes.join(', ')}\nselect * from ${rows}`
  return db.query<FoundProduct>({ name: nameOf(way), text } satisfies Statement, values)
}

type EitherRow = FoundProduct & { isFirst: boolean }

/**
 * Reads the way; when it has fewer than `limit` products, also those that have the words anywhere, in every place. One statement, as a
 * further one takes as long as reading some products.
 *
 * @returns `found` of the way, and `rows`: the same, or what has the words anywhere; at most `limit` products of each
 */
export async function readFoundOrAnywhere(
  db: Executor,
  way: Way,
  limit: number,
): Promise<{ found: FoundProduct[]; rows: FoundProduct[] }> {
  const { values, ...parameters } = parametersOf(way, WORDS.any, limit)
  const { mode } = way
  const first = partOf({ name: 'first', ...way, ...parameters })
  const unless = `(select count(*) from first) = $${parameters.limit}`
  const second = partOf({
    name: 'second',
    reach: 'any',
    mode,
    ...parameters,
    places: null,
    unless,
  })
  const text = `
with ${[...first.ctes, ...second.ctes].join(', ')}
select *, true as "isFirst" from first union all select *, false from second`
  const rows = await db.query<EitherRow>(
    { name: `${nameOf(way)}.anywhere`, text } satisfies Statement,
    values,
  )
  const found: FoundProduct[] = []
  const anywhere: FoundProduct[] = []
  for (const { isFirst, ...product } of rows) (isFirst ? found : anywhere).push(product)
  return { found, rows: found.length === limit ? found : anywhere }
}
