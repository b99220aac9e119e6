import type { LivenessCheck } from '../../platform/jobs/jobs.checks.ts'

export const fairLiveness: readonly LivenessCheck[] = [
  {
    name: 'log-queue',
    title: 'no entry waits to be appended to the log for more than 5 minutes',
    sql: `
      select count(*) filter (where to_timestamp((entry ->> 'at')::numeric / 1000) < at - interval '5 minutes') as breaches,
        count(*) || ' wait' as figure
      from log_pending cross join business_clock`,
  },
  {
    name: 'solvency',
    title: 'the solvency of the day is stated within 2 hours',
    sql: `
      select (max(day) < max(at)::date and max(at) > max(at)::date + interval '2 hours')::int::bigint as breaches,
        'last stated on ' || max(day) as figure
      from solvency_day cross join business_clock having count(*) > 0
      union all select 0, 'nothing stated yet' where not exists (select from solvency_day)`,
  },
  {
    name: 'shortfall',
    title: 'the house has no less than members own, by the last statement of solvency',
    sql: `
      select count(*) filter (where assets < total) as breaches,
        coalesce(string_agg(trim_scale(assets / 10000.0) || ' for ' || trim_scale(total / 10000.0), ''), 'nothing stated yet') as figure
      from (select assets, total from solvency_day order by day desc limit 1) last`,
  },
]
