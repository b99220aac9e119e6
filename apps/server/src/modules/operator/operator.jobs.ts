import type { Db } from '../../platform/db.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { defineSchedule, type Jobs } from '../../platform/jobs/jobs.ts'
import type { Approvals } from './approvals/approvals.ts'

const EXPIRE = defineSchedule({ name: 'operator.expire', schedule: { everyMs: MINUTE_MS } })
const TIDY = defineSchedule({ name: 'operator.tidy', schedule: { dailyAtMinute: 4 * 60 + 15 } })

/** How long ended sessions are kept. */
const KEPT_DAYS = 30

/**
 * Registers two jobs: one stores which approval requests have expired, one deletes old sessions. The last session of each
 * operator is kept, because it shows when the operator was last seen.
 */
export function registerOperatorJobs(db: Db, jobs: Jobs, approvals: Approvals): void {
  jobs.handle(EXPIRE, () => approvals.expire())
  jobs.handle(TIDY, async () => {
    await db.query(
      `delete from operator_session old
       where coalesce(ended_at, expires_at) < business_now() - make_interval(days => $1) and exists (
         select 1 from operator_session later where later.operator_id = old.operator_id and later.seen_at > old.seen_at)`,
      [KEPT_DAYS],
    )
  })
}
