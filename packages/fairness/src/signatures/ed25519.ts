/** Ed25519 (RFC 8032) with keys as hex: signs and verifies checkpoints and receipts. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { fromHex, isHex, toHex } from '../bytes.ts'

/** The public key (32 bytes hex) of a secret key (32 bytes hex; the RFC calls it the private key). */
export function publicKeyOf(secretKey: string): string {
  return toHex(ed25519.getPublicKey(fromHex(secretKey, 32)))
}

/** The signature of a message, 64 bytes. @param secretKey 32 bytes hex */
export function signBytes(secretKey: string, message: Uint8Array): Uint8Array {
  return ed25519.sign(message, fromHex(secretKey, 32))
}

/** Whether a key (32 bytes hex) made a signature (64 bytes) of a message. */
export type VerifyBytes = (publicKey: string, message: Uint8Array, signature: Uint8Array) => boolean

/** Strict verification (RFC 8032; small-order keys are refused). Returns false for malformed input. */
export function verifyBytes(publicKey: string, message: Uint8Array, signature: Uint8Array): boolean {
  if (!isHex(publicKey, 32) || signature.length !== 64) return false
  try {
    return ed25519.verify(signature, message, fromHex(publicKey), { zip215: false })
  } catch {
    return false // the library throws when the key or the signature is not a point
  }
}
