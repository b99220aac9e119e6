/**
 * Tickets in URLs, where a session token must not be: of the event stream, and of downloads. A ticket is signed, so that every
 * server of the deployment accepts it; in each server it works once, and only for a short time.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from './clock.ts'
import type { Random } from './random.ts'

export type SignedTickets<Content> = {
  /** @returns the ticket's text and the Unix milliseconds at which it expires */
  issue(content: Content): { ticket: string; expiresAt: number }
  /** The content of a ticket; null when the signature is wrong, it has expired, or this process has redeemed it before. */
  redeem(text: string): Content | null
}

export type SignedTicketsOptions = {
  /** shared by all servers of a deployment */
  secret: Uint8Array
  /** separates the tickets of one kind from those of others */
  label: string
  lifeMs: number
  clock: Clock
  random: Random
}

const NONCE_BYTES = 12
const TEXT = /^([A-Za-z0-9_-]{20,6000})\.([A-Za-z0-9_-]{43})$/

type Payload<Content> = { content: Content; expiresAt: number; nonce: string }

/** @param options.label must be unique in the source */
export function createSignedTickets<Content>(options: SignedTicketsOptions): SignedTickets<Content> {
  const { clock, random, label, lifeMs } = options
  const key = createHmac('sha256', options.secret).update(label).digest()
  /** used nonce → Unix milliseconds from which it can be forgotten, oldest first */
  const used = new Map<string, number>()

  const signed = (body: string) => createHmac('sha256', key).update(body).digest()

  function spend({ nonce, expiresAt }: Payload<Content>): boolean {
    const now = clock.now()
    for (const [old, until] of used) {
      if (until > now) break
      used.delete(old)
    }
    if (used.has(nonce)) return false
    // a clock that goes back must not make the ticket valid again
    used.set(nonce, Math.max(expiresAt, now) + lifeMs)
    return true
  }

  return {
    issue(content) {
      const expiresAt = clock.now() + lifeMs
      const nonce = Buffer.from(random.bytes(NONCE_BYTES)).toString('base64url')
      const payload: Payload<Content> = { content, expiresAt, nonce }
      const body = Buffer.from(JSON.stringify(payload)).toString('base64url')
      return { ticket: `${body}.${signed(body).toString('base64url')}`, expiresAt }
    },
    redeem(text) {
      const [, body, mac] = TEXT.exec(text) ?? []
      if (body === undefined || mac === undefined) return null
      if (!timingSafeEqual(Buffer.from(mac, 'base64url'), signed(body))) return null
      // safe cast: the signature shows that this deployment wrote it
      const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as Payload<Content>
      return payload.expiresAt <= clock.now() || !spend(payload) ? null : payload.content
    },
  }
}
