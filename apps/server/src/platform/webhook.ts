/**
 * Signs and verifies notices by the Standard Webhooks specification: HMAC-SHA256 over `id.timestamp.body`, with the headers
 * `webhook-id`, `webhook-timestamp` (Unix seconds) and `webhook-signature` (`v1,<base64>`).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export type NoticeFault = 'signature' | 'stale' | 'malformed'

/** A notice whose signature, age or form is wrong. The hook refuses it and only logs it. */
export class NoticeRefused extends Error {
  override name = 'NoticeRefused'
  readonly fault: NoticeFault

  constructor(fault: NoticeFault) {
    super(`a notice was refused: ${fault}`)
    this.fault = fault
  }
}

/** Maximum difference of a notice's timestamp from the server's time. Prevents the replay of recorded notices. */
export const NOTICE_WINDOW_SECONDS = 300

const ID = /^[\w-]{1,100}$/
const TIMESTAMP = /^\d{1,12}$/
const MAX_SIGNATURE_LENGTH = 1_000

function signature(secret: Uint8Array, id: string, timestamp: string, body: string | Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest()
}

/** The headers of a signed notice. @param nowMs time of the signature, Unix milliseconds */
export function signNotice(
  secret: Uint8Array,
  id: string,
  nowMs: number,
  body: string,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(nowMs / 1_000))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature(secret, id, timestamp, body).toString('base64')}`,
  }
}

/**
 * Verifies the signature over the raw bytes, then the age.
 *
 * @param nowMs Unix milliseconds
 * @returns the id of the event
 * @throws NoticeRefused
 */
export function verifyNotice(
  secret: Uint8Array,
  headers: IncomingHttpHeaders,
  body: Uint8Array,
  nowMs: number,
): string {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const given = headers['webhook-signature']
  if (typeof id !== 'string' || !ID.test(id)) throw new NoticeRefused('malformed')
  if (typeof timestamp !== 'string' || !TIMESTAMP.test(timestamp)) throw new NoticeRefused('malformed')
  if (typeof given !== 'string' || given.length > MAX_SIGNATURE_LENGTH) throw new NoticeRefused('signature')
  const expected = signature(secret, id, timestamp, body)
  // the header has several signatures while a company rotates its key
  const fits = given.split(' ').some((one) => {
    if (!one.startsWith('v1,')) return false
    const bytes = Buffer.from(one.slice(3), 'base64')
    return bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
  if (!fits) throw new NoticeRefused('signature')
  if (Math.abs(nowMs / 1_000 - Number(timestamp)) > NOTICE_WINDOW_SECONDS) throw new NoticeRefused('stale')
  return id
}
