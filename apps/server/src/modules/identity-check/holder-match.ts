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

/** The words of a name: lower case, without accents, in no order. */
function wordsOf(name: string): Set<string> {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[đðøłßæœþı]/g, (letter) => PLAIN[letter] ?? letter)
  return new Set(plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== ''))
}

const isLatin = (words: Set<string>) =>
  [...words].every((word) => /^[\p{Script=Latin}\p{M}\p{N}]+$/u.test(word))

/**
 * - `same`: the same words, in any order, case and accents;
 * - `partly`: at least one word of two letters or more is the same;
 * - `differs`: no word is the same, in one script;
 * - `other_script`: the scripts differ, so that only a person can compare them.
 */
export function compareHolder(holder: string | null | undefined, name: string | null): HolderMatch {
  if (holder === null || holder === undefined || holder.trim() === '') return 'no_holder'
  if (name === null) return 'unchecked'
  const [held, known] = [wordsOf(holder), wordsOf(name)]
  const shared = [...held].filter((word) => known.has(word))
  if (shared.length === held.size && held.size === known.size) return 'same'
  if (shared.some((word) => word.length > 1)) return 'partly'
  return isLatin(held) === isLatin(known) ? 'differs' : 'other_script'
}

/** Whether money may not go there: both names are Latin and share no word. Other cases are for the operator to decide. */
export function isOtherPerson(holder: string | null | undefined, name: string | null): boolean {
  if (name === null || compareHolder(holder, name) !== 'differs') return false
  return isLatin(wordsOf(name))
}
