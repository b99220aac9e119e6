/**
 * Who at the desk may do what: the one table that the server checks, and from which the command line and the console know
 * what to offer. An operator has one role or several; a permission holds when one of them has it.
 */
export const ROLES = ['owner', 'finance', 'fulfilment', 'content', 'support', 'auditor'] as const
export type Role = (typeof ROLES)[number]

const EVERYBODY = ROLES

/** Roles by permission. The auditor reads everything and changes nothing. */
export const PERMISSIONS = {
  /** the own account: log out, password, sessions */
  own: EVERYBODY,
  'staff.read': ['owner', 'auditor'],
  'staff.change': ['owner'],
  'approval.read': ['owner', 'finance', 'auditor'],
  /** what is decided asks for the permission of its action besides */
  'approval.decide': ['owner', 'finance'],
  'audit.read': ['owner', 'auditor'],
  'setting.read': EVERYBODY,
  'setting.change': ['owner'],
  'house.read': ['owner', 'finance', 'auditor'],
  'house.fund': ['owner', 'finance'],
  'member.read': ['owner', 'finance', 'support', 'auditor'],
  /** makes a member's limits stricter; nobody may loosen them */
  'member.protect': ['owner', 'support'],
  'golive.read': ['owner', 'finance', 'auditor'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof PERMISSIONS

/** Whether somebody with these roles may. */
export function mayOperate(roles: readonly Role[], permission: Permission): boolean {
  const allowed: readonly Role[] = PERMISSIONS[permission]
  return roles.some((role) => allowed.includes(role))
}

/** Everything that these roles may, in the order of the table. */
export function permissionsOf(roles: readonly Role[]): Permission[] {
  return (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => mayOperate(roles, permission))
}

/** What takes a second person. Whoever approves needs the permission beside it, as whoever asks. */
export const APPROVAL_ACTIONS = {
  'house.fund': 'house.fund',
  'setting.change': 'setting.change',
  'staff.create': 'staff.change',
  'staff.roles': 'staff.change',
  'staff.reset': 'staff.change',
  'staff.enable': 'staff.change',
} as const satisfies Record<string, Permission>

export type ApprovalAction = keyof typeof APPROVAL_ACTIONS

/** The life of a request: decided once, by another person, or not at all. */
export const APPROVAL_LIFE = {
  pending: ['approved', 'rejected', 'withdrawn', 'expired'],
  approved: [],
  rejected: [],
  withdrawn: [],
  expired: [],
} as const

export type ApprovalState = keyof typeof APPROVAL_LIFE
export const APPROVAL_STATES = Object.keys(APPROVAL_LIFE) as ApprovalState[]
