/** Liveness of issues: members wait for a result or for their money, and no step brings it. */
import type { LivenessCheck } from '../../platform/jobs/jobs.checks.ts'
import { deliveryLiveness } from './delivery/delivery-liveness.checks.ts'
import { reviewsLiveness } from './reviews/reviews-liveness.checks.ts'

/** Steps run within seconds; an expiry also waits for the two looks at the clock. */
const LATE = "interval '15 minutes'"
/**
 * The draw comes this long after the round of its seal at the latest; a witness has its own check. In version 3 a draw waits for its
 * witnesses, as a rule for 15 minutes.
 */
const ROUND_MS = `case when t.chain is null then z.sealed_ms else z.sealed_ms + t.delay * 1000::bigint end
  + case when i.log_rules >= 3 and t.grade = 'witnessed' then 900000 else 0 end`

export const mallLiveness: readonly LivenessCheck[] = [
  ...deliveryLiveness,
  ...reviewsLiveness,
  {
    name: 'unsealed-issues',
    title: 'no issue waits for its seal for more than 15 minutes after its sell-out',
    sql: `
      select count(*) filter (where i.sold_out_at < at - ${LATE}) as breaches,
        coalesce(string_agg(t.number, ', ' order by t.number) filter (where i.sold_out_at < at - ${LATE}), count(*) || ' wait') as figure
      from issue i join issue_terms t using (issue_id) cross join business_clock
      where i.status = 'sold_out' and not exists (select from issue_seal z where z.issue_id = i.issue_id)`,
  },
  {
    name: 'overdue-draws',
    title: 'no sealed issue waits for its draw for more than 15 minutes after its beacon round',
    sql: `
      select count(*) filter (where ${ROUND_MS} < extract(epoch from at - ${LATE}) * 1000) as breaches,
        coalesce(string_agg(t.number, ', ' order by t.number) filter (
          where ${ROUND_MS} < extract(epoch from at - ${LATE}) * 1000), count(*) || ' wait') as figure
      from issue i join issue_last_seal z using (issue_id) join issue_terms t using (issue_id) cross join business_clock
      where i.status = 'sold_out'`,
  },
  {
    name: 'overdue-results',
    title: 'every draw has given every order its result within 15 minutes',
    sql: `
      select count(*) filter (where d.drawn_at < at - ${LATE}) as breaches, count(*) || ' are being written' as figure
      from issue_settlement s join issue_draw d using (issue_id) cross join business_clock where s.finished_at is null`,
  },
  {
    name: 'overdue-expiries',
    title: 'no issue is on sale or scheduled for more than 15 minutes after its deadline',
    sql: `
      select count(*) filter (where to_timestamp(closes_ms / 1000.0) < at - ${LATE}) as breaches, count(*) || ' are open' as figure
      from issue cross join business_clock where status in ('scheduled', 'selling')`,
  },
  {
    name: 'overdue-reminders',
    title: 'every reminder of an issue is told within 15 minutes of its draw',
    sql: `
      select count(*) filter (where d.drawn_at < at - ${LATE}) as breaches, count(*) || ' wait' as figure
      from reminder join issue_draw d using (issue_id) cross join business_clock`,
  },
  {
    name: 'overdue-openings',
    title: 'every member who asked is told of a new issue of a saved product within 15 minutes',
    sql: `
      select count(*) filter (where issue.opened_at < at - ${LATE}) as breaches, count(*) || ' wait' as figure
      from issue cross join business_clock join issue_terms terms using (issue_id)
      join favourite saved on saved.code = terms.code and saved.told_sequence < terms.sequence
      where issue.status = 'selling' and issue.opened_at > at - interval '1 day'`,
  },
  {
    name: 'overdue-refunds',
    title: 'every expired issue has refunded its orders within 15 minutes',
    sql: `
      select count(*) filter (where expired_at < at - ${LATE}) as breaches, count(*) || ' are being refunded' as figure
      from issue_refund cross join business_clock where finished_at is null`,
  },
]
