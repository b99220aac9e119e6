/**
 * Validation of search parameters. Done by hand rather than by a schema library, because every route is part of
 * the first load and the library alone would take a twentieth of its budget; forms use the schemas.
 */
type Reader<T> = (value: string | undefined) => T
type Shape = Record<string, Reader<unknown>>
type Optional<S extends Shape> = {
  [K in keyof S]: undefined extends ReturnType<S[K]> ? K : never
}[keyof S]

/** What a shape reads: parameters that may be missing are optional. */
export type SearchOf<S extends Shape> = { [K in Exclude<keyof S, Optional<S>>]: ReturnType<S[K]> } & {
  [K in Optional<S>]?: ReturnType<S[K]>
}

/** `<product code>-<at least four digits>`, as the contract's issue number. */
export const ISSUE = /^[A-Z0-9]{1,12}-\d{4,10}$/
export const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
/** A place inside the app to go on to: a path, never another host. */
export const INSIDE = /^\/(?!\/).{0,299}$/
export const AMOUNT = /^\d{1,12}(?:\.\d{1,2})?$/
export const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/

/** A parameter without which the page makes no sense: the address then shows "no such data". */
export const needed =
  (pattern: RegExp): Reader<string> =>
  (value) => {
    if (value === undefined || !pattern.test(value)) throw new RangeError('the address lacks something')
    return value
  }

/** A parameter that may be missing; one that makes no sense counts as missing. */
export const maybe =
  (pattern: RegExp): Reader<string | undefined> =>
  (value) =>
    value !== undefined && pattern.test(value) ? value : undefined

/** One of these words, or none. */
export const oneOf =
  <const T extends string>(words: readonly T[]): Reader<T | undefined> =>
  (value) =>
    words.find((word) => word === value)

/** A whole number within the limits, or none. */
export const wholeNumber =
  (min: number, max: number): Reader<number | undefined> =>
  (value) => {
    if (value === undefined || !/^\d{1,9}$/.test(value)) return undefined
    const number = Number(value)
    return number >= min && number <= max ? number : undefined
  }

/**
 * The validator of a route: reads what the shape names. What makes no sense is there as `undefined`, because the router
 * lays this over the unread address, where a word that was merely left out would come through.
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
