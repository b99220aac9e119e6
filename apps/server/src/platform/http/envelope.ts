/**
 * Parses the envelope: the form strictly, and `param` as bounded JSON.
 *
 * Both parsers run on every call, so they read each byte once and allocate only the values.
 */
import { isUtf8 } from 'node:buffer'
import type { WireField } from '@fairlot/contract/wire'

/** Maximum nesting of JSON; the deepest input of the contract nests three levels. */
export const MAX_DEPTH = 16
/** Maximum length of a string inside `param`, in UTF-16 units as written. */
export const MAX_STRING = 8_192

/** The fields as sent; a missing one is undefined. */
export type Form = { [F in WireField]: string | undefined }

/**
 * Parses a form body.
 *
 * @returns undefined when the form is malformed: invalid UTF-8, a bad escape, NUL, a duplicate or unknown field, or a part
 *   without `=`.
 */
export function parseForm(body: Buffer): Form | undefined {
  if (!isUtf8(body)) return undefined
  const text = body.toString('utf8')
  const form: Form = {
    date: undefined,
    sign: undefined,
    language: undefined,
    token: undefined,
    param: undefined,
  }
  let start = 0
  while (start < text.length) {
    let end = text.indexOf('&', start)
    if (end === -1) end = text.length
    const equals = text.indexOf('=', start)
    if (equals === -1 || equals > end) return undefined
    const name = text.slice(start, equals)
    if (!isField(name) || form[name] !== undefined) return undefined
    const value = unescapeValue(text.slice(equals + 1, end))
    if (value === undefined) return undefined
    form[name] = value
    start = end + 1
  }
  return form
}

function isField(name: string): name is WireField {
  return name === 'date' || name === 'sign' || name === 'language' || name === 'token' || name === 'param'
}

function unescapeValue(raw: string): string | undefined {
  let value = raw.includes('+') ? raw.replaceAll('+', ' ') : raw
  if (value.includes('%')) {
    try {
      value = decodeURIComponent(value)
    } catch {
      // a lone % or bytes that are not UTF-8
      return undefined
    }
  }
  return value.includes('\0') ? undefined : value
}

export type Param = { ok: true; value: unknown } | { ok: false; reason: 'not-json' | 'refused' }

/**
 * Parses `param`: JSON of at most MAX_DEPTH levels whose strings have at most MAX_STRING units. It refuses NUL and lone
 * surrogates, which the database cannot store.
 */
export function parseParam(text: string): Param {
  if (!withinBounds(text)) return { ok: false, reason: 'refused' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, reason: 'not-json' }
  }
  // the form parser refuses both unless they are escaped
  if (text.includes('\\u') && !areTextsClean(value)) return { ok: false, reason: 'refused' }
  return { ok: true, value }
}

function areTextsClean(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => areTextsClean(key) && areTextsClean(inner))
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Checks depth and string lengths before parsing, so that a hostile text is never built. It does not check the syntax. */
function withinBounds(text: string): boolean {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === QUOTE) {
      const first = i + 1
      for (i = first; i < text.length; i++) {
        const inner = text.charCodeAt(i)
        if (inner === QUOTE) break
        if (inner === BACKSLASH) i++
      }
      if (i - first > MAX_STRING) return false
    } else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > MAX_DEPTH) return false
    } else if (unit === 0x7d || unit === 0x5d) depth--
  }
  return true
}
