/**
 * Sealed values: secrets that a table keeps encrypted with AES-256-GCM under a key that is outside of the database, so that
 * neither a dump nor a statement reveals them.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from './random.ts'

/** A key of 32 bytes. New values use the first key of a ring; older keys only decrypt. */
export type SealKey = { readonly id: string; readonly key: Uint8Array }

/** A value as it is stored: nonce, encrypted bytes, tag. */
export type Sealed = { readonly bytes: Uint8Array; readonly keyId: string }

export type Opening = {
  /** @throws Error when the key is missing, the value is damaged, or it belongs to another subject */
  open(subject: string, sealed: Sealed): Uint8Array
}

export type Sealing = Opening & {
  /** @param subject whose value it is: a sealed value cannot be moved to another subject */
  seal(subject: string, value: Uint8Array): Sealed
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function createSealing(ring: readonly SealKey[], random: Random): Sealing {
  const [current] = ring
  if (!current) throw new Error('there is no key for sealed values')
  return {
    ...createOpening(ring),
    seal(subject, value) {
      const nonce = random.bytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, current.key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(subject, 'utf8'))
      const bytes = Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()])
      return { bytes, keyId: current.id }
    },
  }
}

/** For programs that only read. */
export function createOpening(ring: readonly SealKey[]): Opening {
  return {
    open(subject, { bytes, keyId }) {
      const found = ring.find(({ id }) => id === keyId)
      if (!found) throw new Error(`the key ${keyId} of a sealed value is missing`)
      const end = bytes.length - TAG_BYTES
      const decipher = createDecipheriv(CIPHER, found.key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(subject, 'utf8'))
      decipher.setAuthTag(bytes.subarray(end))
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, end)), decipher.final()])
    },
  }
}
