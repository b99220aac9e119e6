import { parsePhoneNumberFromString, type NumberType } from 'libphonenumber-js/max'
import { Refusal } from '../../platform/refusal.ts'

/** Numbers that cost their caller or reach no person: nothing is sent there. */
const REFUSED: ReadonlySet<NumberType> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'UAN',
  'VOICEMAIL',
  'PAGER',
])

/** E.164 when the number can exist, else undefined. */
export function readPhone(text: string): { number: string; country: string | undefined } | undefined {
  const parsed = parsePhoneNumberFromString(text)
  if (!parsed?.isValid() || REFUSED.has(parsed.getType())) return undefined
  return { number: parsed.number, country: parsed.country }
}

/**
 * The number of a form field `phone`.
 * @param countries ISO codes that may register; empty = every country
 * @throws Refusal INPUT_INVALID
 */
export function requirePhone(text: string, countries: readonly string[]): string {
  const phone = readPhone(text)
  if (!phone) throw new Refusal('INPUT_INVALID', { fields: { phone: 'PHONE_FORMAT' } })
  if (countries.length > 0 && !countries.includes(phone.country ?? '')) {
    throw new Refusal('INPUT_INVALID', { fields: { phone: 'PHONE_COUNTRY' } })
  }
  return phone.number
}

/** The block of numbers that one number is in: what somebody who pumps SMS fills up one after the other. */
export function numberPrefix(phone: string): string {
  return phone.slice(0, -4)
}

/** `+8801712345678` → `+8801•••678`: its owner knows it again, nobody else can call it. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 5)}•••${phone.slice(-3)}`
}
