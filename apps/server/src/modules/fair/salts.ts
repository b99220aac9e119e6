/**
 * Salts of draws: created when an issue opens, and stored encrypted until its seal reveals them. The key is not in the
 * database, so neither a dump nor a statement reveals anything about a future draw.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { toHex } from '@fairlot/fairness/bytes'
import type { Random } from '../../platform/random.ts'

/** A key that encrypts stored salts: 32 bytes. New salts use the first key of a ring; older keys only decrypt. */
export type SaltKey = { readonly id: string; readonly key: Uint8Array }

/** A salt as it is stored. */
export type SealedSalt = { readonly bytes: Uint8Array; readonly keyId: string }

export type Salts = {
  /** A new salt for a draw: the salt in hex, for the commitment only, and its encrypted form to store. */
  make(subject: string): { salt: string; sealed: SealedSalt }
  /** Decrypts a stored salt (hex). @throws Error when the key is missing, or the salt belongs to another subject */
  open(subject: string, sealed: SealedSalt): string
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SALT_BYTES = 32

/** @param ring at least one key */
export function createSalts(ring: readonly SaltKey[], random: Random): Salts {
  const [current] = ring
  if (!current) throw new Error('there is no key for salts')
  return {
    make(subject) {
      const salt = random.bytes(SALT_BYTES)
      const nonce = random.bytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, current.key, nonce, { authTagLength: TAG_BYTES })
      // bound to its subject: a stored salt cannot be moved to another draw
      cipher.setAAD(Buffer.from(subject, 'utf8'))
      const bytes = Buffer.concat([nonce, cipher.update(salt), cipher.final(), cipher.getAuthTag()])
      return { salt: toHex(salt), sealed: { bytes, keyId: current.id } }
    },
    open(subject, { bytes, keyId }) {
      const found = ring.find(({ id }) => id === keyId)
      if (!found) throw new Error(`the key ${keyId} of a stored salt is missing`)
      const end = bytes.length - TAG_BYTES
      const decipher = createDecipheriv(CIPHER, found.key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(subject, 'utf8'))
      decipher.setAuthTag(bytes.subarray(end))
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, end)), decipher.final()]).toString(
        'hex',
      )
    },
  }
}
