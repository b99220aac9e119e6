/** The phone library with its smallest metadata, as a separate chunk that the first phone field fetches. */
import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { latinDigits } from '@fairlot/contract/typed-text'
import { countryOfZone } from './zone-countries.ts'

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

const nameIn = (language: string, country: string): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country

/** Every country by its name in `language`. `allowed` (ISO codes) narrows the list; empty means all. */
export function countries(language: string, allowed: readonly string[]): Country[] {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  return getCountries()
    .filter((country) => allowed.length === 0 || allowed.includes(country))
    .map((country) => ({ country, name: names.of(country) ?? country, code: getCountryCallingCode(country) }))
    .sort((a, b) => a.name.localeCompare(b.name, language))
}

/** Reads the typed number, with or without the country code. `country` may be '' when it is not known. */
export function read(typed: string, country: string): ReadPhone {
  const text = latinDigits(typed)
  const digits = text.replace(/\D/g, '')
  const known = isSupportedCountry(country) ? country : undefined
  const parsed = parsePhoneNumberFromString(text, known)
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

/** What tells where a visitor's phone is from. */
export type Surroundings = {
  /** IANA name of the device's time zone */
  zone: string
  /** the languages of the browser, most wanted first */
  languages: readonly string[]
  /** the language of the app, and that of the deployment */
  app: string
  deployment: string
  /** ISO codes of the countries that may register; empty means all */
  allowed: readonly string[]
  /** a member's own number with its last digits masked, as a session has it; '' for visitors */
  own: string
}

/** Browsers are delivered with it, so it says little about where they are. */
const EVERYWHERE = 'en-us'

/** The country with the most numbers of a calling code that several share. */
const LARGEST: Readonly<Record<string, string>> = {
  '1': 'US',
  '7': 'RU',
  '39': 'IT',
  '44': 'GB',
  '47': 'NO',
  '61': 'AU',
  '212': 'MA',
  '262': 'RE',
  '290': 'SH',
  '358': 'FI',
  '590': 'GP',
  '599': 'CW',
}

/** The country of a masked number. Where several share its code, one of those that the surroundings name. */
function countryOfOwn(own: string, named: readonly (string | undefined)[]): string | undefined {
  const digits = /^\+(\d+)/.exec(own)?.[1]
  if (digits === undefined) return undefined
  // no calling code begins with another one
  const sharing = getCountries().filter((country) => digits.startsWith(getCountryCallingCode(country)))
  const [first] = sharing
  if (first === undefined) return undefined
  const isSharing = (country: string | undefined) => sharing.some((one) => one === country)
  return named.find(isSharing) ?? LARGEST[getCountryCallingCode(first)] ?? first
}

/**
 * The countries that a phone may be from, the likeliest first: that of the member's own number, of the time zone, of the
 * browser's languages, of the app's language, of the deployment.
 */
export function likelyCountries(surroundings: Surroundings): string[] {
  const { zone, languages, app, deployment, allowed, own } = surroundings
  const spoken = [...languages, app, deployment]
  const regions = spoken.filter((language) => language.toLowerCase() !== EVERYWHERE).map(regionOf)
  const last = spoken.some((language) => language.toLowerCase() === EVERYWHERE) ? 'US' : undefined
  const named = [countryOfZone(zone), ...regions]
  const all = [countryOfOwn(own, named), ...named, ...allowed, last]
  return [...new Set(all)].filter(
    (country): country is string =>
      country !== undefined &&
      isSupportedCountry(country) &&
      (allowed.length === 0 || allowed.includes(country)),
  )
}

function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region
  } catch {
    // not a language tag
    return undefined
  }
}

/** A country with the number as it is typed there. */
export type OtherCountry = Country & { national: string }

/** Fewer digits can be anything. */
const ENOUGH_DIGITS = 7

/**
 * The country that a typed number looks like, when it is none of `country`: its country code may be typed without a
 * plus, or it is a national number of one of the likely countries.
 */
export function otherCountry(
  typed: string,
  country: string,
  likely: readonly string[],
  language: string,
): OtherCountry | null {
  const text = latinDigits(typed)
  const digits = text.replace(/\D/g, '')
  if (digits.length < ENOUGH_DIGITS || isValid(text, country)) return null
  const whole = parsePhoneNumberFromString(`+${digits}`)
  const found =
    whole?.isValid() === true
      ? whole.country
      : likely.find((other) => other !== country && isValid(text, other))
  if (found === undefined || found === country || !isSupportedCountry(found)) return null
  const { national } = read(whole?.country === found ? `+${digits}` : text, found)
  return { country: found, name: nameIn(language, found), code: getCountryCallingCode(found), national }
}

const isValid = (text: string, country: string): boolean =>
  isSupportedCountry(country) && parsePhoneNumberFromString(text, country)?.isValid() === true
