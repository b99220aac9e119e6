/**
 * Formats numbers, money and time. Digits are Latin in every language (design language, section 3): members read codes
 * aloud to support, and a calculation must be checkable in any language.
 */
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { localNumber, NUMBER_MARKS } from '@fairlot/contract/money/number-marks'
import { currentLanguage } from '../stores/preferences.ts'
import { DAY_MS, HOUR_MS, JUST_NOW_MS, MINUTE_MS, RELATIVE_UP_TO_DAYS } from '../timing.ts'

/** Writes a number in the marks of the language: `1200.5` → `1,200.50` in English, `1.200,5` in Portuguese. */
export function formatNumber(
  value: number | bigint | string,
  language: OfferedLanguage = currentLanguage(),
): string {
  return localNumber(String(value), language)
}

/**
 * A chance or rate in percent: two decimals, rounded; whole only at 0 and 100. It is never rounded to one of these two.
 */
export function formatPercent(percent: number, language: OfferedLanguage = currentLanguage()): string {
  if (percent <= 0 || percent >= 100) return `${percent}%`
  if (percent < 0.01) return `<${formatNumber('0.01', language)}%`
  return `${formatNumber(Math.min(percent, 99.99).toFixed(2), language)}%`
}

/** How much of an issue is sold, in whole percent: 0% and 100% only when it is so exactly. */
export function formatSold(sold: number, shares: number): string {
  const rounded = Math.round((sold / shares) * 100)
  const least = sold > 0 ? 1 : 0
  const most = sold < shares ? 99 : 100
  return `${Math.min(most, Math.max(least, rounded))}%`
}

export type MoneyParts = {
  negative: boolean
  /** grouped whole units */
  whole: string
  /** the mark before the decimals */
  mark: string
  /** two digits, rounded toward zero */
  cents: string
  /** all four decimals, when more than two are not zero; else null */
  rest: string | null
}

/** Splits a wire amount (decimal string, at most four decimals) without converting it to a float. */
export function moneyParts(amount: string, language: OfferedLanguage = currentLanguage()): MoneyParts {
  const match = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(amount)
  if (!match) throw new RangeError(`not an amount: ${amount}`)
  const [, minus, whole = '0', decimals = ''] = match
  const padded = decimals.padEnd(4, '0')
  return {
    negative: minus === '-' && /[1-9]/.test(whole + decimals),
    whole: formatNumber(BigInt(whole), language),
    mark: NUMBER_MARKS[language].decimal,
    cents: padded.slice(0, 2),
    rest: padded.slice(2) === '00' ? null : padded,
  }
}

export type MoneyStyle = {
  /** `exact` always shows cents, `price` only when they are not zero, `full` all four decimals when the ledger has more than cents */
  form?: 'exact' | 'price' | 'full'
  /** puts a plus before positive amounts */
  signed?: boolean
}

/** `₫12,480.50`, in the marks of the language. The minus is the typographic one and comes before the currency sign. */
export function formatMoney(
  amount: string,
  symbol: string,
  { form = 'exact', signed }: MoneyStyle = {},
  language: OfferedLanguage = currentLanguage(),
): string {
  const { negative, whole, mark, cents, rest } = moneyParts(amount, language)
  const sign = negative ? '−' : signed === true ? '+' : ''
  const decimals =
    form === 'price' && cents === '00' ? '' : mark + (form === 'full' && rest !== null ? rest : cents)
  return `${sign}${symbol}${whole}${decimals}`
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** A formatter takes some milliseconds of a computer to make. */
export function formatter(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  let found = formatters.get(key)
  if (!found) {
    found = new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, options)
    formatters.set(key, found)
  }
  return found
}

/** `20 Nov 2026` in the order and the month names of the language. */
export const formatDate = (ms: number, language: string): string =>
  formatter(language, { year: 'numeric', month: 'short', day: 'numeric' }).format(ms)

const two = (value: number): string => String(value).padStart(2, '0')

/** `22:41:07.318` in a zone `offsetMinutes` east of UTC: the time format of draw calculations. */
export function formatClock(ms: number, offsetMinutes = 0): string {
  const day = (((ms + offsetMinutes * MINUTE_MS) % DAY_MS) + DAY_MS) % DAY_MS
  const [hours, minutes] = [Math.floor(day / HOUR_MS), Math.floor((day % HOUR_MS) / MINUTE_MS)]
  const [seconds, millis] = [Math.floor((day % MINUTE_MS) / 1000), day % 1000]
  return `${two(hours)}:${two(minutes)}:${two(seconds)}.${String(millis).padStart(3, '0')}`
}

/** The text of a countdown: `01:41`, `2:01:41` over an hour. Days are separate. */
export function countdownParts(leftMs: number): { days: number; clock: string } {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3600)
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`
  return { days, clock: hours > 0 || days > 0 ? `${two(hours)}:${rest}` : rest }
}

export type Relative = { unit: 'now' } | { unit: 'minute' | 'hour' | 'day'; count: number } | { unit: 'date' }

/** Specification, section 9: under 5 minutes just now, then minutes, hours, days up to 30 days, then a date. */
export function relative(ms: number, nowMs: number): Relative {
  const age = nowMs - ms
  if (age < JUST_NOW_MS) return { unit: 'now' }
  if (age < HOUR_MS) return { unit: 'minute', count: Math.floor(age / MINUTE_MS) }
  if (age < DAY_MS) return { unit: 'hour', count: Math.floor(age / HOUR_MS) }
  const days = Math.floor(age / DAY_MS)
  return days <= RELATIVE_UP_TO_DAYS ? { unit: 'day', count: days } : { unit: 'date' }
}
