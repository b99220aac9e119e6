import type { Db } from '../../platform/db.ts'
import { defineSchedule, type Jobs } from '../../platform/jobs/jobs.ts'

const TIDY = defineSchedule({ name: 'identity.tidy', schedule: { dailyAtMinute: 4 * 60 + 10 } })

/** What is over, and how long it is kept after that. */
const KEPT = [
  { table: 'session', over: `coalesce(ended_at, expires_at)`, days: 30 },
  { table: 'sms_code', over: 'sent_at', days: 2 },
  { table: 'sms_count', over: 'window_start', days: 3 },
  { table: 'login_failure', over: 'last_at', days: 2 },
  { table: 'sandbox_sms', over: 'sent_at', days: 7 },
] as const

const CHUNK = 5_000

/** Deletes what is long over, once a day, in chunks that hold no lock for long. */
export function registerTidy(db: Db, jobs: Jobs): void {
  jobs.handle(TIDY, async ({ signal }) => {
    for (const { table, over, days } of KEPT) {
      for (let deleted = CHUNK; deleted === CHUNK && !signal.aborted;) {
        const rows = await db.query(
          `delete from ${table} where ctid = any(array(
             select ctid from ${table} where ${over} < business_now() - make_interval(days => $1) limit ${CHUNK}))
           returning 1`,
          [days],
        )
        deleted = rows.length
      }
    }
  })
}
