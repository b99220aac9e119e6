/** Strict readers for untrusted JSON: each reader checks type and bounds, and its error names the field. */
import { isHex } from './bytes.ts'

/** A value that a reader or a verification step refuses. A reader's message begins with the field, e.g. `rows[3].ms`. */
export class ReadError extends Error {
  override name = 'ReadError'
}

/** Throws a ReadError with field and problem. */
export function refuse(place: string, problem: string): never {
  throw new ReadError(`${place} ${problem}`)
}

/** Throws a ReadError with this problem unless the condition holds. */
export function demand(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new ReadError(problem)
}

/** Reads an object with exactly these keys. Keys in `optional` may be missing. */
export function readObject(
  value: unknown,
  place: string,
  keys: readonly string[],
  optional: readonly string[] = [],
): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(place, 'is not an object')
  for (const key of Object.keys(value)) {
    if (!keys.includes(key) && !optional.includes(key)) {
      refuse(place, `has an unknown field ${JSON.stringify(key.slice(0, 40))}`)
    }
  }
  for (const key of keys) if (!Object.hasOwn(value, key)) refuse(place, `lacks the field "${key}"`)
  return value as Record<string, unknown>
}

/** Reads a list of `min` to `max` items. */
export function readList(value: unknown, place: string, min: number, max: number): readonly unknown[] {
  if (!Array.isArray(value)) refuse(place, 'is not a list')
  if (value.length < min || value.length > max)
    refuse(place, `has ${value.length} items, not ${min} to ${max}`)
  return Array.from<unknown>(value) // replaces holes by undefined, so that the caller reads every item
}

/** Reads a whole number from `min` to `max`. */
export function readInteger(
  value: unknown,
  place: string,
  min: number,
  max: number = Number.MAX_SAFE_INTEGER,
): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || Object.is(value, -0)) {
    refuse(place, 'is not a whole number')
  }
  if (value < min || value > max) refuse(place, `is not from ${min} to ${max}`)
  return value
}

export function readBoolean(value: unknown, place: string): boolean {
  return typeof value === 'boolean' ? value : refuse(place, 'is not true or false')
}

/** Reads lower-case hex of exactly `bytes` bytes. */
export function readHex(value: unknown, place: string, bytes: number): string {
  if (typeof value !== 'string' || !isHex(value, bytes))
    refuse(place, `is not ${bytes} bytes of lower-case hex`)
  return value
}

/** Reads a text that matches the pattern; `what` describes the expected text for the error. */
export function readText(value: unknown, place: string, pattern: RegExp, what: string): string {
  if (typeof value !== 'string' || !pattern.test(value)) refuse(place, `is not ${what}`)
  return value
}

/** Reads one of the given words. */
export function readWord<T extends string>(value: unknown, place: string, words: readonly T[]): T {
  const word = words.find((candidate) => candidate === value)
  return word ?? refuse(place, `is not one of ${words.join(', ')}`)
}

const DECIMAL = /^(?:0|[1-9][0-9]{0,29})$/

/** Reads a whole number written as a decimal string: at most 30 digits, no leading zeros. */
export function readDecimal(value: unknown, place: string): string {
  return readText(value, place, DECIMAL, 'a whole number as a decimal string')
}
