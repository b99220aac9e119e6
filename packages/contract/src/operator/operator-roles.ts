/**
 * Roles and permissions of operators. The server checks every operator's call against this table; the command line and the
 * console read it to know which commands to offer. An operator has one or more roles, and has every permission that at
 * least one of these roles has.
 */
export const ROLES = ['owner', 'finance', 'fulfilment', 'content', 'support', 'auditor'] as const
export type Role = (typeof ROLES)[number]

/** The roles that have each permission. An auditor reads everything and changes nothing. */
export const PERMISSIONS = {
  /** the operator's own account: log out, password, sessions */
  own: ROLES,
  'staff.read': ['owner', 'auditor'],
  'staff.change': ['owner'],
  /** reading and taking back the operator's own requests */
  'approval.own': ROLES,
  /** reading the requests of all operators */
  'approval.read': ['owner', 'finance', 'auditor'],
  /** deciding a request also needs the permission of the requested change (`APPROVAL_ACTIONS`) */
  'approval.decide': ['owner', 'finance'],
  'audit.read': ['owner', 'auditor'],
  'setting.read': ROLES,
  'setting.change': ['owner'],
  'house.read': ['owner', 'finance', 'auditor'],
  'house.fund': ['owner', 'finance'],
  /** takes profit out; another owner, who does not receive it, approves it */
  'house.payout': ['owner'],
  /** books costs, differences to the bank, and releases of the bankroll; another operator approves them */
  'house.book': ['owner', 'finance'],
  /** credits members from accounts of the house, and takes such credits back; another operator approves it */
  'member.correct': ['owner', 'finance'],
  /** what the house sold, paid and earned on days that have ended */
  'figures.read': ['owner', 'finance', 'auditor'],
  'voucher.read': ['owner', 'finance', 'support', 'auditor'],
  /** vouchers cost the house money; another operator approves them */
  'voucher.grant': ['owner', 'finance'],
  /** won products and their timelines; without addresses */
  'delivery.read': ['owner', 'finance', 'fulfilment', 'support', 'auditor'],
  /** shows an address in the clear */
  'delivery.reveal': ['owner', 'fulfilment'],
  /** makes pick lists, which have the addresses, and enters parcels and proofs of delivery */
  'delivery.ship': ['owner', 'fulfilment'],
  /** answers disputes without money */
  'delivery.answer': ['owner', 'fulfilment', 'support'],
  /** ends a dispute by paying the recycling value; another operator approves it */
  'delivery.settle': ['owner', 'finance', 'fulfilment'],
  'withdrawal.read': ['owner', 'finance', 'support', 'auditor'],
  /** approves and rejects */
  'withdrawal.approve': ['owner', 'finance'],
  /** exports for the bank, and enters what the bank did */
  'withdrawal.pay': ['owner', 'finance'],
  /** shows an account in the clear */
  'withdrawal.reveal': ['owner', 'finance'],
  /** which identity checks wait; without names and pictures */
  'identity.read': ['owner', 'support', 'auditor'],
  /** what members state and show in identity checks, and the decision; not for those who pay */
  'identity.review': ['owner', 'support'],
  /** recharges by transfer, their accounts and statements */
  'recharge.read': ['owner', 'finance', 'support', 'auditor'],
  /** shows the payer in the clear, and the pictures of slips */
  'recharge.reveal': ['owner', 'finance'],
  /** says that a transfer was not found */
  'recharge.decide': ['owner', 'finance'],
  /** imports statements and matches their lines */
  'statement.enter': ['owner', 'finance'],
  /** the accounts that members pay to */
  'receiving.change': ['owner', 'finance'],
  'member.read': ['owner', 'finance', 'support', 'auditor'],
  /** makes a member's limits stricter; no permission loosens them */
  'member.protect': ['owner', 'support'],
  /** freezes an account for a time, and ends it; longer than 72 hours or holding withdrawals needs another operator */
  'member.freeze': ['owner', 'support'],
  /** ends every log-in of a member, and the wait after wrong passwords */
  'member.access': ['owner', 'support'],
  /** starts a new transparency log after a loss; lets witnessed draws be sealed again after witnesses failed */
  'log.recover': ['owner'],
  /** says that business time is right after it jumped */
  'clock.accept': ['owner'],
  'product.read': ROLES,
  /** texts, pictures, categories; pauses, resumes and ends products, opens issues */
  'product.change': ['owner', 'content'],
  /** prices, shares, grade and subsidy of the next issues; needs a second operator */
  'product.terms': ['owner', 'finance'],
  /** switches, slices and exposure of the games; nothing touches an outcome */
  'games.read': ['owner', 'finance', 'support', 'auditor'],
  /** finance products with their reserves and liabilities */
  'finance.read': ['owner', 'finance', 'auditor'],
  /** terms, reserves and the end of the sale of finance products; terms and money need a second operator */
  'finance.change': ['owner', 'finance'],
  /** prize-share events with their money; checking terms */
  'event.read': ['owner', 'finance', 'support', 'auditor'],
  /** opens prize-share events; needs a second operator. Nothing touches an outcome. */
  'event.open': ['owner', 'finance'],
  /** rebates and teams of members, and signs that both accounts of a relation are one person */
  'referral.read': ['owner', 'finance', 'support', 'auditor'],
  /** decides such signs; another operator approves it */
  'referral.decide': ['owner', 'finance'],
  /** reviews and their pictures, also before they are published */
  'review.read': ['owner', 'content', 'support', 'auditor'],
  /** publishes, refuses and hides reviews */
  'review.moderate': ['owner', 'content', 'support'],
  /** the gateway of text messages, and messages that were given up; without numbers */
  'sms.read': ['owner', 'support', 'auditor'],
  /** sends a test message */
  'sms.test': ['owner'],
  /** texts of the house with their versions and drafts */
  'content.read': ['owner', 'content', 'support', 'auditor'],
  /** drafts of texts; announcements, which need a second operator, and their ends */
  'content.change': ['owner', 'content'],
  /** publishes rules and takes them back before they are in force; needs a second owner */
  'rule.publish': ['owner'],
  /** records a restore drill by the record of the restore program */
  'drill.record': ['owner'],
  'golive.read': ['owner', 'finance', 'auditor'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof PERMISSIONS
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as [Permission, ...Permission[]]

/** Whether an operator with these roles has the permission. */
export function mayOperate(roles: readonly Role[], permission: Permission): boolean {
  const allowed: readonly Role[] = PERMISSIONS[permission]
  return roles.some((role) => allowed.includes(role))
}

/** Every permission of an operator with these roles, in the order of the table. */
export function permissionsOf(roles: readonly Role[]): Permission[] {
  return PERMISSION_NAMES.filter((permission) => mayOperate(roles, permission))
}

/** Each role once, in the order of `ROLES`, so that the same roles are always the same text. */
export function sortRoles(roles: readonly Role[]): Role[] {
  return ROLES.filter((role) => roles.includes(role))
}

/** `invited`: the operator has not set a password and a second factor yet. */
export const OPERATOR_STATUSES = ['invited', 'active', 'disabled'] as const
export type OperatorStatus = (typeof OPERATOR_STATUSES)[number]

/** `setup`: the session can only be used to replace the one-time password and to set the second factor. */
export const SESSION_STAGES = ['setup', 'full'] as const
export type SessionStage = (typeof SESSION_STAGES)[number]
