/**
 * Validates search parameters. Written by hand, because every route is part of the first load and a schema library
 * would take a twentieth of its budget. Forms use schemas.
 */
type Reader<T> = (value: string | undefined) => T
type Shape = Record<string, Reader<unknown>>
type Optional<S extends Shape> = {
  [K in keyof S]: undefined extends ReturnType<S[K]> ? K : never
}[keyof S]

/** The result of a shape. Parameters that may be missing are optional. */
export type SearchOf<S extends Shape> = { [K in Exclude<keyof S, Optional<S>>]: ReturnType<S[K]> } & {
  [K in Optional<S>]?: ReturnType<S[K]>
}

/** `<product code>-<at least four digits>`, like the contract's issue number. */
export const ISSUE = /^[A-Z0-9]{1,12}-\d{4,10}$/
export const PRODUCT = /^[A-Z0-9]{1,12}$/
/** The ids of the games, as the contract has them; the pages of the games know which exist. */
export const GAME_NAMES = ['lucky-1m', 'lucky-3m', 'lucky-5m', 'king-2m'] as const
export const PERIOD = /^\d{8}-\d{4}$/
export const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
/** An address inside the app: a path, never another host. */
export const INSIDE = /^\/(?!\/).{0,299}$/
export const AMOUNT = /^\d{1,12}(?:\.\d{1,2})?$/
/** At most eight ranges of amounts, or of whole numbers: `5-20,20-`. */
export const RANGES =
  /^\d{1,12}(?:\.\d{1,2})?-(?:\d{1,12}(?:\.\d{1,2})?)?(?:,\d{1,12}(?:\.\d{1,2})?-(?:\d{1,12}(?:\.\d{1,2})?)?){0,7}$/
export const SIZES = /^\d{1,9}-\d{0,9}(?:,\d{1,9}-\d{0,9}){0,7}$/
export const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/

/** A required parameter. Without it the page shows "no such data". */
export const needed =
  (pattern: RegExp): Reader<string> =>
  (value) => {
    if (value === undefined || !pattern.test(value)) throw new RangeError('the address lacks something')
    return value
  }

/** An optional parameter. An invalid value counts as missing. */
export const maybe =
  (pattern: RegExp): Reader<string | undefined> =>
  (value) =>
    value !== undefined && pattern.test(value) ? value : undefined

/** An optional parameter with one of these values. */
export const oneOf =
  <const T extends string>(words: readonly T[]): Reader<T | undefined> =>
  (value) =>
    words.find((word) => word === value)

/** An optional whole number within the limits. */
export const wholeNumber =
  (min: number, max: number): Reader<number | undefined> =>
  (value) => {
    if (value === undefined || !/^\d{1,9}$/.test(value)) return undefined
    const number = Number(value)
    return number >= min && number <= max ? number : undefined
  }

/**
 * The validator of a route. An invalid parameter becomes `undefined` explicitly, because the router merges this result
 * over the raw parameters, where a missing key would let the raw value through.
 */
export function searchShape<S extends Shape>(shape: S): (search: Record<string, unknown>) => SearchOf<S> {
  return (search) => {
    const read = Object.entries(shape).map(([name, reader]) => {
      const value = search[name]
      const text = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
      return [name, reader(text)] as const
    })
    return Object.fromEntries(read) as SearchOf<S>
  }
}
