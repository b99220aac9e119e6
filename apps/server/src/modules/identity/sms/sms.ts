/** Text messages: the provider, and the job that passes messages to it after the commit. */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { OFFERED_LANGUAGES } from '@fairlot/contract/languages'
import * as z from 'zod/mini'
import type { Db } from '../../../platform/db.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import type { Random } from '../../../platform/random.ts'

export type SmsKind = 'code' | 'notice' | 'test'

export type SmsMessage = {
  /** the same for every try of a message, so that the provider can drop repeats */
  id: string
  /** E.164 */
  phone: string
  text: string
  kind: SmsKind
  /** what the setting `identity.smsRoutes` names for the country; null: the provider chooses */
  route: string | null
  /** after this time the message is of no use; Unix milliseconds */
  validUntilMs: number | null
}

/** Sends text messages: an SMS company, or the sandbox's inbox. */
export type SmsProvider = {
  /** @throws SmsFault the message was not taken */
  send(message: SmsMessage): Promise<void>
}

/**
 * Why a message was not sent. `refused`: the gateway never sends it; `unanswered`: it may send it later; `country`: the country
 * is not served; `cap`: the limit of the day is reached. It never names the number or the text.
 */
export const SMS_FAULTS = ['refused', 'unanswered', 'country', 'cap'] as const

export class SmsFault extends Error {
  override name = 'SmsFault'
  readonly fault: (typeof SMS_FAULTS)[number]
  /** the HTTP status of the gateway; null: no answer */
  readonly status: number | null

  constructor(fault: SmsFault['fault'], status: number | null) {
    super(status === null ? `the text message is not sent: ${fault}` : `the SMS gateway answered ${status}`)
    this.fault = fault
    this.status = status
  }
}

/** The sandbox provider: writes messages to a table that `/sandbox/inbox` shows. */
export function sandboxSms(db: Db): SmsProvider {
  return {
    async send({ id, phone, text }) {
      await db.query(
        `insert into sandbox_sms (sms_id, phone, body, sent_at)
         select $1, $2, $3, at from business_clock on conflict do nothing`,
        [id, phone, text],
      )
    },
  }
}

export const PURPOSES = [
  'register',
  'login',
  'reset',
  'recharge',
  'withdraw',
  'payout',
  'phone',
  'password',
  'close',
  'export',
] as const

/** Purposes that anybody can name for any phone. The others need the session of the member who owns the phone. */
export const ANONYMOUS_PURPOSES: ReadonlySet<(typeof PURPOSES)[number]> = new Set([
  'register',
  'login',
  'reset',
])

/** The job that sends a code. It waits in the database, so the code is encrypted. */
export const SMS_JOB = defineJob({
  name: 'identity.sms',
  data: z.object({
    phone: z.string(),
    purpose: z.enum(PURPOSES),
    language: z.enum(OFFERED_LANGUAGES),
    sealed: z.string(),
    /** whether the message counts for the limit per day */
    counts: z.optional(z.boolean()),
    /** when the code ends, Unix milliseconds; jobs of an older version have none */
    validUntilMs: z.optional(z.int()),
  }),
  // over about a minute: then the member can request another code, which replaces this one
  attempts: 7,
})

/** Encrypts and decrypts short texts with AES-256-GCM under its own key. */
export type Seal = { close(text: string): string; open(sealed: string): string }

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @param secret 32 bytes, hex */
export function createSeal(secret: string, random: Random): Seal {
  const key = createHmac('sha256', Buffer.from(secret, 'hex')).update('fairlot/sms-seal/1').digest()
  return {
    close(text) {
      const nonce = random.bytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}
