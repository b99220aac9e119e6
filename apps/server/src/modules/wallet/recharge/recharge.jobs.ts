import { defineSchedule, type Jobs } from '../../../platform/jobs/jobs.ts'
import { expireRecharges, type RechargeDeps } from './recharge.ts'

const expire = defineSchedule({ name: 'wallet.expire-recharges', schedule: { everyMs: 60_000 } })

/** Every minute: recharges that were not paid in time end as failed (`expired`). */
export function rechargeJobs(jobs: Jobs, deps: RechargeDeps): void {
  jobs.handle(expire, async () => {
    const ended = await expireRecharges(deps.db)
    if (ended > 0) deps.log.info({ ended }, 'recharges expired')
  })
}
