/**
 * Reads amounts as people type them, in the number marks of their language. What could mean two amounts is not guessed:
 * "1.5" in Portuguese may be one and a half, or the beginning of 1.500. A mark that is not known is not left out either: without it,
 * the text could mean a hundred times the amount.
 */
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { NUMBER_MARKS } from '@fairlot/contract/money/number-marks'
import { latinDigits } from '@fairlot/contract/typed-text'

const MAX_WHOLE = 12
/** No amount is as long: a text that is cut here has too many digits. */
const LONGEST = 40

/** The typed text as the field keeps it: with Latin digits, without characters that nobody sees. */
export const cleanAmount = (text: string): string =>
  latinDigits(text)
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(0, LONGEST)

/** A sign of a currency before or after the digits: `R$ 100`, `100 ₫`. */
const CURRENCY = /^\s*\p{L}{0,3}\p{Sc}\s*|\s*\p{Sc}\s*$/gu
/** Signs that look like a point or a comma, and that keyboards of the offered languages type. */
const POINTS = /[．。]/g
const COMMAS = /[，،]/g
/** They part groups in some country, and decimals in none. */
const GROUPS = /(\d)[\s٬'’](?=\d)/g
const THREES = /^\d{1,3}(?:\D\d{3})+$/
const PAIRS = /^\d{1,2}(?:\D\d{2})*\D\d{3}$/

/** Whether a text of digits and one kind of mark is a whole number in groups. */
const isGrouped = (text: string, pairs: boolean): boolean =>
  new Set(text.match(/\D/g)).size === 1 && (THREES.test(text) || (pairs && PAIRS.test(text)))

/**
 * The amount that a cleaned text means: digits, perhaps a point and at most two decimals, as the wire takes it. Null: it is not
 * complete, has too many digits, has a character that belongs to no amount, or could mean two amounts.
 */
export function readAmount(text: string, language: OfferedLanguage): string | null {
  const { group, decimal, pairs } = NUMBER_MARKS[language]
  const plain = text
    .replaceAll(CURRENCY, '')
    .trim()
    .replaceAll(POINTS, '.')
    .replaceAll(COMMAS, ',')
    .replaceAll('٫', decimal)
    .replaceAll(GROUPS, '$1_')
  if (/[^\d.,_]/.test(plain)) return null
  const used = new Set(plain.match(/\D/g))
  const last = plain.lastIndexOf(used.size === 2 ? plain.replaceAll(/\d/g, '').at(-1)! : decimal)
  let whole = plain
  let decimals: string | undefined
  if (used.size === 2 || (used.has(decimal) && !used.has(group) && plain.indexOf(decimal) === last)) {
    if (plain[last] === '_') return null
    whole = plain.slice(0, last)
    decimals = plain.slice(last + 1)
  }
  if (/\D/.test(whole) && !isGrouped(whole, pairs)) return null
  const digits = whole.replaceAll(/\D/g, '')
  if (digits.length > MAX_WHOLE || (decimals !== undefined && !/^\d{1,2}$/.test(decimals))) return null
  if (digits === '' && decimals !== undefined) return null
  return decimals === undefined ? digits : `${digits}.${decimals}`
}

/** An amount of the wire as a member would type it: the language's decimal mark, no groups. */
export const typedAmount = (amount: string, language: OfferedLanguage): string =>
  amount.replace('.', NUMBER_MARKS[language].decimal)
