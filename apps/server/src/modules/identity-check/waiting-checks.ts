/** How operators list the checks that wait, and what stands still. Times in Unix milliseconds. */
import type { IdentityCheckState, IdentityDocument } from '@fairlot/contract/life/identity-life'
import type { WithdrawalAge } from '@fairlot/contract/life/withdrawal-life'
import { MS, type Executor, type Statement } from '../../platform/db.ts'
import type { LivenessCheck } from '../../platform/jobs/jobs.checks.ts'
import { LATE, OVERDUE } from '../../platform/time/working-days.ts'

export type LineRow = {
  number: string
  member_id: string
  check_id: string
  document: IdentityDocument
  state: IdentityCheckState
  provider: 'manual' | 'http'
  approvals: number
  created_ms: bigint
  /** microseconds, for the cursor */
  created_micros: bigint
  age_hours: number
  age: WithdrawalAge
}

const LINES = `
  select c.number, c.member_id, c.check_id, c.document, c.state, c.provider, ${MS('c.created_at')} as created_ms,
    (extract(epoch from c.created_at) * 1000000)::bigint as created_micros,
    greatest(0, floor(extract(epoch from coalesce(c.decided_at, clock.at) - c.created_at) / 3600))::int as age_hours,
    case when c.state <> 'waiting' or clock.at <= ${LATE('c.created_at')} then 'fresh'
      when clock.at <= ${OVERDUE('c.created_at')} then 'late' else 'overdue' end as age,
    -- approvals of the pictures that are there now: those after the last time that the member sent some
    (select count(*)::int from identity_step step where (step.member_id, step.check_id) = (c.member_id, c.check_id)
      and step.operator_id is not null and step.step in ('first_approved', 'approved')
      and step.seq > (select max(seq) from identity_step sent
        where (sent.member_id, sent.check_id) = (c.member_id, c.check_id) and sent.step = 'waiting')) as approvals
  from identity_check c cross join business_clock clock`

const WAITING: Statement = {
  name: 'identity_check.waiting',
  text: `${LINES}
    where c.state = 'waiting'
      and ($1::bigint is null or (c.created_at, c.check_id) > (timestamptz 'epoch' + $1 * interval '1 microsecond', $2::uuid))
    order by c.created_at, c.check_id limit $3`,
}
const LINE: Statement = { name: 'identity_check.line', text: `${LINES} where c.number = $1` }

/** Checks that wait for a decision, oldest first. */
export function waitingChecks(
  db: Executor,
  { after, limit }: { after: { micros: number; id: string } | null; limit: number },
): Promise<LineRow[]> {
  return db.query<LineRow>(WAITING, [after?.micros ?? null, after?.id ?? null, limit])
}

export async function lineOf(db: Executor, number: string): Promise<LineRow | undefined> {
  return (await db.query<LineRow>(LINE, [number]))[0]
}

const waiting = (end: string) => `
  select count(*) filter (where clock.at > ${end}) as breaches,
    count(*) || ' wait' || coalesce(', the oldest for ' || floor(extract(epoch from max(clock.at - created_at)) / 3600) || ' h', '')
      as figure
  from identity_check cross join business_clock clock where state = 'waiting'`

export const identityCheckLiveness: readonly LivenessCheck[] = [
  {
    name: 'late-identity-checks',
    title: 'no identity check waits for more than 2 hours',
    sql: waiting(LATE('created_at')),
  },
  {
    name: 'overdue-identity-checks',
    title: 'no identity check waits for more than 2 working days',
    sql: waiting(OVERDUE('created_at')),
  },
]
