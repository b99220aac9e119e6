/** Reads a typed phone number while its library has not loaded. */

/** A number of E.164 has 6 digits or more behind its country code, and at most 15 with it. */
const LEAST_DIGITS = 6
const MOST_DIGITS = 15

/** A number as the server takes it; the server judges it. @param code the likely calling code, or '' */
export function readWithout(typed: string, code: string): { e164: string; possible: boolean } {
  const digits = typed.replace(/\D/g, '')
  const national = digits.replace(/^0+/, '')
  // The country code may be typed with a plus, with 00, or alone.
  const isWhole = /^\s*(\+|00)/.test(typed) || code === '' || isBehind(code, national)
  const e164 = national === '' ? '' : `+${isWhole ? '' : code}${national}`
  return { e164, possible: digits.length >= LEAST_DIGITS && digits.length <= MOST_DIGITS }
}

/** Whether a number begins with its country code: national numbers of the countries with a known code have at most 11 digits. */
const isBehind = (code: string, digits: string): boolean => digits.startsWith(code) && digits.length > 11
