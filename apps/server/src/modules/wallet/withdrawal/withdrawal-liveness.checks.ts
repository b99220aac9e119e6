import type { LivenessCheck } from '../../../platform/jobs/jobs.checks.ts'
import { LATE, OVERDUE } from './waiting-withdrawals.ts'

const waiting = (end: string) => `
  select count(*) filter (where clock.at > ${end}) as breaches,
    count(*) || ' wait' || coalesce(', the oldest for ' || floor(extract(epoch from max(clock.at - created_at)) / 3600) || ' h', '')
      as figure
  from withdrawal cross join business_clock clock where state = 'processing'`

export const withdrawalLiveness: readonly LivenessCheck[] = [
  {
    name: 'late-withdrawals',
    title: 'no withdrawal waits for more than 2 hours',
    sql: waiting(LATE('created_at')),
  },
  {
    name: 'overdue-withdrawals',
    title: 'no withdrawal waits for more than 2 working days',
    sql: waiting(OVERDUE('created_at')),
  },
]
