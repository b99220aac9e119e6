/**
 * Reads amounts as people type them, in the number marks of their language. What could mean two amounts is not guessed:
 * "1.5" in Portuguese may be one and a half, or the beginning of 1.500.
 */
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { NUMBER_MARKS } from '@fairlot/contract/money/number-marks'

/** Digits of the scripts of the offered languages. Keyboards of these languages type them. */
const DIGITS = ['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '০১২৩৪৫৬৭৮৯', '०१२३४५६७८९', '０１２３４５６７８９']
const MAX_WHOLE = 12

/** The typed text with Latin digits and marks only. */
export function cleanAmount(text: string): string {
  const latin = Array.from(text).map((sign) => {
    const digit = DIGITS.find((digits) => digits.includes(sign))
    return digit === undefined ? sign : String(digit.indexOf(sign))
  })
  return latin
    .join('')
    .replaceAll('٫', '.')
    .replaceAll(/[٬'’]/g, '')
    .replaceAll('，', ',')
    .replaceAll(/[^\d.,]/g, '')
}

const THREES = /^\d{1,3}(?:\D\d{3})+$/
const PAIRS = /^\d{1,2}(?:\D\d{2})*\D\d{3}$/

/** Whether a text of digits and one kind of mark is a whole number in groups. */
const isGrouped = (text: string, pairs: boolean): boolean => THREES.test(text) || (pairs && PAIRS.test(text))

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/**
 * The amount that a cleaned text means: digits, perhaps a point and at most two decimals, as the wire takes it. Null: it is not
 * complete, has too many digits, or could mean two amounts.
 */
export function readAmount(text: string, language: OfferedLanguage): string | null {
  const { group, decimal, pairs } = NUMBER_MARKS[language]
  const used = new Set(text.match(/\D/g))
  const last = text.lastIndexOf(used.size === 2 ? text.replaceAll(/\d/g, '').at(-1)! : decimal)
  let whole = text
  let decimals: string | undefined
  if (used.size === 2 || (used.has(decimal) && !used.has(group) && text.indexOf(decimal) === last)) {
    whole = text.slice(0, last)
    decimals = text.slice(last + 1)
  }
  if (/\D/.test(whole) && !isGrouped(whole, pairs)) return null
  const digits = digitsOf(whole)
  if (digits.length > MAX_WHOLE || (decimals !== undefined && !/^\d{1,2}$/.test(decimals))) return null
  if (digits === '' && decimals !== undefined) return null
  return decimals === undefined ? digits : `${digits}.${decimals}`
}

/** An amount of the wire as a member would type it: the language's decimal mark, no groups. */
export const typedAmount = (amount: string, language: OfferedLanguage): string =>
  amount.replace('.', NUMBER_MARKS[language].decimal)
