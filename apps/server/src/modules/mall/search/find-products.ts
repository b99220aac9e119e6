/**
 * Finds the products that a text means. Issues, counts and suggestions are read for these products only.
 *
 * A search finds `MOST_FOUND` products at most, so that it takes as long in a large catalogue as in a small one. When more
 * match, those with the words in title and synonyms come first, and the answer says that there are more.
 */
import type { MallZone } from '@fairlot/contract/issue-kinds'
import type { Language } from '@fairlot/contract/languages'
import type { Executor } from '../../../platform/db.ts'
import { readFound, type WordGroup } from './find-products.queries.ts'
import { categoryTerm, weak, zoneTerm } from './terms.ts'
import { understand, type Group } from './understand.ts'

export const MOST_FOUND = 100

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
  codes: string[]
  /** of each product; a higher one is better */
  ranks: number[]
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
const IS_PRODUCT = { name: 'search.product', text: 'select code from product where code = $1' }

const asTyped = (text: string): Understanding => ({ text, corrected: false, unknown: [], some: false })

async function findNumber(db: Executor, text: string): Promise<Found | null> {
  const number = text.toUpperCase()
  const [, code = ''] = ISSUE_NUMBER.exec(number) ?? []
  const [product] = await db.query(IS_PRODUCT, [code])
  return product ? { codes: [code], ranks: [1], number, more: false, understood: asTyped(number) } : null
}

/** The groups as the index has their words: with a lesser weight as well. */
function wordGroups(groups: readonly Group[]): WordGroup[] {
  return groups.map(({ terms, exact, products }) => ({
    terms: [...terms, ...terms.map(weak)],
    strong: terms,
    exact: terms.slice(0, exact),
    products,
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

type Row = { code: string; rank: number }

async function readProducts(
  db: Executor,
  groups: readonly WordGroup[],
  mode: 'all' | 'any',
  places: readonly string[],
): Promise<{ rows: Row[]; more: boolean }> {
  const limit = MOST_FOUND + 1
  // when every word is frequent, the best matches are likely enough
  if (mode === 'all' && groups.every(({ products }) => products >= limit)) {
    const best = await readFound(db, { groups, mode, strongOnly: true, places }, limit)
    if (best.length === limit) return { rows: best.slice(0, MOST_FOUND), more: true }
  }
  const rows = await readFound(db, { groups, mode, strongOnly: false, places: [] }, limit)
  if (rows.length < limit) return { rows, more: false }
  const placed =
    places.length === 0 ? rows : await readFound(db, { groups, mode, strongOnly: false, places }, limit)
  if (placed.length < limit) return { rows: placed, more: false }
  const strong = await readFound(db, { groups, mode, strongOnly: true, places }, limit)
  const codes = new Set(strong.map(({ code }) => code))
  const best = [...strong, ...placed.filter(({ code }) => !codes.has(code))]
  return { rows: best.slice(0, MOST_FOUND), more: true }
}

const TERMS_OF = { name: 'search.terms', text: 'select terms from product_search where code = $1' }

async function bestTerms(db: Executor, rows: readonly Row[]): Promise<ReadonlySet<string>> {
  const best = rows.reduce<Row | undefined>(
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
  const none = { codes: [], ranks: [], number: null, more: false, understood }
  if (groups.length === 0 || (exact && unknown.length > 0)) return { ...none, understood: asTyped(text) }
  const words = wordGroups(groups)
  const places = placesOf(options)
  let { rows, more } = await readProducts(db, words, 'all', places)
  if (rows.length === 0 && words.length > 1) {
    understood.some = true
    ;({ rows, more } = await readProducts(db, words, 'any', places))
  }
  if (groups.some(({ choices }) => choices.length > 1))
    understood.text = textOf(groups, await bestTerms(db, rows))
  return {
    codes: rows.map(({ code }) => code),
    ranks: rows.map(({ rank }) => rank),
    number: null,
    more,
    understood,
  }
}
