import type { Db } from '../../platform/db.ts'
import { defineSchedule, type Jobs } from '../../platform/jobs/jobs.ts'
import type { Approvals } from './approvals/approvals.ts'

const EXPIRE = defineSchedule({ name: 'operator.expire', schedule: { everyMs: 60_000 } })
const TIDY = defineSchedule({ name: 'operator.tidy', schedule: { dailyAtMinute: 4 * 60 + 15 } })

/** Days that ended sessions are kept. */
const KEPT_DAYS = 30

/** Notes which requests nobody decided in time; deletes sessions that are long over, but each operator's last. */
export function registerOperatorJobs(db: Db, jobs: Jobs, approvals: Approvals): void {
  jobs.handle(EXPIRE, () => approvals.expire())
  jobs.handle(TIDY, async () => {
    await db.query(
      `delete from operator_session s
       where coalesce(ended_at, expires_at) < business_now() - make_interval(days => $1)
         and exists (select 1 from operator_session l where l.operator_id = s.operator_id and l.seen_at > s.seen_at)`,
      [KEPT_DAYS],
    )
  })
}
