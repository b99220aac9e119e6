/** What operators see of prize-share events, and open. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { allEvents, eventForOperators, type Events } from '../../growth/index.ts'
import { houseAccounts } from '../../ledger/index.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { eventIn, eventOpening, type EventOpeningDeps } from './event-opening.ts'

export type EventDeskDeps = Omit<EventOpeningDeps, 'events'> & {
  db: Db
  approvals: Pick<Approvals, 'register' | 'request'>
  events: EventOpeningDeps['events'] & Pick<Events, 'terms'>
}

type Names = 'eventList' | 'eventShow' | 'eventCheck' | 'eventOpen'

/** The endpoints of events. Registers the change `event.open`. */
export function eventDeskRoutes(deps: EventDeskDeps): Handlers<Endpoints, Names> {
  const { db, approvals, settings, events } = deps
  const opening = eventOpening(deps)
  approvals.register(opening)
  return {
    eventList: async () => ({ items: await allEvents(db) }),
    async eventShow({ input }) {
      const shown = await eventForOperators(db, input.event)
      if (!shown) throw new Refusal('NO_SUCH_DATA')
      return shown
    },
    async eventCheck({ input }) {
      const event = eventIn(input, settings)
      const { chain, delay, witnesses } = await events.terms(db, event)
      const accounts = await houseAccounts(db)
      const available = accounts.find(({ name }) => name === 'marketing')?.available ?? 0n
      const { pool, winners, friends, topUp, grade } = event
      const prize = pool / BigInt(winners)
      return {
        prize: formatMoney(prize),
        rest: formatMoney(pool - prize * BigInt(winners)),
        friends,
        topUp: formatMoney(topUp),
        grade,
        chain,
        delay,
        witnesses: witnesses && [...witnesses],
        available: formatMoney(available),
        missing: formatMoney(pool > available ? pool - available : 0n),
      }
    },
    eventOpen(call) {
      const { reason, requestId, ...params } = call.input
      return approvals.request(call, opening, { params, reason, requestId })
    },
  }
}
