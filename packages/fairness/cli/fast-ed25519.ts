/** Ed25519 with Node's own implementation, for programs that verify many checkpoints of one key. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { verifyBytes, type VerifyBytes } from '../src/signatures/ed25519.ts'

/** the ASN.1 header of an Ed25519 public key */
const HEADER = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * A verification that is about ten times as fast as the package's own one. The first signature of a key is verified by
 * both: Node also accepts keys of small order, under which every message has a valid signature.
 */
export function fastVerify(): VerifyBytes {
  const keys = new Map<string, KeyObject>()
  return (publicKey, message, signature) => {
    const known = keys.get(publicKey)
    if (known) return signature.length === 64 && verify(null, message, known, signature)
    if (!verifyBytes(publicKey, message, signature)) return false
    const der = Buffer.concat([HEADER, Buffer.from(publicKey, 'hex')])
    keys.set(publicKey, createPublicKey({ key: der, format: 'der', type: 'spki' }))
    return true
  }
}
