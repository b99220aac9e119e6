/**
 * The wire signature `sign` of a call: an HMAC with the session's key after login, a checksum before login.
 * Formula: docs/FAIRNESS.md, "The wire signature".
 */
import { fromHex, label, toHex, utf8 } from '../bytes.ts'
import { hmacSha256, sha256 } from '../hash.ts'
import { signTextOf, type SignedFields } from './sign-text.ts'

export type SignInput = SignedFields & {
  /** the token's text as sent, or null before login */
  readonly token: string | null
  /** `param` exactly as sent; a string is hashed as its UTF-8 bytes */
  readonly param: string | Uint8Array
}

/** The canonical text of a call: computes the hashes and calls {@link signTextOf}. */
export function signText({ token, param, ...fields }: SignInput): string {
  const body = typeof param === 'string' ? utf8(param) : param
  return signTextOf(fields, token === null ? null : toHex(sha256(utf8(token))), toHex(sha256(body)))
}

/** The key of a session: k = HMAC-SHA256(master, "fairlot/sign/1\0" ‖ session id), hex. @param master 32 bytes hex */
export function signKey(master: string, sessionId: string): string {
  return toHex(hmacSha256(fromHex(master, 32), label('fairlot/sign/1'), utf8(sessionId)))
}

/** The signature of a call with a token: hex(HMAC-SHA256(k, text)). @param key 32 bytes hex */
export function signKeyed(key: string, input: SignInput & { readonly token: string }): string {
  return toHex(hmacSha256(fromHex(key, 32), utf8(signText(input))))
}

/** The checksum of a call without a token: hex(SHA256(text)). Detects accidental changes; it is not protection against attackers. */
export function signAnonymous(input: Omit<SignInput, 'token'>): string {
  return toHex(sha256(utf8(signText({ ...input, token: null }))))
}

/** Compares two lower-case hex texts in constant time: the duration depends only on their lengths. */
export function sameSign(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
