/** Dates and amounts as banks write them. What can be read in two ways is decided by the other rows of the file, or refused. */
import type { DateOrder, DecimalMark } from '@fairlot/contract/life/statement-life'
import { latinDigits } from '@fairlot/contract/typed-text'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?![\d])/
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?![\d])/
const NAMED = /^(\d{1,2})[-/. ]?([a-z]{3})[a-z]*[-/. ,]*(\d{4}|\d{2})(?![\d])/i
const COMPACT = /^(20\d{2})(\d{2})(\d{2})$/

/** A day as `YYYY-MM-DD`; null: there is no such day. */
function day(year: string, month: number, date: number): string | null {
  const full = year.length === 2 ? 2000 + Number(year) : Number(year)
  const at = new Date(Date.UTC(full, month - 1, date))
  const isReal = at.getUTCFullYear() === full && at.getUTCMonth() === month - 1 && at.getUTCDate() === date
  return isReal && full >= 2000 && full < 2100 ? at.toISOString().slice(0, 10) : null
}

/** Which order of day and month the dates of a column have; null: no date shows it; `mixed`: they differ. */
export function orderOfDates(cells: readonly string[]): DateOrder | null | 'mixed' {
  let order: DateOrder | null = null
  for (const cell of cells) {
    const found = YEAR_LAST.exec(latinDigits(cell.trim()))
    if (!found) continue
    const [first, second] = [Number(found[1]), Number(found[2])]
    const shown = first > 12 ? 'dmy' : second > 12 ? 'mdy' : null
    if (shown === null) continue
    if (order !== null && order !== shown) return 'mixed'
    order = shown
  }
  return order
}

/** @returns `YYYY-MM-DD`; null: not a date, or one that can be read in two ways while `order` is null */
export function readDate(cell: string, order: DateOrder | null): string | null {
  const text = latinDigits(cell.replaceAll(/\p{Cf}/gu, '').trim())
  const yearFirst = YEAR_FIRST.exec(text) ?? COMPACT.exec(text)
  if (yearFirst) return day(yearFirst[1]!, Number(yearFirst[2]), Number(yearFirst[3]))
  const named = NAMED.exec(text)
  if (named) {
    const month = MONTHS.indexOf(named[2]!.toLowerCase())
    return month < 0 ? null : day(named[3]!, month + 1, Number(named[1]))
  }
  const found = YEAR_LAST.exec(text)
  if (!found) return null
  const [first, second, year] = [Number(found[1]), Number(found[2]), found[3]!]
  if (order === null && first !== second) return null
  return order === 'mdy' ? day(year, first, second) : day(year, second, first)
}

const NUMBER = /^[+-]?[\d.,_]+$/
/** One letter behind a number can multiply it (`100k`, `3万`), or be the currency or a debit (`100d`). */
const UNCLEAR = /\d\s*[kKmMbB千仟万萬亿億d]$/u
/** It parts decimals only; the column of the file may have another mark. */
const ARABIC_POINT = '٫'

/**
 * The digits and marks of an amount without currency signs and letters, blanks and apostrophes between digits as `_`; and where the
 * money goes.
 */
function plainAmount(cell: string): { digits: string; isNegative: boolean } | null {
  const text = latinDigits(cell.normalize('NFKC'))
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  const isBracketed = /^\(.*\)$/.test(text)
  const isDebit = /(?:^|[\d\s])(?:dr|db|debit)\.?$/i.test(text) || /[\d\s]D$/.test(text)
  if (UNCLEAR.test(text)) return null
  const digits = text
    .replaceAll('\u2212', '-')
    .replaceAll(/[،﹐]/g, ',')
    .replaceAll('。', '.')
    .replaceAll(ARABIC_POINT, '.')
    .replace(/(?:dr|db|cr|debit|credit)\.?$/i, '')
    .replaceAll(/[()]/g, '')
    .trim()
    .replace(/^([+-]?)\s*(?:\p{L}+\.?|\p{L}*\p{Sc})\s*([+-]?)(?=[.,\d])/u, '$1$2')
    .replace(/\s*(?:[\p{Sc}\p{L}\p{M}]+\.?)+$/u, '')
    .replace(/^(.*\d)\s*-$/, '-$1')
    .replace(/^([+-])\s+/, '$1')
    .replaceAll(/(\d)[\s'’٬](?=\d)/g, '$1_')
  if (!NUMBER.test(digits)) return null
  const isNegative = isBracketed || isDebit || digits.startsWith('-')
  return { digits: digits.replace(/^[+-]/, ''), isNegative }
}

/** Which mark the decimals of a column have; null: no amount shows it; `mixed`: they differ. */
export function markOfAmounts(cells: readonly string[]): DecimalMark | null | 'mixed' {
  let mark: DecimalMark | null = null
  for (const cell of cells) {
    const shown = cell.includes(ARABIC_POINT) ? '.' : markOf(plainAmount(cell)?.digits ?? '')
    if (shown === null) continue
    if (mark !== null && mark !== shown) return 'mixed'
    mark = shown
  }
  return mark
}

function markOf(digits: string): DecimalMark | null {
  const [points, commas] = [digits.split('.').length - 1, digits.split(',').length - 1]
  if (points > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ','
  // a mark that occurs twice groups digits
  if (points > 1) return ','
  if (commas > 1) return '.'
  const found = /([.,])(\d+)$/.exec(digits)
  // three digits after the only mark can be a group
  return found && found[2]!.length !== 3 ? (found[1] as DecimalMark) : null
}

/** Groups of three digits, or of two above the thousands, with one kind of mark. */
const GROUPED = /^\d{1,3}([.,_])(?:\d{2,3}\1)*\d{3}$/

/**
 * Reads an amount in minor units (1/10,000).
 * @returns null: not an amount, more than four decimals, or readable in two ways while `mark` is null
 */
export function readAmount(cell: string, mark: DecimalMark | null): bigint | null {
  const plain = plainAmount(cell)
  if (!plain) return null
  if (cell.includes(ARABIC_POINT) && mark === ',') return null
  const decimal = cell.includes(ARABIC_POINT) ? '.' : (mark ?? markOf(plain.digits))
  if (decimal === null && /[.,]/.test(plain.digits)) return null
  const parts = plain.digits.split(decimal ?? '.')
  const [whole = '', decimals = ''] = parts
  const isWhole = /^\d{1,12}$/.test(whole) || GROUPED.test(whole) || (whole === '' && decimals !== '')
  if (parts.length > 2 || !isWhole || !/^\d{0,4}$/.test(decimals)) return null
  const units = whole.replaceAll(/\D/g, '')
  if (units.length > 12) return null
  const minor = BigInt(units) * 10_000n + BigInt(decimals.padEnd(4, '0'))
  return plain.isNegative ? -minor : minor
}
