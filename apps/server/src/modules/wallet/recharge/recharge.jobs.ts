import { MINUTE_MS } from '../../../platform/durations.ts'
import { defineSchedule, type Jobs } from '../../../platform/jobs/jobs.ts'
import { expireRecharges, type RechargeDeps } from './recharge.ts'

const expire = defineSchedule({ name: 'wallet.expire-recharges', schedule: { everyMs: MINUTE_MS } })

/** Registers the job that ends unpaid recharges every minute, as failed with the reason `expired`. */
export function rechargeJobs(jobs: Jobs, deps: RechargeDeps): void {
  jobs.handle(expire, async () => {
    const ended = await expireRecharges(deps.db)
    if (ended > 0) deps.log.info({ ended }, 'recharges expired')
  })
}
