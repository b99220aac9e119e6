import { isSupportedCountry, parsePhoneNumberFromString, type NumberType } from 'libphonenumber-js/max'
import { latinDigits } from '@fairlot/contract/typed-text'
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

/** The number in E.164 and its country; undefined when no such number can exist. */
export function readPhone(text: string): { number: string; country: string | undefined } | undefined {
  const parsed = parsePhoneNumberFromString(latinDigits(text))
  if (!parsed?.isValid() || REFUSED.has(parsed.getType())) return undefined
  return { number: parsed.number, country: parsed.country }
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
