import type { LivenessCheck } from '../../../platform/jobs/jobs.checks.ts'
import { SMS_JOB } from './sms.ts'

/** A member waits for a code for less than this. */
const SMS_LATE = '2 minutes'

export const smsLiveness: readonly LivenessCheck[] = [
  {
    name: 'unsent-sms',
    title: `no text message waits for more than ${SMS_LATE}, and none was given up`,
    sql: `
      select count(*) filter (where dead_at is not null or job.created_at < at - interval '${SMS_LATE}') as breaches,
        count(*) || ' wait' as figure
      from job cross join business_clock where name = '${SMS_JOB.name}'`,
  },
]
