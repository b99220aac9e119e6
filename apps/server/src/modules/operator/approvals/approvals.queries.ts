/** SQL of approval requests. */
import type { ApprovalState } from '@fairlot/contract/operator/approvals'
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'

/** The operator's earlier call with this request id. */
const EARLIER: Statement = {
  name: 'operator.request.earlier',
  text: `select input_hash, approval_id from operator_request where operator_id = $1 and request_id = $2`,
}

export async function earlierRequest(
  tx: Tx,
  operatorId: string,
  requestId: string,
): Promise<{ input_hash: Buffer; approval_id: string | null } | undefined> {
  const [row] = await tx.query<{ input_hash: Buffer; approval_id: string | null }>(EARLIER, [
    operatorId,
    requestId,
  ])
  return row
}

const KEEP: Statement = {
  name: 'operator.request.keep',
  text: `
    insert into operator_request (operator_id, request_id, input_hash, approval_id, at)
    select $1, $2, $3, $4, at from business_clock`,
}

export async function keepRequest(
  tx: Tx,
  key: { operatorId: string; requestId: string; inputHash: Buffer; approvalId: string | null },
): Promise<void> {
  await tx.query(KEEP, [key.operatorId, key.requestId, key.inputHash, key.approvalId])
}

export type ApprovalRow = {
  approval_id: string
  action: string
  params: unknown
  reason: string
  requested_by: string
  requested_name: string
  requested_ms: bigint
  expires_ms: bigint
  /** the state now: a pending request past its end is `expired`, also before the job stores that */
  state: ApprovalState
  decided_by: string | null
  decided_name: string | null
  decided_ms: bigint | null
  note: string | null
}

const IS_LATE = `(approval.state = 'pending' and approval.expires_at <= clock.at)`
const STATE = `case when ${IS_LATE} then 'expired' else approval.state end`
const SELECT = `
  select approval.approval_id, approval.action, approval.params, approval.reason, approval.note, ${STATE} as state,
    approval.requested_by, requester.name as requested_name, approval.decided_by, decider.name as decided_name,
    ${MS('approval.requested_at')} as requested_ms, ${MS('approval.expires_at')} as expires_ms,
    ${MS(`case when ${IS_LATE} then approval.expires_at else approval.decided_at end`)} as decided_ms
  from business_clock clock
  cross join approval
  join operator requester on requester.operator_id = approval.requested_by
  left join operator decider on decider.operator_id = approval.decided_by`

const SHOW: Statement = {
  name: 'operator.approval.show',
  text: `${SELECT} where approval.approval_id = $1`,
}

export async function approvalById(db: Executor, approvalId: string): Promise<ApprovalRow | undefined> {
  return (await db.query<ApprovalRow>(SHOW, [approvalId]))[0]
}

const LIST: Statement = {
  name: 'operator.approval.list',
  text: `
    ${SELECT}
    where ($1::uuid is null or approval.approval_id < $1) and ($2::text is null or ${STATE} = $2)
      and ($4::uuid is null or approval.requested_by = $4)
    order by approval.approval_id desc limit $3`,
}

/** Newest first. @param page.requestedBy only the requests of this operator; null: of all */
export function listApprovals(
  db: Executor,
  page: { before: string | null; state: ApprovalState | null; requestedBy: string | null; limit: number },
): Promise<ApprovalRow[]> {
  return db.query<ApprovalRow>(LIST, [page.before, page.state, page.limit, page.requestedBy])
}

const INSERT: Statement = {
  name: 'operator.approval.insert',
  text: `
    insert into approval (approval_id, action, params, reason, requested_by, requested_at, expires_at)
    select $1, $2, $3, $4, $5, at, at + make_interval(hours => $6) from business_clock`,
}

export type NewApproval = {
  approvalId: string
  action: string
  params: unknown
  reason: string
  requestedBy: string
  hours: number
}

export async function insertApproval(tx: Tx, approval: NewApproval): Promise<void> {
  const { approvalId, action, params, reason, requestedBy, hours } = approval
  await tx.query(INSERT, [approvalId, action, JSON.stringify(params), reason, requestedBy, hours])
}

const DECIDE: Statement = {
  name: 'operator.approval.decide',
  text: `
    update approval set state = $2, decided_by = $3, note = $4, decided_at = business_now()
    where approval_id = $1 and state = 'pending'
    returning 1`,
}

/** `decidedBy`: the requester where the state is `withdrawn`. @throws Error when the request is not pending */
export async function decideApproval(
  tx: Tx,
  decision: {
    approvalId: string
    state: 'approved' | 'rejected' | 'withdrawn'
    decidedBy: string
    note: string | null
  },
): Promise<void> {
  const { approvalId, state, decidedBy, note } = decision
  const rows = await tx.query(DECIDE, [approvalId, state, decidedBy, note])
  if (rows.length === 0) throw new Error(`the request ${approvalId} was decided without the back-office lock`)
}

const PENDING_OF: Statement = {
  name: 'operator.approval.pending_of',
  text: `
    select approval_id, action from approval, business_clock
    where requested_by = $1 and state = 'pending' and expires_at > at order by approval_id`,
}

/** An operator's pending requests, oldest first. */
export function pendingOf(tx: Tx, operatorId: string): Promise<{ approval_id: string; action: string }[]> {
  return tx.query<{ approval_id: string; action: string }>(PENDING_OF, [operatorId])
}

const EXPIRE: Statement = {
  name: 'operator.approval.expire',
  text: `
    update approval set state = 'expired', decided_at = expires_at
    where state = 'pending' and expires_at <= (select at from settled_clock)
    returning approval_id`,
}

/** @returns the ids of the requests that expired */
export async function expireApprovals(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ approval_id: string }>(EXPIRE)
  return rows.map(({ approval_id }) => approval_id)
}
