/** The calls with which operators protect a member. Each writes its audit entry in the transaction of the change. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import { actorOf } from '../../platform/audit.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import type { GuardParts } from './guard.ts'
import { formatCap, guardState } from './guard-state.ts'
import { readCap } from './limits.ts'
import type { LimitName } from './limits.queries.ts'

export function memberProtectionRoutes(
  parts: GuardParts,
): Handlers<Endpoints, 'memberTighten' | 'memberBreak'> {
  const { audit, limits, exclusions, change } = parts
  return {
    memberTighten(call) {
      const { id, kind, period, cap, reason } = call.input
      const name: LimitName = { kind, period }
      const wanted = readCap(name, cap)
      return change(id, async (tx) => {
        // refuses an unknown member before the limits are read
        await guardState(tx, parts, id)
        const before = await limits.tighten(tx, id, name, wanted, call.operator.operatorId)
        await audit.write(tx, actorOf(call), {
          action: 'member.tighten',
          subject: `member:${id}`,
          reason,
          before: { ...name, cap: before === null ? null : formatCap(kind, before) },
          after: { ...name, cap: formatCap(kind, wanted) },
        })
      })
    },
    memberBreak(call) {
      const { id, duration, reason } = call.input
      return change(id, async (tx) => {
        const { exclusion } = await guardState(tx, parts, id)
        const until = await exclusions.putOnBreak(tx, id, duration, call.operator.operatorId)
        await audit.write(tx, actorOf(call), {
          action: 'member.break',
          subject: `member:${id}`,
          reason,
          before: { excludedUntil: exclusion && new Date(exclusion.until).toISOString() },
          after: { duration, excludedUntil: until.toISOString() },
        })
      })
    },
  }
}
