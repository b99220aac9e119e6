import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import type { Approvals } from './approvals.ts'

export type ApprovalRoutes = Handlers<
  Endpoints,
  'approvalList' | 'approvalShow' | 'approvalApprove' | 'approvalReject' | 'approvalWithdraw'
>

export function approvalRoutes(approvals: Approvals): ApprovalRoutes {
  return {
    approvalList: (call) => approvals.list(call, call.input),
    approvalShow: (call) => approvals.show(call, call.input.id),
    approvalApprove: (call) => approvals.approve(call, call.input.id),
    approvalReject: (call) => approvals.reject(call, call.input.id, call.input.note),
    approvalWithdraw: (call) => approvals.withdraw(call, call.input.id),
  }
}
