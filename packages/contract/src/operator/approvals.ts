/** The two-person rule: which changes another operator can be asked to approve, and the states of such a request. */
import type { Permission } from './operator-roles.ts'

/**
 * The permission that each change needs. The operator who requests the change and the operator who approves it both need
 * it.
 */
export const APPROVAL_ACTIONS = {
  'clock.accept': 'clock.accept',
  'delivery.settle': 'delivery.settle',
  'event.open': 'event.open',
  'finance.save': 'finance.change',
  'finance.fund': 'finance.change',
  'finance.defund': 'finance.change',
  'house.fund': 'house.fund',
  'house.payout': 'house.payout',
  'house.book': 'house.book',
  'house.chargeback': 'house.book',
  'member.credit': 'member.correct',
  'member.reverse': 'member.correct',
  'member.freeze': 'member.freeze',
  'relation.decide': 'referral.decide',
  'voucher.grant': 'voucher.grant',
  'log.recover': 'log.recover',
  'witnesses.release': 'log.recover',
  'beacon.dead': 'log.recover',
  'product.create': 'product.terms',
  'product.terms': 'product.terms',
  'method.change': 'setting.change',
  'refund.failed': 'withdrawal.pay',
  'refund.paid': 'withdrawal.pay',
  'receiving.add': 'receiving.change',
  'receiving.disable': 'receiving.change',
  'statement.add': 'statement.enter',
  'statement.match': 'statement.enter',
  'statement.dismiss': 'statement.enter',
  'usdt.credit': 'statement.enter',
  'usdt.dismiss': 'statement.enter',
  'announcement.add': 'content.change',
  'rule.publish': 'rule.publish',
  'rule.withdraw': 'rule.publish',
  'setting.change': 'setting.change',
  'staff.create': 'staff.change',
  'staff.roles': 'staff.change',
  'staff.reset': 'staff.change',
  'staff.enable': 'staff.change',
} as const satisfies Record<string, Permission>

export type ApprovalAction = keyof typeof APPROVAL_ACTIONS
export const APPROVAL_ACTION_NAMES = Object.keys(APPROVAL_ACTIONS) as [ApprovalAction, ...ApprovalAction[]]

/** A request is `pending` until it ends in one of the other states. */
export const APPROVAL_STATES = ['pending', 'approved', 'rejected', 'withdrawn', 'expired'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]
