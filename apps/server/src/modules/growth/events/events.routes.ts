/** Handlers of prize-share events. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Caller } from '../../../platform/http/auth.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { businessNowMs } from './steps/open-event.queries.ts'
import type { EventProofOptions } from './proof/event-proof-parts.ts'
import { proofOfEvent } from './proof/event-proof.ts'
import { findEvent } from './event-terms.ts'
import { eventView, ownView, pastEvents, shownEvent, type EventViewsOptions } from './events.views.ts'
import { joinEvent, type JoinOptions } from './join.ts'

export type EventNames = 'prizeDetail' | 'prizeJoin' | 'prizeProof'

export type EventRoutesOptions = EventViewsOptions &
  EventProofOptions &
  JoinOptions & {
    /** whether the module is switched on */
    isOn(): boolean
    /** why a member may not join now; null: the member may */
    barred(member: Caller): Refusal | null
    /** called after a member has joined */
    onJoined(number: string): void
  }

export function eventRoutes(options: EventRoutesOptions): Handlers<Endpoints, EventNames> {
  const { db } = options
  return {
    async prizeDetail({ member, input, language }) {
      const event = await shownEvent(db, input.event)
      if (!event && input.event !== undefined) throw new Refusal('NO_SUCH_DATA')
      const viewer = member?.memberId ?? null
      const [now, shown, own, past] = await Promise.all([
        businessNowMs(db),
        event ? eventView(options, event, { viewer, language }) : null,
        event && viewer !== null ? ownView(options, event, viewer) : null,
        pastEvents(db),
      ])
      return { now, on: options.isOn(), event: shown, own, past }
    },
    async prizeJoin({ member, input }) {
      const { entryId, seq, joinedMs, tag } = await joinEvent(options, {
        memberId: member.memberId,
        number: input.event,
        requestId: input.requestId,
        barred: options.barred(member),
      })
      options.onJoined(input.event)
      const event = await findEvent(db, input.event)
      return { id: entryId, seq, at: joinedMs, tag, participants: event?.participants ?? seq }
    },
    prizeProof: ({ input }) => proofOfEvent(options, input.event),
  }
}
