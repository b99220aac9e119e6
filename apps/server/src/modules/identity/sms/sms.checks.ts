import type { LivenessCheck } from '../../../platform/jobs/jobs.checks.ts'
import { SMS_PER_DAY } from '../identity.settings.ts'
import { SMS_JOB } from './sms.ts'
import { NOTICE_JOB } from './sms-notices.ts'

/** A member waits for a code for less than this. */
const SMS_LATE = '2 minutes'

export const smsLiveness: readonly LivenessCheck[] = [
  {
    name: 'unsent-sms',
    title: `no text message waits for more than ${SMS_LATE}, and none was given up within a day`,
    sql: `
      select waiting.late + failed.number as breaches,
        waiting.number || ' wait, ' || failed.number || ' given up' || coalesce(': ' || failed.faults, '') as figure
      from (
        select count(*) as number, count(*) filter (where dead_at is not null
          or name = '${SMS_JOB.name}' and job.created_at < at - interval '${SMS_LATE}') as late
        from job cross join business_clock where name in ('${SMS_JOB.name}', '${NOTICE_JOB.name}')) waiting,
      (select coalesce(sum(number), 0)::bigint as number,
          string_agg(number || ' ' || fault, ', ' order by fault) as faults
        from (select fault, count(*) as number from sms_failed cross join business_clock
          where failed_at > at - interval '1 day' group by fault) f) failed`,
  },
  {
    name: 'sms-cap',
    title: `the text messages of the day are below their limit (${SMS_PER_DAY.name})`,
    sql: `
      select count(*) filter (where sent >= cap) as breaches,
        coalesce(string_agg(sent || ' of ' || cap || ' ' || subject, ', ' order by subject), 'none') as figure
      from (select case subject when 'all' then 'for anybody' when 'session' then 'for members' else 'notices' end as subject, sent
        from sms_count cross join business_clock
        where scope = 'all' and window_start = date_trunc('day', at, 'UTC')) today,
      (select coalesce((select value::int from setting where name = '${SMS_PER_DAY.name}'), ${SMS_PER_DAY.initial}) as cap) setting`,
  },
]
