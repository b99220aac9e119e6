/** How requests and changes look on the wire. */
import * as z from 'zod/mini'
import { APPROVAL_ACTIONS } from '@fairlot/contract/operator/approvals'
import { mayOperate } from '@fairlot/contract/operator/operator-roles'
import type { OperatorCall } from '../../../platform/audit.ts'
import type { Approval, ApprovalDefinition, ChangeResult } from './approval-definition.ts'
import type { ApprovalRow } from './approvals.queries.ts'

export function approvalView(
  row: ApprovalRow,
  definition: ApprovalDefinition<unknown>,
  { operator }: OperatorCall,
): Approval {
  const { decided_by, decided_name } = row
  const mayDecide =
    row.state === 'pending' &&
    row.requested_by !== operator.operatorId &&
    mayOperate(operator.roles, APPROVAL_ACTIONS[definition.action])
  return {
    id: row.approval_id,
    action: definition.action,
    params: definition.view(z.parse(definition.schema, row.params)),
    reason: row.reason,
    requestedBy: { id: row.requested_by, name: row.requested_name },
    requestedAt: Number(row.requested_ms),
    expiresAt: Number(row.expires_ms),
    state: row.state,
    decidedBy: decided_by === null || decided_name === null ? null : { id: decided_by, name: decided_name },
    decidedAt: row.decided_ms === null ? null : Number(row.decided_ms),
    note: row.note,
    mayDecide,
  }
}

/** @param approval null: one operator made the change alone */
export function changeResult(approval: Approval | null, oneTimePassword: string | null = null): ChangeResult {
  const state = approval === null || approval.state === 'approved' ? 'done' : 'requested'
  return { state, approval, oneTimePassword }
}
