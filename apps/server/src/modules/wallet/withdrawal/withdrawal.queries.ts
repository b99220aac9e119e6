/** Statements of withdrawals and their timelines. Amounts in minor units, times in Unix milliseconds. */
import type {
  WithdrawalReason,
  WithdrawalStage,
  WithdrawalState,
  WithdrawalStep,
  WithdrawalTarget,
} from '@fairlot/contract/life/withdrawal-life'
import { foldedReference } from '@fairlot/contract/typed-text'
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'

export type StepRow = { step: WithdrawalStep; reason: WithdrawalReason | null; at: number }

export type WithdrawalRow = {
  member_id: string
  withdrawal_id: string
  number: string
  input_hash: Buffer
  account_id: string
  kind: WithdrawalTarget
  label: string | null
  masked: string
  amount: bigint
  fee: bigint
  fee_rate: number
  approvals_needed: number
  state: WithdrawalState
  stage: WithdrawalStage | null
  reason: WithdrawalReason | null
  note: string | null
  reference: string | null
  created_ms: bigint
  finished_ms: bigint | null
  /** the recharge that goes back to its source; null: an ordinary withdrawal */
  recharge_id: string | null
  recharge_number: string | null
  /** minor units of play-through that was waived and went with the money */
  waived: bigint
  /** the company that pays back by itself */
  refund_provider: string | null
  timeline: StepRow[]
}

export const WITHDRAWALS = `
  select w.member_id, w.withdrawal_id, w.number, w.input_hash, w.account_id, account.kind, account.label, account.masked, w.amount,
    w.fee, w.fee_rate, w.approvals_needed, w.state, w.stage, w.reason, w.note, w.reference, ${MS('w.created_at')} as created_ms,
    ${MS('w.finished_at')} as finished_ms, w.recharge_id, recharge.number as recharge_number, w.waived, w.refund_provider, history.timeline
  from withdrawal w
  join payout_account account on (account.member_id, account.account_id) = (w.member_id, w.account_id)
  left join recharge on (recharge.member_id, recharge.recharge_id) = (w.member_id, w.recharge_id)
  cross join lateral (
    select json_agg(json_build_object('step', step.state, 'reason', step.reason, 'at', ${MS('step.at')}) order by step.seq) as timeline
    from withdrawal_step step
    where (step.member_id, step.withdrawal_id) = (w.member_id, w.withdrawal_id)) history`

const BY_ID: Statement = {
  name: 'withdrawal.by_id',
  text: `${WITHDRAWALS} where w.member_id = $1 and w.withdrawal_id = $2`,
}
const BY_REQUEST: Statement = {
  name: 'withdrawal.by_request',
  text: `${WITHDRAWALS} where w.member_id = $1 and w.request_id = $2`,
}
const PAGE: Statement = {
  name: 'withdrawal.page',
  text: `${WITHDRAWALS} where w.member_id = $1 and ($2::uuid is null or w.withdrawal_id < $2)
    order by w.withdrawal_id desc limit $3`,
}

export async function withdrawalById(
  db: Executor,
  memberId: string,
  id: string,
): Promise<WithdrawalRow | undefined> {
  return (await db.query<WithdrawalRow>(BY_ID, [memberId, id]))[0]
}

export async function withdrawalByRequest(
  db: Executor,
  memberId: string,
  requestId: string,
): Promise<WithdrawalRow | undefined> {
  return (await db.query<WithdrawalRow>(BY_REQUEST, [memberId, requestId]))[0]
}

/** A member's withdrawals, newest first, older than the withdrawal `before`. */
export function withdrawalPage(
  db: Executor,
  memberId: string,
  before: string | null,
  limit: number,
): Promise<WithdrawalRow[]> {
  return db.query<WithdrawalRow>(PAGE, [memberId, before, limit])
}

const LOCK_COUNT: Statement = {
  name: 'withdrawal.lock_count',
  text: `
    insert into withdrawal_count (member_id, opened) values ($1, 1)
    on conflict (member_id) do update set opened = withdrawal_count.opened + 1
    returning ${MS('business_now()')} as now_ms`,
}
const NOW: Statement = {
  name: 'withdrawal.now',
  text: `select ${MS('at')} as now_ms from business_clock`,
}

/** Business time, which decides whether the window is open. */
export async function businessNow(db: Executor): Promise<number> {
  const [row] = await db.query<{ now_ms: bigint }>(NOW)
  return Number(row!.now_ms)
}

const COUNT_OPEN: Statement = {
  name: 'withdrawal.count_open',
  text: `select count(*)::int as open from withdrawal where member_id = $1 and state = 'processing'`,
}
const IN_USE: Statement = {
  name: 'withdrawal.account_in_use',
  text: `select 1 from withdrawal where member_id = $1 and account_id = $2 and state = 'processing' limit 1`,
}

/** Locks the member's applications until the transaction ends. @returns business time */
export async function lockApplications(tx: Tx, memberId: string): Promise<number> {
  const [row] = await tx.query<{ now_ms: bigint }>(LOCK_COUNT, [memberId])
  return Number(row!.now_ms)
}

/** The number of a member's withdrawals that have not ended. */
export async function countOpenWithdrawals(db: Executor, memberId: string): Promise<number> {
  const [row] = await db.query<{ open: number }>(COUNT_OPEN, [memberId])
  return row!.open
}

/** Whether a withdrawal that has not ended goes to the account. */
export async function isAccountInUse(db: Executor, memberId: string, accountId: string): Promise<boolean> {
  return (await db.query(IN_USE, [memberId, accountId])).length > 0
}

export type NewWithdrawal = {
  memberId: string
  id: string
  number: string
  requestId: string
  inputHash: Buffer
  accountId: string
  amount: bigint
  fee: bigint
  feeRate: number
  approvalsNeeded: 1 | 2
  back?: GoesBack | undefined
}

/** A recharge that goes back to its source. */
export type GoesBack = {
  rechargeId: string
  /** the transfer that goes back; null: the recharge came by no transfer of a bank */
  creditSeq: number | null
  /** minor units of play-through that was waived and goes with the money */
  waived: bigint
  /** the company that pays back by itself; null: the house pays */
  refundProvider: string | null
}

const INSERT: Statement = {
  name: 'withdrawal.insert',
  text: `
    with hold as (insert into withdrawal_hold (withdrawal_id) values ($2)),
    applied as (
      insert into withdrawal (member_id, withdrawal_id, number, request_id, input_hash, account_id, amount, fee, fee_rate,
        approvals_needed, recharge_id, credit_seq, waived, refund_provider, created_at)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $14, $12, $13, at from business_clock returning created_at)
    insert into withdrawal_step (member_id, withdrawal_id, seq, state, at, account_id)
    select $1, $2, 1, 'processing', created_at, $6 from applied`,
}

export async function insertWithdrawal(tx: Tx, row: NewWithdrawal): Promise<void> {
  const { memberId, id, number, requestId, inputHash, accountId, amount, fee, feeRate, approvalsNeeded } = row
  await tx.query(INSERT, [
    memberId,
    id,
    number,
    requestId,
    inputHash,
    accountId,
    amount,
    fee,
    feeRate,
    approvalsNeeded,
    row.back?.rechargeId ?? null,
    row.back?.waived ?? 0n,
    row.back?.refundProvider ?? null,
    row.back?.creditSeq ?? null,
  ])
}

const LOCK: Statement = {
  name: 'withdrawal.lock',
  text: 'select 1 from withdrawal where member_id = $1 and withdrawal_id = $2 for update',
}

/** Locks a withdrawal and reads it. Lock order: the withdrawal, then the wallet. */
export async function lockWithdrawal(
  tx: Tx,
  memberId: string,
  id: string,
): Promise<WithdrawalRow | undefined> {
  await tx.query(LOCK, [memberId, id])
  return withdrawalById(tx, memberId, id)
}

export type NextStep = {
  step: Exclude<WithdrawalStep, 'processing'>
  reason?: WithdrawalReason
  note?: string
  reference?: string
  batchId?: string
  /** null: the member or the server */
  operatorId: string | null
}

const ADVANCE: Statement = {
  name: 'withdrawal.advance',
  text: `
    with moved as (
      update withdrawal set
        state = case when $3 in ('success', 'failed', 'returned') then $3 else state end,
        stage = case when $3 in ('success', 'failed', 'returned') then null else $3 end,
        finished_at = case when $3 in ('success', 'failed', 'returned') then (select at from business_clock) end,
        reason = $4, note = $5, reference = $6, batch_id = coalesce($7, batch_id)
      where member_id = $1 and withdrawal_id = $2 returning coalesce(finished_at, (select at from business_clock)) as at)
    insert into withdrawal_step (member_id, withdrawal_id, seq, state, reason, operator_id, at)
    select $1, $2, (select max(seq) + 1 from withdrawal_step where member_id = $1 and withdrawal_id = $2), $3, $4, $8, at from moved`,
}

/** Takes a locked withdrawal to its next step. */
export async function advanceWithdrawal(
  tx: Tx,
  { member_id, withdrawal_id }: Pick<WithdrawalRow, 'member_id' | 'withdrawal_id'>,
  { step, reason, note, reference, batchId, operatorId }: NextStep,
): Promise<void> {
  await tx.query(ADVANCE, [
    member_id,
    withdrawal_id,
    step,
    reason ?? null,
    note ?? null,
    reference ?? null,
    batchId ?? null,
    operatorId,
  ])
}

export type WithdrawalKey = Pick<WithdrawalRow, 'member_id' | 'withdrawal_id'>

const EXPORTED: Statement = {
  name: 'withdrawal.exported',
  text: `
    with moved as (
      update withdrawal w set stage = 'exported', reason = null, note = null, reference = null, batch_id = $3
      from unnest($1::uuid[], $2::uuid[]) as asked (member_id, withdrawal_id)
      where (w.member_id, w.withdrawal_id) = (asked.member_id, asked.withdrawal_id) returning w.member_id, w.withdrawal_id)
    insert into withdrawal_step (member_id, withdrawal_id, seq, state, operator_id, at)
    select moved.member_id, moved.withdrawal_id, (
      select max(step.seq) + 1 from withdrawal_step step
      where (step.member_id, step.withdrawal_id) = (moved.member_id, moved.withdrawal_id)), 'exported', $4, clock.at
    from moved cross join business_clock clock`,
}

/** Takes locked withdrawals, which are approved, to an export of an operator. */
export async function advanceToExported(
  tx: Tx,
  keys: readonly WithdrawalKey[],
  { batchId, operatorId }: { batchId: string; operatorId: string },
): Promise<void> {
  const ids = [keys.map(({ member_id }) => member_id), keys.map(({ withdrawal_id }) => withdrawal_id)]
  await tx.query(EXPORTED, [...ids, batchId, operatorId])
}

const OPERATORS: Statement = {
  name: 'withdrawal.operators',
  text: `select distinct operator_id from withdrawal_step
    where member_id = $1 and withdrawal_id = $2 and state in ('first_approved', 'approved')`,
}

/** The operators who approved a withdrawal. */
export async function approversOf(tx: Tx, memberId: string, id: string): Promise<string[]> {
  const rows = await tx.query<{ operator_id: string }>(OPERATORS, [memberId, id])
  return rows.map(({ operator_id }) => operator_id)
}

const USE_REFERENCE: Statement = {
  name: 'withdrawal.use_reference',
  text: `
    insert into payout_reference (reference, folded, withdrawal_id) values ($1, $3, $2) on conflict do nothing returning 1`,
}
const REFERENCE_OF: Statement = {
  name: 'withdrawal.reference_of',
  text: 'select withdrawal_id from payout_reference where reference = $1',
}

/** Takes a bank's reference for a withdrawal, in whatever case it is written. @returns false when it paid another one */
export async function takeReference(tx: Tx, reference: string, withdrawalId: string): Promise<boolean> {
  if ((await tx.query(USE_REFERENCE, [reference, withdrawalId, foldedReference(reference)])).length > 0)
    return true
  const [known] = await tx.query<{ withdrawal_id: string }>(REFERENCE_OF, [reference])
  return known?.withdrawal_id === withdrawalId
}

const LATELY: Statement = {
  name: 'withdrawal.lately',
  text: `
    select coalesce(sum(amount), 0)::bigint as amount from withdrawal, business_clock clock
    where member_id = $1 and recharge_id is null and state in ('processing', 'success')
      and created_at > clock.at - interval '30 days'`,
}

/**
 * What a member has withdrawn in the last 30 days: what was paid and what is open. The identity check is due by this sum. A
 * recharge that goes back to its source does not count.
 */
export async function withdrawnLately(db: Executor, memberId: string): Promise<bigint> {
  const [row] = await db.query<{ amount: bigint }>(LATELY, [memberId])
  return row!.amount
}

const ERASE_NOTES: Statement = {
  name: 'withdrawal.erase_notes',
  text: 'update withdrawal set note = null where member_id = $1 and note is not null',
}

/** Erases what operators wrote to a member about withdrawals. All of them have ended, so that none locks the wallet after its row. */
export async function eraseNotes(tx: Tx, memberId: string): Promise<void> {
  await tx.query(ERASE_NOTES, [memberId])
}
