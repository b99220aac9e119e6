/** Reads the words of all products: by what was typed, by their beginning, and in spite of typing errors. */
import type { Executor } from '../../../platform/db.ts'

export type WordFound = { term: string; shown: string; products: number }

/** Words that begin with the same letters: at most this many per language. */
const MAX_BEGINNINGS = 16
/** Near words that a call compares at most. */
const MAX_NEAR = 500

/** Names of models (`phone15`) fill the beginnings of many words. These are read first, from an index of their own. */
const LETTERS_ONLY = `term !~ '[0-9]'`
const beginning = (condition: string) => `(
  select term, shown, products from search_word
  where search_word.term > typed.term and search_word.term < typed.term || chr(1114111) and ${condition}
  order by search_word.term limit ${MAX_BEGINNINGS})`

const TYPED = {
  name: 'search.typed',
  text: `
select term, shown, products from search_word where term = any($1::text[])
union all
select word.term, word.shown, word.products
from unnest($2::text[]) as typed(term)
cross join lateral (
  with letters as materialized ${beginning(LETTERS_ONLY)}
  select * from letters
  union all select * from ${beginning('not exists (select from letters)')} others) word`,
}

/** The words `terms`, and longer words that begin with `beginnings`: those without digits, else any. A word can come twice. */
export function readTyped(
  db: Executor,
  terms: readonly string[],
  beginnings: readonly string[],
): Promise<WordFound[]> {
  return db.query<WordFound>(TYPED, [terms, beginnings])
}

const NEAR = {
  name: 'search.near',
  text: `select term, shown, products from search_word where near && $1::text[] limit ${MAX_NEAR}`,
}

/** Words that may be near: they share one of these texts. */
export function readNear(db: Executor, near: readonly string[]): Promise<WordFound[]> {
  return db.query<WordFound>(NEAR, [near])
}
