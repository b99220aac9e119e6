/**
 * Tickets of the event stream. A browser cannot send a header with an event stream, and a session token must not be in a URL.
 * A ticket is signed, so that every server of the deployment accepts it; it works once, within 30 seconds.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Random } from '../random.ts'

/** What a ticket opens. */
export type Ticket = {
  readonly topics: readonly string[]
  /** the session it belongs to; null: anonymous */
  readonly owner: { readonly memberId: string; readonly sessionId: string } | null
}

export type Tickets = {
  /** @returns the ticket's text and the Unix milliseconds at which it expires */
  issue(ticket: Ticket): { ticket: string; expiresAt: number }
  /** The ticket of a text; null when the signature is wrong, it has expired, or this process has redeemed it before. */
  redeem(text: string): Ticket | null
}

const LIFE_MS = 30_000
const NONCE_BYTES = 12
const TEXT = /^([A-Za-z0-9_-]{20,6000})\.([A-Za-z0-9_-]{43})$/

type Payload = Ticket & { expiresAt: number; nonce: string }

/** @param secret shared by all servers of a deployment */
export function createTickets(options: { secret: Uint8Array; clock: Clock; random: Random }): Tickets {
  const { clock, random } = options
  const key = createHmac('sha256', options.secret).update('fairlot/stream-ticket/1').digest()
  /** used nonce → Unix milliseconds from which it can be forgotten, oldest first */
  const used = new Map<string, number>()

  const signed = (body: string) => createHmac('sha256', key).update(body).digest()

  function spend({ nonce, expiresAt }: Payload): boolean {
    const now = clock.now()
    for (const [old, until] of used) {
      if (until > now) break
      used.delete(old)
    }
    if (used.has(nonce)) return false
    // a clock that goes back must not make the ticket valid again
    used.set(nonce, Math.max(expiresAt, now) + LIFE_MS)
    return true
  }

  return {
    issue(ticket) {
      const expiresAt = clock.now() + LIFE_MS
      const nonce = Buffer.from(random.bytes(NONCE_BYTES)).toString('base64url')
      const payload: Payload = { topics: ticket.topics, owner: ticket.owner, expiresAt, nonce }
      const body = Buffer.from(JSON.stringify(payload)).toString('base64url')
      return { ticket: `${body}.${signed(body).toString('base64url')}`, expiresAt }
    },
    redeem(text) {
      const [, body, mac] = TEXT.exec(text) ?? []
      if (body === undefined || mac === undefined) return null
      if (!timingSafeEqual(Buffer.from(mac, 'base64url'), signed(body))) return null
      // safe cast: the signature shows that this deployment wrote it
      const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as Payload
      if (payload.expiresAt <= clock.now() || !spend(payload)) return null
      return { topics: payload.topics, owner: payload.owner }
    },
  }
}
