/** The types of settings: how the text of a value is read, its bounds, and its canonical text. */
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { SettingType } from '@fairlot/contract/kinds/setting-kinds'
import { isSupportedCountry } from 'libphonenumber-js/max'

export type SettingKind<Value> = {
  readonly type: SettingType
  readonly unit?: string
  readonly minimum?: string
  readonly maximum?: string
  readonly choices?: readonly string[]
  /** @throws SyntaxError when the text is malformed, RangeError when the value is out of bounds */
  read(text: string): Value
  /** The canonical text of a value. */
  form(value: Value): string
}

function within<T extends bigint | number>(value: T, minimum: T, maximum: T): T {
  if (value < minimum || value > maximum) throw new RangeError('out of bounds')
  return value
}

export function flag(): SettingKind<boolean> {
  return {
    type: 'flag',
    choices: ['true', 'false'],
    read(text) {
      if (text !== 'true' && text !== 'false') throw new SyntaxError('neither true nor false')
      return text === 'true'
    },
    form: String,
  }
}

/** A whole number, both bounds included. */
export function whole(bounds: { minimum: number; maximum: number; unit?: string }): SettingKind<number> {
  const { minimum, maximum, unit } = bounds
  return {
    type: 'whole',
    ...(unit === undefined ? {} : { unit }),
    minimum: String(minimum),
    maximum: String(maximum),
    read(text) {
      if (!/^-?\d{1,12}$/.test(text)) throw new SyntaxError('not a whole number')
      return within(Number(text), minimum, maximum)
    },
    form: String,
  }
}

/** A non-decreasing list of whole numbers; both bounds apply to each. */
export function wholes(bounds: {
  minimum: number
  maximum: number
  maxItems: number
  unit?: string
}): SettingKind<readonly number[]> {
  const { maxItems, ...each } = bounds
  const { read, form: _, ...one } = whole(each)
  return {
    ...one,
    type: 'wholes',
    read(text) {
      const values = text.split(',').map((part) => read(part.trim()))
      if (values.length > maxItems || values.some((value, n) => n > 0 && value < values[n - 1]!))
        throw new RangeError('too many numbers, or a decreasing one')
      return values
    },
    form: (values) => values.join(','),
  }
}

const MONEY = /^\d{1,12}(\.\d{1,2})?$/

function readMoney(text: string, minimum: bigint, maximum: bigint): bigint {
  if (!MONEY.test(text)) throw new SyntaxError('not an amount')
  return within(parseMoney(text), minimum, maximum)
}

/** An amount in the wallet's currency; bounds in minor units. */
export function money(bounds: { minimum: bigint; maximum: bigint }): SettingKind<bigint> {
  const { minimum, maximum } = bounds
  return {
    type: 'money',
    minimum: formatMoney(minimum),
    maximum: formatMoney(maximum),
    read: (text) => readMoney(text, minimum, maximum),
    form: formatMoney,
  }
}

/** A strictly increasing list of amounts; bounds in minor units apply to each. */
export function moneys(bounds: {
  minimum: bigint
  maximum: bigint
  maxItems: number
}): SettingKind<readonly bigint[]> {
  const { minimum, maximum, maxItems } = bounds
  return {
    type: 'moneys',
    minimum: formatMoney(minimum),
    maximum: formatMoney(maximum),
    read(text) {
      const values = text.split(',').map((part) => readMoney(part.trim(), minimum, maximum))
      if (values.length > maxItems || values.some((value, n) => n > 0 && value <= values[n - 1]!))
        throw new RangeError('too many amounts, or not increasing')
      return values
    },
    form: (values) => values.map(formatMoney).join(','),
  }
}

/** One line of text, trimmed. */
export function line(bounds: { maxLength: number; pattern?: RegExp }): SettingKind<string> {
  return {
    type: 'text',
    maximum: String(bounds.maxLength),
    read(entered) {
      const value = entered.trim()
      if (value.length > bounds.maxLength) throw new RangeError('too long')
      // no line breaks, and no characters that hide or reorder letters
      if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value) || bounds.pattern?.test(value) === false)
        throw new SyntaxError('not in this format')
      return value
    },
    form: (value) => value,
  }
}

/** Comma-separated ISO codes of countries that have phone numbers, sorted; an empty text means none. */
export function countries(options: { banned?: readonly string[] } = {}): SettingKind<readonly string[]> {
  const { banned = [] } = options
  return {
    type: 'countries',
    read(text) {
      const codes = text
        .split(',')
        .map((code) => code.trim().toUpperCase())
        .filter((code) => code !== '')
      for (const code of codes) {
        if (!isSupportedCountry(code)) throw new SyntaxError('not a country')
        if (banned.includes(code)) throw new RangeError('not allowed')
      }
      return [...new Set(codes)].toSorted()
    },
    form: (codes) => codes.join(','),
  }
}
