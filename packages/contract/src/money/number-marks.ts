/** The marks of numbers in each language. Digits are Latin in every language (design language, "Numbers"). */
import type { Language } from '../languages.ts'

export type NumberMarks = {
  /** between groups of digits */
  group: ',' | '.'
  /** before the decimals */
  decimal: ',' | '.'
  /** groups of two above the thousands: `12,34,567` */
  pairs: boolean
}

const POINT: NumberMarks = { group: ',', decimal: '.', pairs: false }
const COMMA: NumberMarks = { group: '.', decimal: ',', pairs: false }
const PAIRS: NumberMarks = { group: ',', decimal: '.', pairs: true }

/** A table instead of `Intl`, whose data differ between browsers and servers. A test compares both. */
export const NUMBER_MARKS: Record<Language, NumberMarks> = {
  'en-us': POINT,
  'bn-bd': PAIRS,
  'ar-sa': POINT,
  'zh-cn': POINT,
  'hi-in': PAIRS,
  'pt-br': COMMA,
  'id-id': COMMA,
  'vi-vn': COMMA,
}

const THREES = /\B(?=(?:\d{3})+$)/g
const TWOS = /\B(?=(?:\d{2})*\d{3}$)/g

/**
 * Writes a number in a language's marks: `1234567.5` → `1.234.567,5`. A text that is not a plain number is returned as it is.
 * @param text digits with a point before the decimals, without groups, perhaps with a minus
 */
export function localNumber(text: string, language: Language): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) return text
  const [, minus = '', whole = '', decimals] = match
  const { group, decimal, pairs } = NUMBER_MARKS[language]
  const grouped = whole.replaceAll(pairs ? TWOS : THREES, group)
  return minus + (decimals === undefined ? grouped : grouped + decimal + decimals)
}
