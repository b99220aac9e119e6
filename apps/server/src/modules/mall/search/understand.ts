/**
 * What a member typed, as words that products have. Each part of it becomes one group of words that mean the same to the
 * search: the word itself and longer words; else a word without its ending; else the nearest word.
 */
import type { Executor } from '../../../platform/db.ts'
import { distance, nearOf } from './near.ts'
import { readNear, readTyped, type WordFound } from './search-words.queries.ts'
import { STRONG, tagOf } from './terms.ts'
import { lettersOf, MAX_RUN, piecesOf, type Piece } from './words.ts'

/** Words that each count as found, and their place in what was typed. */
export type Group = {
  /** words of the index; the first ones are exactly what was meant */
  terms: string[]
  /** how many of `terms` are exact */
  exact: number
  /** as it is shown to the member: typed, or corrected */
  shown: string
  corrected: boolean
  /** corrections that are equally near, the most frequent first; the search knows which one is meant */
  choices: WordFound[]
  /** products that have one of the words, at most: words are counted one by one */
  products: number
  /** the same for the exact ones */
  exactProducts: number
}
export type Understood = {
  groups: Group[]
  /** parts that no product has, and that are near to no word */
  unknown: string[]
}

/** Further parts of a text are ignored. */
const MAX_PIECES = 6
/** Further characters of a run of Chinese are ignored. */
const MAX_HAN = 16
/** A word from this length is also found without its last one or two letters: phones, phone. */
const STEM = 4
/** Words of these languages have no endings. */
const WITHOUT_ENDINGS: ReadonlySet<string> = new Set(['vi:', 'zh:'])
/** Longer words that count, the most frequent ones of those that were read: each takes time for each product. */
const MAX_LONGER = 6
/** Corrections of one word that count at once. */
const MAX_CHOICES = 6
/** A correction in a language that the member did not choose counts as further away. */
const FOREIGN = 0.25

type Known = Map<string, WordFound>
type Lookup = { tags: readonly string[]; known: Known; words: readonly WordFound[] }

const cut = (word: string, by: number): string => lettersOf(word).slice(0, -by).join('')
const wordOf = (term: string): string => term.slice(3)

/** Every part of a run of Chinese with two characters or more. */
function partsOfRun(run: string): string[] {
  const letters = lettersOf(run)
  return letters.flatMap((_, from) =>
    Array.from({ length: Math.min(MAX_RUN, letters.length - from) - 1 }, (__, more) =>
      letters.slice(from, from + more + 2).join(''),
    ),
  )
}

/** Words to look up exactly for a piece and the one after it. */
function lookedUp({ word, isHan }: Piece, next: Piece | undefined): string[] {
  if (isHan) return [word, ...partsOfRun(word)]
  const stems = lettersOf(word).length > STEM ? [cut(word, 1), cut(word, 2)] : []
  const joined = next && !next.isHan ? [word + next.word] : []
  return [word, ...joined, ...stems.filter((stem) => lettersOf(stem).length >= STEM)]
}

const productsOf = (words: readonly WordFound[]): number =>
  words.reduce((sum, { products }) => sum + products, 0)

function groupOf(exact: readonly WordFound[], more: readonly WordFound[], shown: string): Group {
  const all = [...exact, ...more]
  return {
    terms: all.map(({ term }) => term),
    exact: exact.length,
    shown,
    corrected: false,
    choices: [],
    products: productsOf(all),
    exactProducts: productsOf(exact),
  }
}

function exactly({ tags, known }: Lookup, word: string): WordFound[] {
  return tags.flatMap((tag) => known.get(tag + word) ?? [])
}

function beginning({ tags, words }: Lookup, word: string): WordFound[] {
  return tags.flatMap((tag) =>
    words.filter(({ term }) => term.length > tag.length + word.length && term.startsWith(tag + word)),
  )
}

/** A word as it was typed, or longer, or without its ending. Undefined: no product has it. */
function typedGroup(lookup: Lookup, { word, shown, isHan }: Piece): Group | undefined {
  const exact = exactly(lookup, word)
  // one letter begins too many words
  const begun = lettersOf(word).length > 1 || exact.length === 0 ? beginning(lookup, word) : []
  // a word that goes on with a number is that word and a number
  const letters = begun.filter(({ term }) => !/\d/.test(wordOf(term).slice(word.length)))
  const longer = (exact.length === 0 && letters.length === 0 ? begun : letters)
    .toSorted((a, b) => b.products - a.products)
    .slice(0, MAX_LONGER)
  if (exact.length > 0 || longer.length > 0) return groupOf(exact, longer, shown)
  if (isHan || lettersOf(word).length <= STEM || WITHOUT_ENDINGS.has(lookup.tags[0] ?? '')) return undefined
  for (const by of [1, 2]) {
    const stem = cut(word, by)
    const found = lettersOf(stem).length >= STEM ? exactly(lookup, stem) : []
    if (found.length > 0) return groupOf(found, [], shown)
  }
  return undefined
}

/** The fewest known words that a run of Chinese is made of, and how many characters they cover. */
function segments(lookup: Lookup, run: string): { parts: string[]; covered: number; length: number } {
  const letters = lettersOf(run)
  type Way = { parts: string[]; covered: number }
  const ways: Way[] = [{ parts: [], covered: 0 }]
  const isBetter = (one: Way, other: Way) =>
    one.covered > other.covered || (one.covered === other.covered && one.parts.length < other.parts.length)
  for (let end = 1; end <= letters.length; end++) {
    let best: Way = ways[end - 1] ?? { parts: [], covered: 0 }
    for (let from = Math.max(0, end - MAX_RUN); from <= end - 2; from++) {
      const part = letters.slice(from, end).join('')
      const before = ways[from]
      if (!before || exactly(lookup, part).length === 0) continue
      const way = { parts: [...before.parts, part], covered: before.covered + end - from }
      if (isBetter(way, best)) best = way
    }
    ways.push(best)
  }
  return { ...(ways.at(-1) ?? { parts: [], covered: 0 }), length: letters.length }
}

type Read = { group: Group } | { near: Piece; partly: Group[] }

/** A piece as known words; `near`: look for a near word, and take `partly` when there is none. */
function readPiece(lookup: Lookup, piece: Piece): Read[] {
  const typed = typedGroup(lookup, piece)
  if (typed) return [{ group: typed }]
  if (!piece.isHan) return [{ near: piece, partly: [] }]
  const { parts, covered, length } = segments(lookup, piece.word)
  const groups = parts.map((part) => groupOf(exactly(lookup, part), [], part))
  if (covered === length) return groups.map((group) => ({ group }))
  return [{ near: piece, partly: covered * 2 >= length ? groups : [] }]
}

function readPieces(lookup: Lookup, pieces: readonly Piece[]): Read[] {
  const read: Read[] = []
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at]!
    const next = pieces[at + 1]
    const joined = next && !piece.isHan && !next.isHan ? exactly(lookup, piece.word + next.word) : []
    const isApart = next && [piece, next].every(({ word }) => exactly(lookup, word).length > 0)
    if (next && joined.length > 0 && !isApart) {
      read.push({ group: groupOf(joined, [], `${piece.shown} ${next.shown}`) })
      at += 1
    } else read.push(...readPiece(lookup, piece))
  }
  return read
}

/**
 * The nearest word with the words that go on from it. Of several the most frequent one, or all of them when other words of the
 * text can tell them apart.
 */
function nearest(
  tags: readonly string[],
  words: readonly WordFound[],
  { word }: Piece,
  isAlone: boolean,
): Group | undefined {
  const [own] = tags
  const near = words.flatMap((found) => {
    const errors = distance(word, wordOf(found.term))
    return errors === null
      ? []
      : [{ ...found, errors: errors + (own && found.term.startsWith(own) ? 0 : FOREIGN) }]
  })
  const sorted = near.toSorted((a, b) => a.errors - b.errors || b.products - a.products)
  const [best] = sorted
  if (!best) return undefined
  const choices = isAlone
    ? [best]
    : sorted.filter(({ errors }) => errors === best.errors).slice(0, MAX_CHOICES)
  const chosen = choices.map(({ term }) => wordOf(term))
  const exact = near.filter(({ term }) => chosen.includes(wordOf(term)))
  const more = near.filter(
    (one) => !exact.includes(one) && chosen.some((start) => wordOf(one.term).startsWith(start)),
  )
  return { ...groupOf(exact, more, best.shown), corrected: true, choices }
}

export type UnderstandOptions = {
  /** of the call, then those whose texts products fall back to */
  languages: readonly string[]
  /** takes words as they are typed: no correction */
  exact: boolean
}

/** What a text means to the search. */
export async function understand(
  db: Executor,
  text: string,
  { languages, exact }: UnderstandOptions,
): Promise<Understood> {
  const tags = [...new Set(languages.map((language) => tagOf(language) + STRONG))]
  const tagged = (words: readonly string[]) => tags.flatMap((tag) => words.map((word) => tag + word))
  const pieces = piecesOf(text)
    .slice(0, MAX_PIECES)
    .map((piece) =>
      piece.isHan ? { ...piece, word: lettersOf(piece.word).slice(0, MAX_HAN).join('') } : piece,
    )
  if (pieces.length === 0) return { groups: [], unknown: [] }
  const words = await readTyped(
    db,
    tagged([...new Set(pieces.flatMap((piece, at) => lookedUp(piece, pieces[at + 1])))]),
    tagged([...new Set(pieces.map(({ word }) => word))]),
  )
  const known = new Map(words.map((found) => [found.term, found]))
  const lookup = { tags, words: [...known.values()], known }
  const read = readPieces(lookup, pieces)
  const toCorrect = read.flatMap((one) => ('near' in one ? [one.near] : []))
  const near =
    toCorrect.length === 0 || exact
      ? []
      : await readNear(db, tagged(toCorrect.flatMap(({ word }) => nearOf(word))))
  const groups: Group[] = []
  const unknown: string[] = []
  for (const one of read) {
    if ('group' in one) groups.push(one.group)
    else {
      const found = nearest(tags, near, one.near, read.length === 1)
      if (found) groups.push(found)
      else if (one.partly.length > 0) groups.push(...one.partly)
      else unknown.push(one.near.shown)
    }
  }
  return { groups, unknown }
}
