import type { LivenessCheck } from '../../../platform/jobs/jobs.checks.ts'
import { LATE, OVERDUE } from '../../../platform/time/working-days.ts'
import { IS_WAITING } from './waiting-transfers.queries.ts'

const proofs = (end: string) => `
  select count(*) filter (where clock.at > ${end}) as breaches,
    count(*) || ' wait' || coalesce(', the oldest for ' || floor(extract(epoch from max(clock.at - r.proof_at)) / 3600) || ' h', '')
      as figure
  from recharge r cross join business_clock clock where ${IS_WAITING}`

export const transferLiveness: readonly LivenessCheck[] = [
  {
    name: 'late-transfers',
    title: 'no proof of a transfer waits for more than 2 hours',
    sql: proofs(LATE('r.proof_at')),
  },
  {
    name: 'overdue-transfers',
    title: 'no proof of a transfer waits for more than 2 working days',
    sql: proofs(OVERDUE('r.proof_at')),
  },
  {
    name: 'overdue-lines',
    title: 'no line of a statement waits for more than 2 working days',
    sql: `
      select count(*) filter (where clock.at > ${OVERDUE('open.at')}) as breaches, count(*) || ' wait' as figure
      from bank_statement_open open cross join business_clock clock`,
  },
]
