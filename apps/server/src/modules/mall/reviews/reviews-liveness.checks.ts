/** Liveness of moderation: authors and members who reported something wait for a moderator. */
import type { LivenessCheck } from '../../../platform/jobs/jobs.checks.ts'
import { OVERDUE } from '../../../platform/time/working-days.ts'

/** How many wait, and for how many hours the oldest does. */
const figure = (since: string) =>
  `count(*) || ' wait' || coalesce(', the oldest for ' || floor(extract(epoch from max(clock.at - ${since})) / 3600) || ' h', '')`

export const reviewsLiveness: readonly LivenessCheck[] = [
  {
    name: 'late-reviews',
    title: 'no review waits for a moderator for more than 2 working days',
    sql: `
      select count(*) filter (where clock.at > ${OVERDUE('posted_at')}) as breaches, ${figure('posted_at')} as figure
      from review cross join business_clock clock where state = 'waiting'`,
  },
  {
    name: 'late-reports',
    title: 'no report of a published review waits for a moderator for more than 24 hours',
    sql: `
      select count(*) filter (where clock.at > report.at + interval '24 hours') as breaches, ${figure('report.at')} as figure
      from review r join review_report report using (review_id) cross join business_clock clock
      where r.reports > 0 and report.open`,
  },
]
