/** The countries to which messages are sent, each with the route that the gateway is told: a sender's name, or a line. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { SettingKind } from '../../../platform/settings/settings.kinds.ts'

/** `route` null: this part of the numbers is not served. */
export type SmsRoute = { prefix: string; route: string | null }

const NOT_SERVED = 'none'
const ITEM = /^(\+[1-9]\d{0,6})(?:\s+|\s*=\s*)([A-Za-z0-9][\w.-]{0,31})$/
const MAX_LENGTH = 2_000

/** `+880 FAIRLOT, +1 fairlot-us, +1876 none`, each beginning of numbers once; an empty text means every country. */
export function smsRoutes(): SettingKind<readonly SmsRoute[]> {
  return {
    type: 'text',
    maximum: String(MAX_LENGTH),
    read(text) {
      if (text.length > MAX_LENGTH) throw new RangeError('too long')
      const items = text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
      const routes = items.map((item): SmsRoute => {
        const [, prefix, route] = ITEM.exec(item) ?? []
        if (prefix === undefined || route === undefined)
          throw new SyntaxError('no beginning of numbers with a route')
        return { prefix, route: route === NOT_SERVED ? null : route }
      })
      if (new Set(routes.map(({ prefix }) => prefix)).size !== routes.length)
        throw new RangeError('two routes for one beginning')
      return routes.toSorted((a, b) => (a.prefix < b.prefix ? -1 : 1))
    },
    form: (routes) => routes.map(({ prefix, route }) => `${prefix} ${route ?? NOT_SERVED}`).join(', '),
  }
}

/**
 * The route of a number. `route` null: the gateway chooses.
 * @returns undefined when the number's country is not served
 */
export function routeOf(routes: readonly SmsRoute[], phone: string): { route: string | null } | undefined {
  if (routes.length === 0) return { route: null }
  const fitting = routes.filter(({ prefix }) => phone.startsWith(prefix))
  const longest = fitting.toSorted((a, b) => b.prefix.length - a.prefix.length)[0]
  return longest === undefined || longest.route === null ? undefined : { route: longest.route }
}

/** The calling code of a number's country, without the plus. */
export function callingCode(phone: string): string {
  return parsePhoneNumberFromString(phone)?.countryCallingCode ?? phone.slice(1, 2)
}
