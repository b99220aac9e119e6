/** SQL of the requests that take a second person. */
import type { ApprovalState, Role } from '@fairlot/contract/operator-roles'
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'

/** What the desk changes, it changes one at a time: people work here, and rules look at several rows. */
const LOCK: Statement = {
  name: 'operator.lock',
  text: `update lock_row set taken = taken + 1 where name = 'back_office'`,
}

/** Waits until nobody else changes anything of the desk, until the end of the transaction. */
export async function lockDesk(tx: Tx): Promise<void> {
  await tx.query(LOCK)
}

const STANDING: Statement = {
  name: 'operator.standing',
  text: `select roles from operator where operator_id = $1 and status = 'active' and one_time_until is null`,
}

/** The roles that an operator has now; undefined when they are shut out, or have to set up anew. */
export async function standingRoles(tx: Tx, operatorId: string): Promise<readonly Role[] | undefined> {
  return (await tx.query<{ roles: Role[] }>(STANDING, [operatorId]))[0]?.roles
}

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
  /** as it is now: what nobody decided in time has expired, whether or not that was noted yet */
  state: ApprovalState
  decided_by: string | null
  decided_name: string | null
  decided_ms: bigint | null
  note: string | null
}

const LATE = `(a.state = 'pending' and a.expires_at <= c.at)`
const STATE = `case when ${LATE} then 'expired' else a.state end`
const COLUMNS = `
  a.approval_id, a.action, a.params, a.reason, a.requested_by, r.name as requested_name,
  ${MS('a.requested_at')} as requested_ms, ${MS('a.expires_at')} as expires_ms, ${STATE} as state,
  a.decided_by, d.name as decided_name,
  ${MS(`case when ${LATE} then a.expires_at else a.decided_at end`)} as decided_ms, a.note`
const FROM = `
  from business_clock c, approval a join operator r on r.operator_id = a.requested_by
  left join operator d on d.operator_id = a.decided_by`

const SHOW: Statement = {
  name: 'operator.approval.show',
  text: `select ${COLUMNS} ${FROM} where a.approval_id = $1`,
}

export async function approvalById(db: Executor, approvalId: string): Promise<ApprovalRow | undefined> {
  return (await db.query<ApprovalRow>(SHOW, [approvalId]))[0]
}

const LIST: Statement = {
  name: 'operator.approval.list',
  text: `
    select ${COLUMNS} ${FROM}
    where ($1::uuid is null or a.approval_id < $1) and ($2::text is null or ${STATE} = $2)
    order by a.approval_id desc limit $3`,
}

/** Newest first. */
export function listApprovals(
  db: Executor,
  { before, state, limit }: { before: string | null; state: ApprovalState | null; limit: number },
): Promise<ApprovalRow[]> {
  return db.query<ApprovalRow>(LIST, [before, state, limit])
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

/** `decidedBy`: for `withdrawn` the one who asked. @throws Error when it was not pending */
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
  if (rows.length === 0) throw new Error(`the request ${approvalId} was decided outside of the desk's turn`)
}

const PENDING_OF: Statement = {
  name: 'operator.approval.pending_of',
  text: `
    select approval_id, action from approval, business_clock
    where requested_by = $1 and state = 'pending' and expires_at > at order by approval_id`,
}

/** What an operator has asked for and nobody has decided. */
export function pendingOf(tx: Tx, operatorId: string): Promise<{ approval_id: string; action: string }[]> {
  return tx.query<{ approval_id: string; action: string }>(PENDING_OF, [operatorId])
}

const EXPIRE: Statement = {
  name: 'operator.approval.expire',
  text: `
    update approval set state = 'expired', decided_at = expires_at
    where state = 'pending' and expires_at <= business_now()
    returning approval_id`,
}

/** @returns the ids of those that nobody decided in time */
export async function expireApprovals(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ approval_id: string }>(EXPIRE)
  return rows.map(({ approval_id }) => approval_id)
}
