/**
 * Keeps the search index: what every product is found by, and the words of all products. The writer of a product, of its texts
 * or of its category calls `indexProducts` in its transaction. A scheduled job makes what is missing or was made by older rules.
 */
import type { Tx } from '../../../platform/db.ts'
import { nearOf } from './near.ts'
import {
  addWords,
  lockIndexed,
  readIndexed,
  removeWords,
  writeIndexed,
  type IndexedRow,
  type ProductTexts,
} from './index-products.queries.ts'
import { STRONG, tagOf, WEAK, categoryTerm, zoneTerm } from './terms.ts'
import { wordsOf } from './words.ts'

/** Raise it when the rules of words, of near words or of terms change: the job then makes every row again. */
export const INDEX_VERSION = 1

/** A longer description is found by its first words only. */
const MAX_BODY_WORDS = 300

type Words = Map<string, { term: string; shown: string }>

/** The terms of a product, and its words. */
function termsOf(product: ProductTexts): { row: Omit<IndexedRow, 'code' | 'version'>; words: Words } {
  const terms = new Set<string>()
  const words: Words = new Map()
  const add = (language: string, mark: string, found: Iterable<[string, string]>) => {
    for (const [word, shown] of found) {
      const term = tagOf(language) + STRONG + word
      if (mark === WEAK && terms.has(term)) continue
      terms.add(mark === WEAK ? tagOf(language) + WEAK + word : term)
      if (!words.has(term)) words.set(term, { term, shown })
    }
  }
  for (const { language, title } of product.texts) add(language, STRONG, wordsOf(title, true))
  const titleEnd = terms.size
  for (const { language, synonyms } of product.texts) {
    for (const synonym of synonyms) add(language, STRONG, wordsOf(synonym, true))
    add(language, STRONG, wordsOf(product.code))
  }
  const namedEnd = terms.size
  for (const { language, title } of product.categories) add(language, WEAK, wordsOf(title))
  const kindEnd = terms.size
  for (const { language, description } of product.texts)
    add(language, WEAK, [...wordsOf(description)].slice(0, MAX_BODY_WORDS))
  return {
    row: {
      terms: [...terms, categoryTerm(product.category), zoneTerm(product.zone)],
      titleEnd,
      namedEnd,
      kindEnd,
    },
    words,
  }
}

/** The words among terms: without the places, and the same whether strong or weak. */
const wordTerms = (terms: readonly string[]): string[] =>
  terms.flatMap((term) => (/^[#@]/.test(term) ? [] : [term.slice(0, 2) + STRONG + term.slice(3)]))

function count(counts: Map<string, number>, term: string, by: number): void {
  counts.set(term, (counts.get(term) ?? 0) + by)
}

/** Makes the index of products from their texts as this transaction sees them. Unknown codes are omitted. */
export async function indexProducts(tx: Tx, codes: readonly string[]): Promise<void> {
  const before = await lockIndexed(tx, codes)
  const products = await readIndexed(tx, codes)
  const counts = new Map<string, number>()
  const words: Words = new Map()
  for (const { terms } of before) for (const term of wordTerms(terms)) count(counts, term, -1)
  const rows = products.map((product) => {
    const made = termsOf(product)
    for (const term of made.words.keys()) count(counts, term, 1)
    for (const [term, word] of made.words) words.set(term, word)
    return { code: product.code, version: INDEX_VERSION, ...made.row }
  })
  await writeIndexed(tx, rows)
  const changed = [...counts].filter(([, by]) => by !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1))
  await addWords(
    tx,
    changed.flatMap(([term, by]) => {
      const shown = words.get(term)?.shown
      if (by < 0 || shown === undefined) return []
      const tag = term.slice(0, 3)
      return [{ term, shown, near: nearOf(term.slice(3)).map((near) => tag + near), products: by }]
    }),
  )
  await removeWords(
    tx,
    changed.flatMap(([term, by]) => (by < 0 ? [{ term, products: -by }] : [])),
  )
}
