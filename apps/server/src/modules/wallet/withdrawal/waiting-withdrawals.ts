/** How operators list withdrawals, and how long these wait. Amounts in minor units, times in Unix milliseconds. */
import type {
  WithdrawalAge,
  WithdrawalReason,
  WithdrawalStage,
  WithdrawalState,
  WithdrawalStep,
  WithdrawalTarget,
} from '@fairlot/contract/life/withdrawal-life'
import { MS, type Executor, type Statement } from '../../../platform/db.ts'
import { placeBefore, type DaySpan, type Place } from '../../../platform/time/day-span.ts'
import { LATE, OVERDUE } from '../../../platform/time/working-days.ts'

/** A withdrawal as operators see it. */
export type DeskRow = {
  number: string
  member_id: string
  withdrawal_id: string
  amount: bigint
  fee: bigint
  kind: WithdrawalTarget
  /** number of the recharge that goes back; null: an ordinary withdrawal */
  recharge: string | null
  label: string | null
  masked: string
  state: WithdrawalState
  stage: WithdrawalStage | null
  approvals: number
  approvals_needed: number
  created_ms: bigint
  /** microseconds, for the cursor */
  created_micros: bigint
  /** null: it is open */
  finished_ms: bigint | null
  /** microseconds, for the cursor; null: it is open */
  finished_micros: bigint | null
  /** complete hours since the application, or until it ended */
  age_hours: number
  age: WithdrawalAge
}

const DESK = `
  select w.number, w.member_id, w.withdrawal_id, w.amount, w.fee, account.kind, account.label, account.masked, recharge.number as recharge, w.state,
    w.stage,
    w.approvals_needed, approval.count as approvals, ${MS('w.created_at')} as created_ms,
    (extract(epoch from w.created_at) * 1000000)::bigint as created_micros, ${MS('w.finished_at')} as finished_ms,
    (extract(epoch from w.finished_at) * 1000000)::bigint as finished_micros,
    greatest(0, floor(extract(epoch from coalesce(w.finished_at, clock.at) - w.created_at) / 3600))::int as age_hours,
    case when w.state <> 'processing' or clock.at <= ${LATE('w.created_at')} then 'fresh'
      when clock.at <= ${OVERDUE('w.created_at')} then 'late' else 'overdue' end as age
  from withdrawal w
  join payout_account account on (account.member_id, account.account_id) = (w.member_id, w.account_id)
  left join recharge on (recharge.member_id, recharge.recharge_id) = (w.member_id, w.recharge_id)
  cross join business_clock clock
  cross join lateral (
    select count(*)::int from withdrawal_step step
    where (step.member_id, step.withdrawal_id) = (w.member_id, w.withdrawal_id)
      and step.state in ('first_approved', 'approved')) approval`

/** A parameter in Unix milliseconds. */
const TIME = (parameter: string) => `timestamptz 'epoch' + ${parameter}::bigint * interval '1 millisecond'`

const WAITING: Statement = {
  name: 'withdrawal.waiting',
  text: `${DESK}
    where w.state = 'processing' and ($1::text is null or w.stage = $1)
      and w.created_at >= ${TIME('$5')} and w.created_at < ${TIME('$6')}
      and ($2::bigint is null or (w.created_at, w.withdrawal_id)
        > (timestamptz 'epoch' + $2 * interval '1 microsecond', $3::uuid))
    order by w.created_at, w.withdrawal_id limit $4`,
}

export type WaitingFilter = {
  stage: WithdrawalStage | null
  /** only withdrawals after this one */
  after: Place | null
  /** of the applications */
  span: DaySpan
  limit: number
}

/** Withdrawals that have not ended, oldest first. */
export function waitingWithdrawals(
  db: Executor,
  { stage, after, span, limit }: WaitingFilter,
): Promise<DeskRow[]> {
  const place = [after?.micros ?? null, after?.id ?? null]
  return db.query<DeskRow>(WAITING, [stage, ...place, limit, span.from, span.until])
}

const ENDED: Statement = {
  name: 'withdrawal.ended',
  text: `${DESK}
    where w.state = $1 and w.state <> 'processing' and w.finished_at >= ${TIME('$2')}
      and (w.finished_at, w.withdrawal_id) < (timestamptz 'epoch' + $3 * interval '1 microsecond', $4::uuid)
    order by w.finished_at desc, w.withdrawal_id desc limit $5`,
}

export type EndedFilter = {
  state: Exclude<WithdrawalState, 'processing'>
  /** only withdrawals that ended before this one */
  before: Place | null
  /** of the ends */
  span: DaySpan
  limit: number
}

/** Withdrawals that ended in one way, the latest end first. */
export function endedWithdrawals(
  db: Executor,
  { state, before, span, limit }: EndedFilter,
): Promise<DeskRow[]> {
  const { micros, id } = placeBefore(span, before)
  return db.query<DeskRow>(ENDED, [state, span.from, micros, id, limit])
}

/** One step of a timeline, with the operator who made it; null: the member */
export type DeskStep = {
  step: WithdrawalStep
  reason: WithdrawalReason | null
  operator_id: string | null
  at_ms: bigint
}
export type ShownRow = DeskRow & {
  reason: WithdrawalReason | null
  note: string | null
  reference: string | null
  batch_id: string | null
  /** the company that pays back by itself */
  refund_provider: string | null
}

const SHOWN: Statement = {
  name: 'withdrawal.shown',
  text: `select desk.*, w.reason, w.note, w.reference, w.batch_id, w.refund_provider
    from (${DESK} where w.number = $1 order by w.withdrawal_id limit 1) desk join withdrawal w using (member_id, withdrawal_id)`,
}
const STEPS: Statement = {
  name: 'withdrawal.steps',
  text: `select state as step, reason, operator_id, ${MS('at')} as at_ms from withdrawal_step
    where member_id = $1 and withdrawal_id = $2 order by seq`,
}

/** A withdrawal by its number, with its timeline. */
export async function deskWithdrawal(
  db: Executor,
  number: string,
): Promise<{ row: ShownRow; steps: DeskStep[] } | undefined> {
  const [row] = await db.query<ShownRow>(SHOWN, [number])
  return row && { row, steps: await db.query<DeskStep>(STEPS, [row.member_id, row.withdrawal_id]) }
}

const OVERDUE_NOW: Statement = {
  name: 'withdrawal.overdue',
  text: `select number, stage, floor(extract(epoch from clock.at - created_at) / 3600)::int as age_hours
    from withdrawal cross join business_clock clock
    where state = 'processing' and clock.at > ${OVERDUE('created_at')} order by created_at, withdrawal_id limit 1000`,
}

/** Withdrawals that wait for over 2 working days. */
export function overdueWithdrawals(
  db: Executor,
): Promise<{ number: string; stage: string; age_hours: number }[]> {
  return db.query(OVERDUE_NOW)
}
