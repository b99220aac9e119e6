/** The ticket of the event stream, and the stream itself. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import { MEMBER_TOPICS } from '@fairlot/contract/endpoints/stream'
import type { Handlers, StreamRoute } from '../../../platform/http/http-handler.ts'
import { text } from '../../../platform/http/http-responses.ts'
import { addressKey, isLoopback } from '../../../platform/http/client-address.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { StreamRequest } from '../../../platform/stream/stream.ts'
import type { Tickets } from '../../../platform/stream/stream-tickets.ts'
import type { Identity } from '../../identity/index.ts'
import type { Live } from './live-updates.ts'

const PRIVATE: ReadonlySet<string> = new Set(MEMBER_TOPICS)
/** Seconds until a refused client may try again. */
const FULL_RETRY_SECONDS = 30

export type StreamRoutesOptions = {
  tickets: Tickets
  live: Pick<Live, 'streams' | 'existing'>
  identity: Pick<Identity, 'livingSessions'>
  /** whether connections from this machine are exempt from the limit per address: sandbox only */
  trustLoopback: boolean
}

export function ticketRoutes({
  tickets,
}: Pick<StreamRoutesOptions, 'tickets'>): Handlers<Endpoints, 'streamTicket'> {
  return {
    streamTicket({ input, member }) {
      const topics = [...new Set(input.topics)]
      // a client that asks for a private topic believes it has a session: tell it that the session has ended
      if (!member && topics.some((topic) => PRIVATE.has(topic))) throw new Refusal('SESSION_ENDED')
      const owner = member && { memberId: member.memberId, sessionId: member.sessionId }
      return tickets.issue({ topics, owner })
    },
  }
}

export function streamRoute({ tickets, live, identity, trustLoopback }: StreamRoutesOptions): StreamRoute {
  return {
    path: '/api/stream',
    async open({ query, address }) {
      const ticket = tickets.redeem(query.get('ticket') ?? '')
      if (!ticket) return text(401, 'the ticket is no longer valid')
      const { owner } = ticket
      if (owner && !(await identity.livingSessions([owner.sessionId])).has(owner.sessionId)) {
        return text(401, 'the session has ended')
      }
      const isUncounted = trustLoopback && isLoopback(address)
      const request = (topics: readonly string[]): StreamRequest => ({
        topics,
        owner,
        address: isUncounted ? undefined : addressKey(address),
      })
      if (!live.streams.hasRoom(request([]))) {
        const full = text(503, 'too many streams are open')
        return { ...full, headers: { 'retry-after': String(FULL_RETRY_SECONDS) } }
      }
      const topics = await live.existing(ticket.topics)
      return { stream: (sink) => live.streams.open(request(topics), sink) }
    },
  }
}
