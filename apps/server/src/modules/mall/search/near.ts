/**
 * Typing errors: words that differ by one or two letters.
 *
 * Two words with at most k errors have a text in common that each of them becomes when at most k of its letters are deleted
 * (Wolf Garbe's symmetric delete algorithm, SymSpell). So an index over these texts finds near words by equality, whatever
 * the number of words; the exact distance is computed for the few that it finds.
 */
import { lettersOf } from './words.ts'

/** Only the beginning of a word is indexed; the distance is computed over the whole word. */
const INDEXED = 8
/** Words from this length may have two errors. */
const LONG = 7
const SHORTEST = 3

const isHan = (word: string) => /\p{Script=Han}/u.test(word)

/** The number of errors that a word may have. Words with digits are numbers of models: nobody means a similar one. */
export function errorsOf(word: string): number {
  if (/\d/.test(word)) return 0
  const { length } = lettersOf(word)
  if (isHan(word)) return length >= 2 ? 1 : 0
  if (length < SHORTEST) return 0
  return length >= LONG ? 2 : 1
}

/** The texts that a word is found by: its beginning, with up to `errorsOf` letters deleted. Sorted, each once. */
export function nearOf(word: string): string[] {
  const errors = errorsOf(word)
  if (errors === 0) return []
  let last = [lettersOf(word).slice(0, INDEXED)]
  const found = new Set(last.map((letters) => letters.join('')))
  for (let error = 0; error < errors; error++) {
    last = last.flatMap((letters) => letters.map((_, at) => letters.toSpliced(at, 1)))
    for (const letters of last) if (letters.length > 0) found.add(letters.join(''))
  }
  return [...found].toSorted()
}

/**
 * The number of errors between two words: letters that are added, missing, wrong, or swapped with the next one (optimal string
 * alignment distance).
 */
export function errorsBetween(one: string, other: string): number {
  const a = lettersOf(one)
  const b = lettersOf(other)
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const steps = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1)]
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        steps.push((before[j - 2] ?? 0) + 1)
      next.push(Math.min(...steps))
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}

/** From this length a beginning with an error is understood: refrigar… */
const BEGINNING = 5

/**
 * How far a word is from what was typed; null: too far. An error in the first letter counts half more, because people rarely
 * make one there, and so does a word that goes on.
 */
export function distance(typed: string, word: string): number | null {
  const most = errorsOf(typed)
  const first = lettersOf(typed)[0] === lettersOf(word)[0] ? 0 : 0.5
  const whole = errorsBetween(typed, word)
  const { length } = lettersOf(typed)
  let best = whole <= most ? whole + first : Infinity
  if (length >= BEGINNING && lettersOf(word).length > length)
    for (const size of [length - 1, length, length + 1]) {
      const errors = errorsBetween(typed, lettersOf(word).slice(0, size).join(''))
      if (errors <= 1) best = Math.min(best, errors + first + 0.5)
    }
  return best === Infinity ? null : best
}
