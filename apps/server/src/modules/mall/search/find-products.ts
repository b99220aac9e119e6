/**
 * Finds the products that a text means. Issues, counts and suggestions are read for these products only.
 *
 * A search finds `MOST_FOUND` products at most, so that it takes as long in a large catalogue as in a small one. When more
 * match, it reads that many, the words as typed in titles and synonyms and products with an issue on sale first, keeps the
 * `MOST_OF_MANY` best of them, and says that there are more.
 */
import type { MallZone } from '@fairlot/contract/kinds/issue-kinds'
import type { Language } from '@fairlot/contract/languages'
import type { Executor } from '../../../platform/db.ts'
import {
  readFound,
  readFoundOrAnywhere,
  SAMPLED_PART,
  type FoundProduct,
  type Reach,
  type WordGroup,
} from './find-products.queries.ts'
import { newestIssueOf } from './index-products.queries.ts'
import { categoryTerm, weak, zoneTerm } from './terms.ts'
import { understand, type Group } from './understand.ts'

export type { FoundProduct } from './find-products.queries.ts'

export const MOST_FOUND = 100
/** Of more than `MOST_FOUND` products, those that were found in the best places, then those that have sold out most often. */
export const MOST_OF_MANY = 60

/** How the search understood a text. */
export type Understanding = {
  /** what was searched for, after corrections and without what is unknown */
  text: string
  corrected: boolean
  /** words of the text that no product has */
  unknown: string[]
  /** no product has all of the words: those with some of them were found */
  some: boolean
}

export type Found = {
  products: FoundProduct[]
  /** the text is an issue number, or its beginning: only issues with it */
  number: string | null
  /** more products match */
  more: boolean
  understood: Understanding
}

export type FindOptions = {
  language: Language
  defaultLanguage: string
  exact?: boolean | undefined
  /** what the list shows: more products match than a search finds, so those of the place are found */
  category?: string | null
  zone?: MallZone | null
}

const ISSUE_NUMBER = /^([A-Z0-9]{1,12})-\d{0,10}$/i
const PRODUCT = {
  name: 'search.product',
  text: `
select product.code, 1 as rank, product.category, newest.issue_id as "issueId", coalesce(newest.sequence, 0) as sequence, newest.zone
from product left join ${newestIssueOf('product.code')} newest on true where product.code = $1`,
}

const asTyped = (text: string): Understanding => ({ text, corrected: false, unknown: [], some: false })

async function findNumber(db: Executor, text: string): Promise<Found | null> {
  const number = text.toUpperCase()
  const [, code = ''] = ISSUE_NUMBER.exec(number) ?? []
  const products = await db.query<FoundProduct>(PRODUCT, [code])
  return products.length > 0 ? { products, number, more: false, understood: asTyped(number) } : null
}

/** The groups as the index has their words: with a lesser weight as well. */
function wordGroups(groups: readonly Group[]): WordGroup[] {
  return groups.map(({ terms, exact, products, exactProducts }) => ({
    terms: [...terms, ...terms.map(weak)],
    strong: terms,
    exact: terms.slice(0, exact),
    products,
    exactProducts,
  }))
}

/** Zones that few products are in. The others would not narrow a search. */
const SMALL_ZONES: ReadonlySet<MallZone> = new Set(['cash', 'pk'])

function placesOf({ category, zone }: FindOptions): string[] {
  return [
    ...(category === null || category === undefined ? [] : [categoryTerm(category)]),
    ...(zone && SMALL_ZONES.has(zone) ? [zoneTerm(zone)] : []),
  ]
}

function bestOf(rows: readonly FoundProduct[]): FoundProduct[] {
  const sorted = rows.toSorted(
    (a, b) => b.rank - a.rank || b.sequence - a.sequence || (a.code < b.code ? -1 : 1),
  )
  return sorted.slice(0, MOST_OF_MANY)
}

type Mode = 'all' | 'any'
type Wanted = { groups: readonly WordGroup[]; places: readonly string[] }
type Products = { rows: FoundProduct[]; more: boolean }

/** Products that have only some of the words are offered instead of others, so fewer of them are enough. */
const limitOf = (mode: Mode): number => (mode === 'all' ? MOST_FOUND : MOST_OF_MANY) + 1

/**
 * The words to begin with when the best matches alone are likely enough, because every word is frequent; with some of the words, because
 * one of them is.
 */
function likelyReach(groups: readonly WordGroup[], mode: Mode, limit: number): Reach | undefined {
  if (mode === 'any') return groups.some(({ products }) => products >= limit) ? 'strong' : undefined
  if (groups.every(({ exactProducts }) => exactProducts >= limit)) return 'exact'
  return groups.every(({ products }) => products >= limit) ? 'strong' : undefined
}

/** What a sample has of words that are so frequent that it may be enough; null: they are not. */
async function readSample(db: Executor, wanted: Wanted, mode: Mode): Promise<FoundProduct[] | null> {
  const limit = limitOf(mode)
  const reach = likelyReach(wanted.groups, mode, limit)
  if (!reach || likelyReach(wanted.groups, mode, limit / SAMPLED_PART) !== reach) return null
  return readFound(db, { ...wanted, mode, reach, isSample: true }, limit)
}

/** Products that have all words; when no product has, those that have some of them. */
async function readProducts(db: Executor, wanted: Wanted): Promise<Products & { some: boolean }> {
  const { groups } = wanted
  const sample = await readSample(db, wanted, 'all')
  if (sample?.length === limitOf('all')) return { rows: bestOf(sample), more: true, some: false }
  if (groups.length === 1) return { ...(await readWhole(db, wanted, 'all')), some: false }
  // Products seldom have words together that are frequent apart, and reading the whole lists of both takes long: what is offered instead
  // is read meanwhile.
  const isUnlikely = sample?.length === 0
  const readInstead = () => readSome(db, wanted)
  const [all, instead] = await Promise.all([
    readWhole(db, wanted, 'all', isUnlikely),
    isUnlikely ? readInstead() : null,
  ])
  if (all.rows.length > 0) return { ...all, some: false }
  return { ...(instead ?? (await readInstead())), some: true }
}

async function readSome(db: Executor, wanted: Wanted): Promise<Products> {
  const sample = await readSample(db, wanted, 'any')
  if (sample?.length === limitOf('any')) return { rows: bestOf(sample), more: true }
  return readWhole(db, wanted, 'any')
}

/** @param isUnlikely products that have the words in title or synonyms are too few to begin with them */
async function readWhole(
  db: Executor,
  { groups, places }: Wanted,
  mode: Mode,
  isUnlikely = false,
): Promise<Products> {
  const limit = limitOf(mode)
  const likely = isUnlikely ? undefined : likelyReach(groups, mode, limit)
  const anywhere = { groups, mode, reach: 'any', places: [] } as const
  const { found, rows } = likely
    ? await readFoundOrAnywhere(db, { groups, mode, reach: likely, places }, limit)
    : { found: null, rows: await readFound(db, anywhere, limit) }
  if (rows.length < limit) return { rows, more: false }
  if (rows === found) return { rows: bestOf(rows), more: true }
  const placed = places.length === 0 ? rows : await readFound(db, { ...anywhere, places }, limit)
  if (placed.length < limit) return { rows: placed, more: false }
  const strong =
    found && (likely === 'strong' || groups.every(hasOnlyExact))
      ? found
      : await readFound(db, { groups, mode, reach: 'strong', places }, limit)
  const codes = new Set(strong.map(({ code }) => code))
  const best =
    strong.length === limit ? strong : [...strong, ...placed.filter(({ code }) => !codes.has(code))]
  return { rows: bestOf(best), more: true }
}

/** No longer word counts beside what was typed, so that both ways to find words in titles and synonyms find the same. */
const hasOnlyExact = ({ strong, exact }: WordGroup): boolean => strong.length === exact.length

const TERMS_OF = { name: 'search.terms', text: 'select terms from product_search where code = $1' }

async function bestTerms(db: Executor, rows: readonly FoundProduct[]): Promise<ReadonlySet<string>> {
  const best = rows.reduce<FoundProduct | undefined>(
    (top, row) => (top && top.rank >= row.rank ? top : row),
    undefined,
  )
  const [found] = await db.query<{ terms: string[] }>(TERMS_OF, [best?.code])
  return new Set(found?.terms)
}

/** The words that were searched for. @param terms of the best match, which tell which correction is meant */
function textOf(groups: readonly Group[], terms: ReadonlySet<string> = new Set()): string {
  return groups
    .map(
      ({ shown, choices }) =>
        choices.find(({ term }) => terms.has(term) || terms.has(weak(term)))?.shown ?? shown,
    )
    .join(' ')
}

/** Languages with a script of their own: a text in that script is of the language, whichever one the member chose. */
const SCRIPTS: readonly [RegExp, Language][] = [
  [/\p{Script=Han}/u, 'zh-cn'],
  [/\p{Script=Devanagari}/u, 'hi-in'],
  [/\p{Script=Arabic}/u, 'ar-sa'],
  [/\p{Script=Bengali}/u, 'bn-bd'],
]

const languagesOf = (text: string): Language[] =>
  SCRIPTS.flatMap(([script, language]) => (script.test(text) ? [language] : []))

/** @param text what the member typed */
export async function findProducts(db: Executor, text: string, options: FindOptions): Promise<Found> {
  const isNumber = ISSUE_NUMBER.test(text)
  const numbered = isNumber ? await findNumber(db, text) : null
  if (numbered) return numbered
  const { language, defaultLanguage } = options
  // a number that no product has is not near to another word
  const exact = options.exact === true || isNumber
  const languages = [language, defaultLanguage, 'en-us', ...languagesOf(text)]
  const { groups, unknown } = await understand(db, text, { languages, exact })
  const understood: Understanding = {
    text: textOf(groups),
    corrected: groups.some(({ corrected }) => corrected),
    unknown,
    some: false,
  }
  const none = { products: [], number: null, more: false, understood }
  if (groups.length === 0 || (exact && unknown.length > 0)) return { ...none, understood: asTyped(text) }
  const words = wordGroups(groups)
  const places = placesOf(options)
  const { rows, more, some } = await readProducts(db, { groups: words, places })
  understood.some = some
  if (groups.some(({ choices }) => choices.length > 1))
    understood.text = textOf(groups, await bestTerms(db, rows))
  return { products: rows, number: null, more, understood }
}
