/** The second factor: time-based codes (RFC 6238) of a secret that only the operator's authenticator and this server know. */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import * as OTPAuth from 'otpauth'
import type { Random } from '../../../platform/random.ts'

/** What authenticator apps take without being told: SHA-1, six digits, half a minute. */
const TOTP = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps by which the operator's clock may be off, either way. */
const WINDOW = 1
/** As RFC 4226 advises for SHA-1. */
const SECRET_BYTES = 20

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Which key and form a stored secret has, so that another can come one day. */
const VERSION = 1

export type SecondFactor = {
  /** A new secret of an operator, and what to store of it. */
  make(operator: { id: string; name: string }): { secret: string; uri: string; sealed: Buffer }
  /**
   * The 30-second step whose code this is; undefined when it is none of those around `now`.
   * @param sealed as stored @param now Unix milliseconds
   */
  stepOf(operatorId: string, sealed: Buffer, code: string, now: number): number | undefined
}

/** @param key 32 bytes, hex: a stolen database alone makes no codes */
export function createSecondFactor(key: string, random: Random): SecondFactor {
  const secretKey = Buffer.from(key, 'hex')

  function seal(operatorId: string, secret: Uint8Array): Buffer {
    const nonce = random.bytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, secretKey, nonce, { authTagLength: TAG_BYTES })
    // bound to its operator: a stored secret cannot be moved to another account
    cipher.setAAD(Buffer.from(operatorId, 'utf8'))
    return Buffer.concat(
      [[VERSION], nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()].map(bytes),
    )
  }

  function open(operatorId: string, sealed: Buffer): OTPAuth.Secret {
    if (sealed[0] !== VERSION) throw new Error('a stored second factor has an unknown form')
    const body = sealed.subarray(1 + NONCE_BYTES, sealed.length - TAG_BYTES)
    const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
    const decipher = createDecipheriv(CIPHER, secretKey, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(operatorId, 'utf8'))
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
    return secretOf(Buffer.concat([decipher.update(body), decipher.final()]))
  }

  return {
    make({ id, name }) {
      const raw = random.bytes(SECRET_BYTES)
      const secret = secretOf(raw)
      const uri = new OTPAuth.TOTP({ ...TOTP, issuer: 'Fairlot', label: name, secret }).toString()
      return { secret: secret.base32, uri, sealed: seal(id, raw) }
    },
    stepOf(operatorId, sealed, code, now) {
      const secret = open(operatorId, sealed)
      const delta = OTPAuth.TOTP.validate({ ...TOTP, token: code, secret, timestamp: now, window: WINDOW })
      return delta === null ? undefined : Math.floor(now / 1_000 / TOTP.period) + delta
    },
  }
}

const bytes = (part: Uint8Array | number[]): Uint8Array => Uint8Array.from(part)

function secretOf(raw: Uint8Array): OTPAuth.Secret {
  // a copy: the bytes may be a view of something larger
  return new OTPAuth.Secret({ buffer: Uint8Array.from(raw).buffer })
}
