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
]
