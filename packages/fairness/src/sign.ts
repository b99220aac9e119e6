/**
 * The wire signature `sign` of a call: keyed after login, a plain checksum before it.
 * Formula: docs/FAIRNESS.md, "The wire signature".
 */
import { fromHex, label, toHex, utf8 } from './bytes.ts'
import { hmacSha256, sha256 } from './hash.ts'
import { signTextOf, type SignedFields } from './sign-text.ts'

export type SignInput = SignedFields & {
  /** the token's text as sent, or null before login */
  readonly token: string | null
  /** `param` exactly as sent (a text stands for its UTF-8 bytes) */
  readonly param: string | Uint8Array
}

/** The canonical text of a call (`signTextOf`, with the hashes made here). */
export function signText({ token, param, ...fields }: SignInput): string {
  const body = typeof param === 'string' ? utf8(param) : param
  return signTextOf(fields, token === null ? null : toHex(sha256(utf8(token))), toHex(sha256(body)))
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
