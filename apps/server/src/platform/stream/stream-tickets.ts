/**
 * Tickets of the event stream: browsers cannot send a header with it, and a session's token does not belong in an
 * address. A ticket is signed, so that any server of the deployment can take it, works once, and for half a minute.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Random } from '../random.ts'

/** What a ticket opens. */
export type Ticket = {
  readonly topics: readonly string[]
  /** whose it is; null = nobody's */
  readonly owner: { readonly memberId: string; readonly sessionId: string } | null
}

export type Tickets = {
  /** @returns the ticket's text and the Unix milliseconds at which it ends */
  issue(ticket: Ticket): { ticket: string; expiresAt: number }
  /** The ticket of a text; null when it is not ours, is over, or was used here before. */
  redeem(text: string): Ticket | null
}

const LIFE_MS = 30_000
const NONCE_BYTES = 12
const TEXT = /^([A-Za-z0-9_-]{20,6000})\.([A-Za-z0-9_-]{43})$/

type Payload = Ticket & { expiresAt: number; nonce: string }

/** @param secret the same in all servers of a deployment */
export function createTickets(options: { secret: Uint8Array; clock: Clock; random: Random }): Tickets {
  const { clock, random } = options
  const key = createHmac('sha256', options.secret).update('fairlot/stream-ticket/1').digest()
  /** nonce → when it can be forgotten, oldest first */
  const used = new Map<string, number>()

  const signed = (body: string) => createHmac('sha256', key).update(body).digest()

  function spend({ nonce, expiresAt }: Payload): boolean {
    const now = clock.now()
    for (const [old, until] of used) {
      if (until > now) break
      used.delete(old)
    }
    if (used.has(nonce)) return false
    // a clock that goes back does not make it good again
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
      // the signature says that we wrote it
      const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as Payload
      if (payload.expiresAt <= clock.now() || !spend(payload)) return null
      return { topics: payload.topics, owner: payload.owner }
    },
  }
}
