/** The operators' view of what stands still, and the acknowledgement of a jump of the clock. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import type { ClockWatch } from '../../../platform/time/clock-watch.ts'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { clockAcceptance } from './clock-acceptance.ts'
import type { Witness, Witnesses } from '../../fair/index.ts'
import { installationStatus } from './installation-status.ts'

export type StatusDeps = {
  db: Db
  approvals: Pick<Approvals, 'register' | 'submit'>
  clockWatch: Pick<ClockWatch, 'look'>
  askWitnesses: Pick<Witnesses, 'reports'>
  installation: { moneyMode: MoneyMode; witnesses: readonly Witness[] }
}

/** Registers the change `clock.accept`. With real money it needs two owners. */
export function statusRoutes(deps: StatusDeps): Handlers<Endpoints, 'statusShow' | 'clockAccept'> {
  const { db, approvals, clockWatch, installation } = deps
  const definition = clockAcceptance(clockWatch)
  approvals.register(definition)
  return {
    async statusShow() {
      await clockWatch.look()
      return installationStatus(db, installation.witnesses, deps.askWitnesses)
    },
    clockAccept(call) {
      const { generation, since, reason, requestId } = call.input
      const params = { generation, since }
      return approvals.submit(
        call,
        definition,
        { params, reason, requestId },
        () => installation.moneyMode === 'sandbox',
      )
    },
  }
}
