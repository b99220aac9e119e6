/** The second factor: time-based codes (RFC 6238) from a secret that the operator's authenticator app and the server share. */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import * as OTPAuth from 'otpauth'
import type { Random } from '../../../platform/random.ts'

/** The parameters that every authenticator app supports. */
const TOTP = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** How many steps the operator's clock may be ahead or behind. */
const WINDOW = 1
/** RFC 4226 recommends this length for SHA-1. */
const SECRET_BYTES = 20

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** First byte of a stored secret: the format and key it was sealed with. */
const VERSION = 1

export type SecondFactor = {
  /**
   * Makes a secret for an operator. `sealed` is what the database stores.
   * @param session id of the session that sets it up: a session gets the same secret each time
   */
  make(
    operator: { id: string; name: string },
    session: string,
  ): { secret: string; uri: string; sealed: Buffer }
  /**
   * The 30-second step that has this code; undefined when no step around `now` has it, also when the secret is another account's.
   * @param sealed as stored @param now Unix milliseconds
   */
  stepOf(operatorId: string, sealed: Buffer, code: string, now: number): number | undefined
}

/** @param key 32 bytes, hex; the secrets derive from it, and it encrypts them, so that the database alone is not enough to make codes */
export function createSecondFactor(key: string, random: Random): SecondFactor {
  const secretKey = Buffer.from(key, 'hex')

  function seal(operatorId: string, secret: Uint8Array): Buffer {
    const nonce = random.bytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, secretKey, nonce, { authTagLength: TAG_BYTES })
    // the operator's id is authenticated: a sealed secret cannot be opened for another account
    cipher.setAAD(Buffer.from(operatorId, 'utf8'))
    return Buffer.concat(
      [[VERSION], nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()].map(bytes),
    )
  }

  /** Undefined: the secret was not sealed with this key for this account. */
  function open(operatorId: string, sealed: Buffer): OTPAuth.Secret | undefined {
    if (sealed[0] !== VERSION || sealed.length < 1 + NONCE_BYTES + TAG_BYTES) return undefined
    const body = sealed.subarray(1 + NONCE_BYTES, sealed.length - TAG_BYTES)
    const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
    const decipher = createDecipheriv(CIPHER, secretKey, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(operatorId, 'utf8'))
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
    try {
      return secretOf(Buffer.concat([decipher.update(body), decipher.final()]))
    } catch {
      return undefined
    }
  }

  return {
    make({ id, name }, session) {
      const raw = createHmac('sha256', secretKey)
        .update(['fairlot/second-factor/1', id, session].join('\0'))
        .digest()
        .subarray(0, SECRET_BYTES)
      const secret = secretOf(raw)
      const uri = new OTPAuth.TOTP({ ...TOTP, issuer: 'Fairlot', label: name, secret }).toString()
      return { secret: secret.base32, uri, sealed: seal(id, raw) }
    },
    stepOf(operatorId, sealed, code, now) {
      const secret = open(operatorId, sealed)
      if (!secret) return undefined
      const delta = OTPAuth.TOTP.validate({ ...TOTP, token: code, secret, timestamp: now, window: WINDOW })
      return delta === null ? undefined : Math.floor(now / 1_000 / TOTP.period) + delta
    },
  }
}

const bytes = (part: Uint8Array | number[]): Uint8Array => Uint8Array.from(part)

function secretOf(raw: Uint8Array): OTPAuth.Secret {
  // a copy, because `raw` may be a view of a larger buffer
  return new OTPAuth.Secret({ buffer: Uint8Array.from(raw).buffer })
}
