/** Ed25519 (RFC 8032) over hex keys: the deployment's signature on checkpoints and receipts. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { fromHex, isHex, toHex } from './bytes.ts'

/** Public key (32 bytes hex) of a secret key (32 bytes hex, the RFC's seed). */
export function publicKeyOf(secretKey: string): string {
  return toHex(ed25519.getPublicKey(fromHex(secretKey, 32)))
}

/** Signature, 64 bytes. */
export function signBytes(secretKey: string, message: Uint8Array): Uint8Array {
  return ed25519.sign(message, fromHex(secretKey, 32))
}

/** Strict verification (RFC 8032, small-order keys refused). Malformed input is simply no signature. */
export function verifyBytes(publicKey: string, message: Uint8Array, signature: Uint8Array): boolean {
  if (!isHex(publicKey, 32) || signature.length !== 64) return false
  try {
    return ed25519.verify(signature, message, fromHex(publicKey), { zip215: false })
  } catch {
    return false // a key or signature that is no point: the answer, not a defect
  }
}
