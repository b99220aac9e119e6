/** Every action that the server writes to the audit log. A log of an older version may contain other actions. */
import type { ApprovalAction, ApprovalState } from './approvals.ts'

/** What the log calls the end of an approval request, by its state. */
export const DECISION_ACTIONS = {
  approved: 'approval.approve',
  rejected: 'approval.reject',
  withdrawn: 'approval.withdraw',
  expired: 'approval.expire',
} as const satisfies Record<Exclude<ApprovalState, 'pending'>, string>

export type AuditAction =
  | ApprovalAction
  | 'approval.request'
  | (typeof DECISION_ACTIONS)[keyof typeof DECISION_ACTIONS]
  | 'member.find'
  | 'member.read'
  | 'order.read'
  | 'voucher.read'
  | 'member.tighten'
  | 'member.break'
  | 'delivery.read'
  | 'delivery.reveal'
  | 'delivery.pick'
  | 'delivery.release'
  | 'delivery.ship'
  | 'delivery.proof'
  | 'delivery.answer'
  | 'withdrawal.read'
  | 'withdrawal.reveal'
  | 'withdrawal.approve'
  | 'withdrawal.reject'
  | 'withdrawal.export'
  | 'withdrawal.paid'
  | 'withdrawal.failed'
  | 'identity.read'
  | 'identity.look'
  | 'identity.approve'
  | 'identity.refuse'
  | 'identity.again'
  | 'recharge.read'
  | 'recharge.reveal'
  | 'recharge.slip'
  | 'recharge.fail'
  | 'statement.import'
  | 'product.edit'
  | 'product.text'
  | 'product.images'
  | 'product.pause'
  | 'product.resume'
  | 'product.end'
  | 'product.open'
  | 'category.save'
  | 'finance.close'
  | 'review.read'
  | 'review.look'
  | 'review.publish'
  | 'review.keep'
  | 'review.refuse'
  | 'review.hide'
  | 'statement.confirm'
  | 'session.login'
  | 'session.refused'
  | 'session.logout'
  | 'session.end'
  | 'staff.setup'
  | 'staff.password'
  | 'staff.disable'
  | 'staff.rescue'
