/**
 * Salts of draws: created when an issue opens, and stored encrypted until its seal reveals them. The key is not in the
 * database, so neither a dump nor a statement reveals anything about a future draw.
 */
import { toHex } from '@fairlot/fairness/bytes'
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
