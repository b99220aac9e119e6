import type { LivenessCheck } from '../../../platform/jobs/jobs.checks.ts'
import { LATE, OVERDUE } from '../../../platform/time/working-days.ts'

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
  {
    name: 'stuck-refunds',
    title: 'no refund waits for operators because its company refused it or reported something else',
    sql: `
      select count(*) filter (where coalesce(jobs.are_dead, said.differs)) as breaches, count(*) || ' at companies' as figure
      from withdrawal w
      cross join lateral (
        select bool_and(dead_at is not null) as are_dead from job
        where name = 'wallet.refund' and key = w.withdrawal_id::text) jobs
      cross join lateral (
        select count(*) > 0 as differs from refund_notice n where n.withdrawal_id = w.withdrawal_id and n.outcome = 'mismatch') said
      where w.refund_provider is not null and w.state = 'processing' and w.stage = 'exported'`,
  },
]
