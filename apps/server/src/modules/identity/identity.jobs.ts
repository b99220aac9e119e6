import type { Db } from '../../platform/db.ts'
import { defineSchedule, type Jobs } from '../../platform/jobs/jobs.ts'

const TIDY = defineSchedule({ name: 'identity.tidy', schedule: { dailyAtMinute: 4 * 60 + 10 } })

/** Tables with expired rows, and the days for which these are kept. */
const KEPT = [
  { table: 'session', expiredBy: `coalesce(ended_at, expires_at)`, days: 30 },
  { table: 'sms_code', expiredBy: 'sent_at', days: 2 },
  { table: 'sms_count', expiredBy: 'window_start', days: 3 },
  { table: 'sms_failed', expiredBy: 'failed_at', days: 30 },
  { table: 'login_failure', expiredBy: 'last_at', days: 2 },
  { table: 'sandbox_sms', expiredBy: 'sent_at', days: 7 },
] as const

const CHUNK = 5_000

/** Deletes expired rows once a day, in chunks so that locks stay short. */
export function registerTidy(db: Db, jobs: Jobs): void {
  jobs.handle(TIDY, async ({ signal }) => {
    for (const { table, expiredBy, days } of KEPT) {
      for (let deleted = CHUNK; deleted === CHUNK && !signal.aborted;) {
        const rows = await db.query(
          `delete from ${table} where ctid = any(array(
             select ctid from ${table} where ${expiredBy} < business_now() - make_interval(days => $1) limit ${CHUNK}))
           returning 1`,
          [days],
        )
        deleted = rows.length
      }
    }
  })
}
