/** The calls with which members protect themselves. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import { MINUTE_MS } from '../../platform/durations.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { GuardParts } from './guard.ts'
import { guardState } from './guard-state.ts'
import { REALITY_CHECK_MINUTES } from './guard.settings.ts'
import { readCap } from './limits.ts'
import { netMonths, netPosition, type Flow, type NetPosition } from './net-position.ts'

type Names =
  | 'limits'
  | 'limitSave'
  | 'limitConfirm'
  | 'limitCancel'
  | 'selfExclude'
  | 'netPosition'
  | 'netMonths'
  | 'realityCheck'

export function guardRoutes(parts: GuardParts): Handlers<Endpoints, Names> {
  const { db, settings, identity, limits, exclusions, change, utcOffsetMinutes } = parts
  return {
    limits: ({ member }) => guardState(db, parts, member.memberId),
    limitSave({ input: { cap, ...name }, member: { memberId } }) {
      const wanted = cap === undefined ? null : readCap(name, cap)
      return change(memberId, (tx) => limits.save(tx, memberId, name, wanted))
    },
    limitConfirm: ({ input, member: { memberId } }) =>
      change(memberId, (tx) => limits.confirm(tx, memberId, input)),
    limitCancel: ({ input, member: { memberId } }) =>
      change(memberId, (tx) => limits.cancel(tx, memberId, input)),
    selfExclude: ({ input, member: { memberId } }) =>
      change(memberId, (tx) => exclusions.excludeSelf(tx, memberId, input.duration)),
    async netPosition({ member }) {
      const position = await netPosition(db, member.memberId, utcOffsetMinutes)
      const { balance, day, week, month } = position
      const activeSince = await identity.activeSince(member.sessionId)
      if (activeSince === undefined) throw new Refusal('SESSION_ENDED')
      return {
        day: flowView(day),
        week: flowView(week),
        month: flowView(month),
        ...allTime(position),
        balance: formatMoney(balance),
        activeSince,
      }
    },
    async netMonths({ member }) {
      const months = await netMonths(db, member.memberId, utcOffsetMinutes)
      return {
        items: months.map(({ month, ...flow }) => ({
          month,
          flow: flowView(flow),
          change: formatMoney(
            flow.deposited + flow.won + flow.rewarded + flow.returned - flow.spent - flow.withdrawn,
          ),
        })),
      }
    },
    async realityCheck({ member: { sessionId } }) {
      const acknowledgedAt = await identity.acknowledgeReality(sessionId)
      if (acknowledgedAt === undefined) throw new Refusal('SESSION_ENDED')
      return { nextAt: acknowledgedAt + settings.get(REALITY_CHECK_MINUTES) * MINUTE_MS }
    },
  }
}

export type AllTime = ReturnType<typeof allTime>

/** What a member paid in, spent and got of all time. `net` below zero is what the member has lost. */
export const allTime = ({ all, balance }: NetPosition) => ({
  all: flowView(all),
  // the piggy bank is the member's money as well
  net: formatMoney(all.withdrawn + balance + all.saved - all.deposited),
})

function flowView(flow: Flow) {
  return {
    deposited: formatMoney(flow.deposited),
    withdrawn: formatMoney(flow.withdrawn),
    spent: formatMoney(flow.spent),
    returned: formatMoney(flow.returned),
    won: formatMoney(flow.won),
    rewarded: formatMoney(flow.rewarded),
    result: formatMoney(flow.won + flow.returned - flow.spent),
  }
}
