/** The two hash functions of the formulas: SHA-256 (FIPS 180-4) and HMAC-SHA256 (RFC 2104). */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js'
import { concat } from './bytes.ts'

/** SHA-256 over the concatenated parts: 32 bytes. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  return nobleSha256(parts.length === 1 && only ? only : concat(...parts))
}

/** HMAC-SHA256 with `key` over the concatenated parts: 32 bytes. */
export function hmacSha256(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  return hmac(nobleSha256, key, concat(...parts))
}
