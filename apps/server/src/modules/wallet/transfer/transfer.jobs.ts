import { MINUTE_MS } from '../../../platform/durations.ts'
import { defineSchedule, type Jobs } from '../../../platform/jobs/jobs.ts'
import { matchNewLines, type MatchDeps } from './match-lines.ts'
import type { MoneyHalt } from '../recharge/recharge.ts'
import { overdueTransfers } from './waiting-transfers.queries.ts'

const MATCH = defineSchedule({ name: 'wallet.match-statements', schedule: { everyMs: MINUTE_MS } })
const ALARM = defineSchedule({ name: 'wallet.overdue-transfers', schedule: { dailyAtMinute: 9 * 60 } })

/**
 * Registers two jobs: one matches the lines of imports that a crash interrupted; one raises an alarm for proofs and lines that
 * wait for over 2 working days, once a day.
 */
export function transferJobs(jobs: Jobs, deps: MatchDeps & MoneyHalt): void {
  jobs.handle(MATCH, async ({ signal }) => {
    if (await deps.isHalted?.()) return
    const credited = await matchNewLines(deps, () => signal.aborted)
    if (credited > 0) deps.log.info({ credited }, 'lines of statements were credited')
  })
  jobs.handle(ALARM, async () => {
    for (const { what, hours } of await overdueTransfers(deps.db))
      deps.log.error({ what, hours, alarm: 'transfer_waits' }, 'a transfer waits for over 2 working days')
  })
}
