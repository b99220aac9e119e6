/** The types of settings: how the text of one is read, within which bounds, and how its value is written. */
import { formatMoney, parseMoney } from '@fairlot/contract/money'
import type { SettingType } from '@fairlot/contract/setting-kinds'
import { isSupportedCountry } from 'libphonenumber-js/max'

export type SettingKind<Value> = {
  readonly type: SettingType
  readonly unit?: string
  readonly minimum?: string
  readonly maximum?: string
  readonly choices?: readonly string[]
  /** @throws SyntaxError when the text is not of this form, RangeError when the value is out of bounds */
  read(text: string): Value
  /** The one text of a value. */
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

/** A list of whole numbers, none smaller than the one before; both bounds hold for each. */
export function wholes(bounds: {
  minimum: number
  maximum: number
  most: number
  unit?: string
}): SettingKind<readonly number[]> {
  const { most, ...each } = bounds
  const { read, form: _, ...one } = whole(each)
  return {
    ...one,
    type: 'wholes',
    read(text) {
      const values = text.split(',').map((part) => read(part.trim()))
      if (values.length > most || values.some((value, n) => n > 0 && value < values[n - 1]!))
        throw new RangeError('too many, or falling')
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

/** An amount of the wallet currency; bounds in minor units. */
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

/** A list of amounts, growing; bounds in minor units hold for each. */
export function moneys(bounds: {
  minimum: bigint
  maximum: bigint
  most: number
}): SettingKind<readonly bigint[]> {
  const { minimum, maximum, most } = bounds
  return {
    type: 'moneys',
    minimum: formatMoney(minimum),
    maximum: formatMoney(maximum),
    read(text) {
      const values = text.split(',').map((part) => readMoney(part.trim(), minimum, maximum))
      if (values.length > most || values.some((value, n) => n > 0 && value <= values[n - 1]!))
        throw new RangeError('too many, or not growing')
      return values
    },
    form: (values) => values.map(formatMoney).join(','),
  }
}

/** A line of text, trimmed. */
export function line(bounds: { most: number; pattern?: RegExp }): SettingKind<string> {
  return {
    type: 'text',
    maximum: String(bounds.most),
    read(entered) {
      const value = entered.trim()
      if (value.length > bounds.most) throw new RangeError('too long')
      // one line, without what could hide or turn its letters
      if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value) || bounds.pattern?.test(value) === false)
        throw new SyntaxError('not of this form')
      return value
    },
    form: (value) => value,
  }
}

/** ISO codes of countries that have phone numbers, comma-separated, sorted; an empty text is none. */
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
        if (banned.includes(code)) throw new RangeError('cannot be chosen')
      }
      return [...new Set(codes)].toSorted()
    },
    form: (codes) => codes.join(','),
  }
}

/** A calendar day `YYYY-MM-DD`, or nothing. */
export function day(): SettingKind<string> {
  return {
    type: 'date',
    read(text) {
      if (text === '') return text
      const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
      if (at === undefined || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text)
        throw new SyntaxError('not a day')
      return text
    },
    form: (value) => value,
  }
}
