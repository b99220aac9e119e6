/**
 * Salts of draws: created when an issue opens, and stored encrypted until its seal reveals them. The key is not in the
 * database, so neither a dump nor a statement reveals anything about a future draw.
 */
import { toHex } from '@fairlot/fairness/bytes'
import { commitment as commitmentTo } from '@fairlot/fairness/draw'
import type { Random } from '../../platform/random.ts'
import { createSealing, type Sealed, type SealKey } from '../../platform/sealing.ts'

export type Salts = {
  /** A new salt for a draw: the salt in hex, for the commitment only, and its encrypted form to store. */
  make(subject: string): { salt: string; sealed: Sealed }
  /** Decrypts a stored salt (hex). @throws Error when the key is missing, or the salt belongs to another subject */
  open(subject: string, sealed: Sealed): string
}

const SALT_BYTES = 32

/** @param ring at least one key */
export function createSalts(ring: readonly SealKey[], random: Random): Salts {
  const sealing = createSealing(ring, random)
  return {
    make(subject) {
      const salt = random.bytes(SALT_BYTES)
      return { salt: toHex(salt), sealed: sealing.seal(subject, salt) }
    },
    open: (subject, sealed) => toHex(sealing.open(subject, sealed)),
  }
}

/** A stored salt, and what its draw committed to. */
export type StoredSalt = {
  /** in messages: `issue X1-0001` */
  name: string
  /** the subject under which it was encrypted */
  key: string
  /** what stands for the issue in the commitment */
  number: string
  /** hex */
  commitment: string
  /** the encrypted salt and the id of its key */
  salt: Uint8Array | null
  keyId: string | null
}

/**
 * Decrypts the salt of a draw for its seal (hex).
 * @throws Error when the salt is missing or does not match the commitment
 */
export function revealedSalt(salts: Salts, stored: StoredSalt): string {
  const { name, key, number, commitment, salt: bytes, keyId } = stored
  if (!bytes || keyId === null) throw new Error(`the salt of ${name} is missing`)
  const salt = salts.open(key, { bytes, keyId })
  if (commitmentTo(number, salt) !== commitment)
    throw new Error(`the salt of ${name} does not match the commitment`)
  return salt
}
