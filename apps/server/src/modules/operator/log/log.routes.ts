/** The transparency log as operators see it, and its recovery after a loss. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { sayHalt, standingName, type LogStanding } from '../../fair/index.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { logRecovery, type RecoveryDeps } from './log-recovery.ts'

export type LogDeps = {
  db: Db
  approvals: Pick<Approvals, 'register' | 'request'>
  fair: RecoveryDeps['fair'] & { standing: LogStanding }
  mall: RecoveryDeps['mall']
}

/** The endpoints of the log. Registers the change `log.recover`. */
export function logRoutes(deps: LogDeps): Handlers<Endpoints, 'logShow' | 'logRecover'> {
  const { db, approvals, fair } = deps
  const definition = logRecovery(deps)
  approvals.register(definition)
  return {
    async logShow() {
      const standing = await fair.standing.check(db)
      const halt = typeof standing === 'string' ? null : standing
      return {
        standing: standingName(standing),
        reason: halt && sayHalt(halt),
        known: halt?.known ?? null,
        own: halt?.own ?? null,
      }
    },
    async logRecover(call) {
      const { reason, requestId } = call.input
      const standing = await fair.standing.check(db)
      const own = typeof standing === 'string' ? null : standing.own
      return approvals.request(call, definition, {
        params: { log: own?.log ?? '', size: String(own?.size ?? 0) },
        reason,
        requestId,
      })
    },
  }
}
