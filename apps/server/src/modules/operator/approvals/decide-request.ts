/** The second half of the two-person rule: how a request is approved, rejected, withdrawn, or expires. */
import * as z from 'zod/mini'
import { APPROVAL_ACTIONS, type ApprovalAction } from '@fairlot/contract/operator/approvals'
import { DECISION_ACTIONS } from '@fairlot/contract/operator/audit-actions'
import {
  actorOf,
  type Actor,
  type Audit,
  type AuditEntry,
  type OperatorCall,
} from '../../../platform/audit.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { lockAndAuthorize, lockBackOffice } from '../back-office-lock.ts'
import type { Approval, ApprovalDefinitions, ChangeResult } from './approval-definition.ts'
import { approvalView, changeResult } from './approval-views.ts'
import * as queries from './approvals.queries.ts'
import { executeChange } from './execute-change.ts'

export type DecideDeps = {
  db: Db
  audit: Audit
  definitions: ApprovalDefinitions
  /** @throws Refusal NO_SUCH_DATA */
  show(tx: Tx, call: OperatorCall, approvalId: string): Promise<Approval>
}

/** A repeated approval by the same operator gets the same answer, without the one-time password. */
export async function approveRequest(
  deps: DecideDeps,
  call: OperatorCall,
  approvalId: string,
): Promise<ChangeResult> {
  const { db, audit, definitions } = deps
  const { operatorId } = call.operator
  const found = await queries.approvalById(db, approvalId)
  if (found?.state === 'pending') await definitions.of(found.action).prepare?.()
  const { definition, result } = await db.tx(async (tx) => {
    const row = await lockForDecision(tx, call, approvalId)
    const approved = definitions.of(row.action)
    if (row.state === 'approved' && row.decided_by === operatorId)
      return { definition: null, result: changeResult(approvalView(row, approved, call)) }
    refuseDecision(row, operatorId)
    const params = z.parse(approved.schema, row.params)
    const { oneTimePassword = null } = await executeChange(audit, tx, approved, params, {
      approvalId,
      requestedBy: row.requested_by,
      approvedBy: operatorId,
      reason: row.reason,
      actor: actorOf(call),
    })
    await queries.decideApproval(tx, { approvalId, state: 'approved', decidedBy: operatorId, note: null })
    await audit.write(tx, actorOf(call), decisionEntry(approvalId, 'approved'))
    return {
      definition: approved,
      result: changeResult(await deps.show(tx, call, approvalId), oneTimePassword),
    }
  })
  await definition?.afterCommit?.()
  return result
}

export function rejectRequest(
  { db, audit, definitions, show }: DecideDeps,
  call: OperatorCall,
  approvalId: string,
  note: string,
): Promise<Approval> {
  return db.tx(async (tx) => {
    const { operatorId } = call.operator
    const row = await lockForDecision(tx, call, approvalId)
    if (row.state === 'rejected' && row.decided_by === operatorId)
      return approvalView(row, definitions.of(row.action), call)
    refuseDecision(row, operatorId)
    await queries.decideApproval(tx, { approvalId, state: 'rejected', decidedBy: operatorId, note })
    await audit.write(tx, actorOf(call), { ...decisionEntry(approvalId, 'rejected'), reason: note })
    return show(tx, call, approvalId)
  })
}

export function withdrawRequest(
  { db, audit, definitions, show }: DecideDeps,
  call: OperatorCall,
  approvalId: string,
): Promise<Approval> {
  return db.tx(async (tx) => {
    const { operatorId } = call.operator
    await lockAndAuthorize(tx, call, 'approval.own')
    const row = await queries.approvalById(tx, approvalId)
    if (row?.requested_by !== operatorId) throw new Refusal('NO_SUCH_DATA')
    if (row.state === 'withdrawn') return approvalView(row, definitions.of(row.action), call)
    if (row.state !== 'pending') throw new Refusal('NOT_PENDING')
    await withdraw(audit, tx, actorOf(call), { approvalId, operatorId })
    return show(tx, call, approvalId)
  })
}

/**
 * Withdraws an operator's pending requests. The caller holds the back-office lock.
 * @param keeps actions whose requests stay pending
 */
export async function withdrawRequestsOf(
  audit: Audit,
  tx: Tx,
  actor: Actor,
  operatorId: string,
  keeps: (action: ApprovalAction) => boolean = () => false,
): Promise<void> {
  for (const { approval_id, action } of await queries.pendingOf(tx, operatorId)) {
    if (!keeps(action as ApprovalAction))
      await withdraw(audit, tx, actor, { approvalId: approval_id, operatorId })
  }
}

/** Stores the state `expired` of requests whose time is over, with an audit entry each. */
export async function expireRequests({ db, audit }: Pick<DecideDeps, 'db' | 'audit'>): Promise<void> {
  await db.tx(async (tx) => {
    await lockBackOffice(tx)
    for (const approvalId of await queries.expireApprovals(tx))
      await audit.write(tx, 'machine', decisionEntry(approvalId, 'expired'))
  })
}

/**
 * Takes the back-office lock and reads a request that the caller's roles can decide, in any state.
 * @throws Refusal SESSION_ENDED, NOT_PERMITTED, NO_SUCH_DATA
 */
async function lockForDecision(tx: Tx, call: OperatorCall, approvalId: string): Promise<queries.ApprovalRow> {
  await lockAndAuthorize(tx, call, 'approval.decide')
  const row = await queries.approvalById(tx, approvalId)
  if (!row) throw new Refusal('NO_SUCH_DATA')
  await lockAndAuthorize(tx, call, APPROVAL_ACTIONS[row.action as ApprovalAction])
  return row
}

/** @throws Refusal OWN_REQUEST, NOT_PENDING */
function refuseDecision(row: queries.ApprovalRow, operatorId: string): void {
  if (row.requested_by === operatorId) throw new Refusal('OWN_REQUEST')
  if (row.state !== 'pending') throw new Refusal('NOT_PENDING')
}

async function withdraw(
  audit: Audit,
  tx: Tx,
  actor: Actor,
  { approvalId, operatorId }: { approvalId: string; operatorId: string },
): Promise<void> {
  await queries.decideApproval(tx, { approvalId, state: 'withdrawn', decidedBy: operatorId, note: null })
  await audit.write(tx, actor, decisionEntry(approvalId, 'withdrawn'))
}

function decisionEntry(approvalId: string, state: keyof typeof DECISION_ACTIONS): AuditEntry {
  return {
    action: DECISION_ACTIONS[state],
    subject: `approval:${approvalId}`,
    approvalId,
    before: { state: 'pending' },
    after: { state },
  }
}
