import { HOUR_MS } from '../../../platform/durations.ts'
import { defineSchedule, type Jobs } from '../../../platform/jobs/jobs.ts'
import type { WalletLog } from '../recharge/recharge.ts'
import { overdueWithdrawals } from './waiting-withdrawals.ts'
import { publishDay, type DayDeps } from './withdrawal-days.ts'

const ALARM = defineSchedule({ name: 'wallet.overdue-withdrawals', schedule: { dailyAtMinute: 9 * 60 } })
const STATE = defineSchedule({ name: 'wallet.state-withdrawals', schedule: { everyMs: HOUR_MS } })

/**
 * Registers two jobs: one raises an alarm for every withdrawal that waits for over 2 working days, once a day; one publishes the
 * withdrawals of every business day that has ended.
 */
export function withdrawalJobs(jobs: Jobs, deps: DayDeps & { log: WalletLog }): void {
  jobs.handle(ALARM, async () => {
    for (const { number, stage, age_hours: hours } of await overdueWithdrawals(deps.db))
      deps.log.error({ withdrawal: number, stage, hours }, 'a withdrawal waits for over 2 working days')
  })
  jobs.handle(STATE, async ({ signal }) => {
    while (!signal.aborted && (await publishDay(deps)) !== null);
  })
}
