/**
 * The wire signature `sign` of a call: keyed after login, a plain checksum before it.
 * Formula: docs/FAIRNESS.md, "The wire signature".
 */
import { fromHex, label, toHex, utf8 } from './bytes.ts'
import { hmacSha256, sha256 } from './hash.ts'

export type SignInput = {
  /** with `/api`, without query: `/api/order/buy` */
  readonly path: string
  /** Unix milliseconds, the text as sent */
  readonly date: string
  /** the text as sent, e.g. `en-us` */
  readonly language: string
  /** the token's text as sent, or null before login */
  readonly token: string | null
  /** `param` exactly as sent (a text stands for its UTF-8 bytes) */
  readonly param: string | Uint8Array
}

/**
 * The canonical text: seven lines with LF between them and none at the end. Without a token the first line
 * says `anon` and the token's line is empty.
 * @throws RangeError when a field holds a line break (two calls could then share a text)
 */
export function signText({ path, date, language, token, param }: SignInput): string {
  if (/[\r\n]/.test(path + date + language)) throw new RangeError('a line break in a signed field')
  const version = token === null ? 'fairlot-sign-1-anon' : 'fairlot-sign-1'
  const tokenLine = token === null ? '' : toHex(sha256(utf8(token)))
  const body = typeof param === 'string' ? utf8(param) : param
  return [version, 'POST', path, date, language, tokenLine, toHex(sha256(body))].join('\n')
}

/** k = HMAC-SHA256(master, "fairlot/sign/1\0" ‖ session id), hex. `master`: 32 bytes hex. */
export function signKey(master: string, sessionId: string): string {
  return toHex(hmacSha256(fromHex(master, 32), label('fairlot/sign/1'), utf8(sessionId)))
}

/** hex(HMAC-SHA256(k, text)) of a call with a token. `key`: 32 bytes hex. */
export function signKeyed(key: string, input: SignInput & { readonly token: string }): string {
  return toHex(hmacSha256(fromHex(key, 32), utf8(signText(input))))
}

/** hex(SHA256(text)) of a call without a token: guards against accidents, not against attackers. */
export function signAnonymous(input: Omit<SignInput, 'token'>): string {
  return toHex(sha256(utf8(signText({ ...input, token: null }))))
}

/** Compares two lower-case hex texts in a time that depends on their lengths only. */
export function sameSign(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
