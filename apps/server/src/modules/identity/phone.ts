import {
  getCountries,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type NumberType,
} from 'libphonenumber-js/max'
import { latinDigits, withoutUnseen } from '@fairlot/contract/typed-text'
import { Refusal } from '../../platform/refusal.ts'

/** Types of numbers that cost the sender extra or belong to no person; the server sends nothing there. */
const REFUSED: ReadonlySet<NumberType> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'UAN',
  'VOICEMAIL',
  'PAGER',
])

export type ReadPhone = { number: string; country: string | undefined }

/**
 * The number in E.164 and its country; undefined when no such number can exist.
 * @param country where somebody dials the text; undefined: it begins with `+` and the country's code
 */
export function readPhone(text: string, country?: string): ReadPhone | undefined {
  if (country !== undefined && !isSupportedCountry(country)) return undefined
  const parsed = parsePhoneNumberFromString(latinDigits(text), country)
  if (!parsed?.isValid() || REFUSED.has(parsed.getType())) return undefined
  return { number: parsed.number, country: parsed.country }
}

/** Digits with the marks that people write between them. */
const DIALLED = /^(\+|00)?[\d\s().\u2010\u2011/-]{6,24}$/

/**
 * What a whole number, as somebody tells or dials it, can be. A number of the given countries, or with its country's code, is read so
 * and in no other way; another one can be a number of several countries.
 * @param countries ISO codes, the likely ones first
 */
export function readDialled(text: string, countries: readonly string[]): ReadPhone[][] {
  const typed = latinDigits(withoutUnseen(text)).trim()
  const code = DIALLED.exec(typed)?.[1]
  if (!DIALLED.test(typed)) return []
  const coded = readPhone(code === '00' ? `+${typed.slice(2)}` : code === '+' ? typed : `+${typed}`)
  const first = coded ? [coded] : []
  if (code === '+' || code === '00') return [first]
  const dialledIn = (places: readonly string[]) =>
    places.flatMap((country) => {
      const read = readPhone(typed, country)
      return read ? [read] : []
    })
  return [
    [...dialledIn(countries), ...first],
    dialledIn(getCountries().filter((country) => !countries.includes(country))),
  ]
}

/** In Argentina a mobile has a 9 behind the country's code for calls from abroad. Both numbers reach one subscriber. */
const ARGENTINE = /^\+549?(\d{10})$/

/** The number by which a subscriber has an account, when one subscriber has several. */
export function subscriberNumber(phone: string): string {
  const mobile = `+549${ARGENTINE.exec(phone)?.[1] ?? ''}`
  return parsePhoneNumberFromString(mobile)?.isValid() === true ? mobile : phone
}

/**
 * All numbers of a subscriber, the given one first. Two accounts of one subscriber may be left from releases before migration 0068: each
 * is found by its own number.
 */
export function numbersOf(phone: string): string[] {
  const national = ARGENTINE.exec(phone)?.[1]
  return national === undefined ? [phone] : [...new Set([phone, `+549${national}`, `+54${national}`])]
}

/** Whether a code of two letters is that of a country. */
export const isCountry = (code: string): boolean => isSupportedCountry(code)

/**
 * The number of the form field `phone` in E.164, the same for all numbers of a subscriber.
 * @param countries ISO codes of accepted countries; empty: every country
 * @throws Refusal INPUT_INVALID
 */
export function requirePhone(text: string, countries: readonly string[]): string {
  const phone = readPhone(text)
  if (!phone) throw new Refusal('INPUT_INVALID', { fields: { phone: 'PHONE_FORMAT' } })
  if (countries.length > 0 && !countries.includes(phone.country ?? '')) {
    throw new Refusal('INPUT_INVALID', { fields: { phone: 'PHONE_COUNTRY' } })
  }
  return subscriberNumber(phone.number)
}

/** The block of 10,000 numbers that contains a number. SMS pumping requests codes for consecutive numbers of a block. */
export function numberPrefix(phone: string): string {
  return phone.slice(0, -4)
}

/** `+8801712345678` → `+8801•••678`: its owner recognises it, others cannot call it. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 5)}•••${phone.slice(-3)}`
}
