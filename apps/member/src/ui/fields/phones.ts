/** The phone library with its smallest metadata, as a separate chunk that the first phone field fetches. */
import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

export type Country = { country: string; name: string; code: string }

export type ReadPhone = {
  /** '' when nothing was typed */
  e164: string
  national: string
  country: string | undefined
  /** such a number can exist */
  possible: boolean
}

export const callingCode = (country: string): string =>
  isSupportedCountry(country) ? getCountryCallingCode(country) : ''

/** Every country by its name in `language`. `allowed` (ISO codes) narrows the list; empty means all. */
export function countries(language: string, allowed: readonly string[]): Country[] {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  return getCountries()
    .filter((country) => allowed.length === 0 || allowed.includes(country))
    .map((country) => ({ country, name: names.of(country) ?? country, code: getCountryCallingCode(country) }))
    .sort((a, b) => a.name.localeCompare(b.name, language))
}

/** Reads the typed number, with or without the country code. */
export function read(text: string, country: string): ReadPhone {
  const digits = text.replace(/\D/g, '')
  const parsed = isSupportedCountry(country) ? parsePhoneNumberFromString(text, country) : undefined
  if (parsed) {
    return {
      e164: parsed.number,
      national: parsed.nationalNumber,
      country: parsed.country,
      possible: parsed.isPossible(),
    }
  }
  const e164 = digits === '' ? '' : `+${callingCode(country)}${digits}`
  return { e164, national: digits, country: undefined, possible: false }
}
