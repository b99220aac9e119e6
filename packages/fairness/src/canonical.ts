/**
 * Canonical JSON (RFC 8785): keys sorted by UTF-16 code units, no white space, numbers and strings as
 * ECMAScript writes them. Every writer produces the same bytes for the same value.
 */

/** A value that canonical JSON can represent. Integers above 2^53 are written as strings. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

const MAX_DEPTH = 64

/**
 * The canonical text of a value.
 * @throws TypeError for undefined, NaN, infinities, bigint, lone surrogates, and nesting deeper than 64
 */
export function canonicalJson(value: Json): string {
  return write(value, 0)
}

function write(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) throw new TypeError('nested too deeply for canonical JSON')
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('canonical JSON cannot hold NaN or an infinity')
    return JSON.stringify(value)
  }
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(',')}]`
  if (typeof value === 'object') {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([key, item]) => `${text(key)}:${write(item, depth + 1)}`).join(',')}}`
  }
  throw new TypeError(`canonical JSON cannot hold a ${typeof value}`)
}

function text(value: string): string {
  if (!value.isWellFormed()) throw new TypeError('a lone surrogate has no UTF-8 form')
  return JSON.stringify(value)
}
