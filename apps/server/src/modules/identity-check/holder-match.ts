/** Compares the holder of a payout account with the name of the approved identity check. */
import type { HolderMatch } from '@fairlot/contract/life/identity-life'

/** Latin letters that Unicode does not decompose, as they are written without their signs. */
const PLAIN: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
}

/** A name in lower case and without accents. */
const plainOf = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[đðøłßæœþı]/g, (letter) => PLAIN[letter] ?? letter)

const split = (plain: string) => plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')

type Name = {
  /** its words in no order, parted by every mark */
  parted: Set<string>
  /** its words in no order, where a mark parts nothing: `d'souza` is `dsouza` */
  joined: Set<string>
  /** all words, and each two that follow each other as one: `o neil` is also `oneil` */
  all: Set<string>
  /** its letters, without marks and spaces */
  letters: string
}

function readName(name: string): Name {
  const plain = plainOf(name)
  const words = split(plain)
  const joined = split(plain.replaceAll(/[^\p{L}\p{M}\p{N}\s,;/]/gu, ''))
  const pairs = words.slice(1).map((word, at) => words[at]! + word)
  return {
    parted: new Set(words),
    joined: new Set(joined),
    all: new Set([...words, ...joined, ...pairs]),
    letters: words.join(''),
  }
}

const isEqual = (a: Set<string>, b: Set<string>) => a.size === b.size && [...a].every((word) => b.has(word))

const isLatin = (words: Set<string>) =>
  [...words].every((word) => /^[\p{Script=Latin}\p{M}\p{N}]+$/u.test(word))

/**
 * - `same`: the same words, in any order, case and accents, with or without marks such as hyphen and apostrophe;
 * - `partly`: at least one word of two letters or more is the same;
 * - `differs`: no word is the same, in one script;
 * - `other_script`: the scripts differ, so that only a person can compare them.
 */
export function compareHolder(holder: string | null | undefined, name: string | null): HolderMatch {
  if (holder === null || holder === undefined || holder.trim() === '') return 'no_holder'
  if (name === null) return 'unchecked'
  const [held, known] = [readName(holder), readName(name)]
  if (
    isEqual(held.parted, known.parted) ||
    isEqual(held.joined, known.joined) ||
    held.letters === known.letters
  )
    return 'same'
  if ([...held.all].some((word) => word.length > 1 && known.all.has(word))) return 'partly'
  return isLatin(held.parted) === isLatin(known.parted) ? 'differs' : 'other_script'
}

/** Whether money may not go there: both names are Latin and share no word. Other cases are for the operator to decide. */
export function isOtherPerson(holder: string | null | undefined, name: string | null): boolean {
  if (name === null || compareHolder(holder, name) !== 'differs') return false
  return isLatin(readName(name).parted)
}
