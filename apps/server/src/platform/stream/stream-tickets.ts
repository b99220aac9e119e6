/** Tickets of the event stream: a browser cannot send a header with an event stream. */
import type { Clock } from '../clock.ts'
import type { Random } from '../random.ts'
import { createSignedTickets, type SignedTickets } from '../signed-tickets.ts'

/** What a ticket opens. */
type Ticket = {
  readonly topics: readonly string[]
  /** the session it belongs to; null: anonymous */
  readonly owner: { readonly memberId: string; readonly sessionId: string } | null
}

export type Tickets = SignedTickets<Ticket>

const LIFE_MS = 30_000

/** @param secret shared by all servers of a deployment */
export function createTickets(options: { secret: Uint8Array; clock: Clock; random: Random }): Tickets {
  return createSignedTickets<Ticket>({ ...options, label: 'fairlot/stream-ticket/1', lifeMs: LIFE_MS })
}
