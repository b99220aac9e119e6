/** Operators' accounts: create, change roles, reset, disable and enable. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { OPERATOR_STATUSES, ROLES } from '../../operator/operator-roles.ts'
import { empty, id, requestId, time } from '../../schemas.ts'
import { change } from './approvals.ts'
import { operatorName, reason, role } from './fields.ts'

const roles = z.array(role).check(z.minLength(1, 'REQUIRED'), z.maxLength(ROLES.length))

const staff = z.object({
  id,
  name: z.string(),
  fullName: z.string(),
  roles: z.array(role),
  status: z.enum(OPERATOR_STATUSES),
  createdAt: time,
  seenAt: z.nullable(time),
})

export const staffList = endpoint({
  path: '/operator/stafflist',
  summary: 'List all operators',
  auth: 'operator',
  permission: 'staff.read',
  input: empty,
  output: z.object({ items: z.array(staff) }),
  errors: [],
})

export const staffCreate = endpoint({
  path: '/operator/staffcreate',
  summary: 'Create an operator; once there are two owners, another owner must approve',
  auth: 'operator',
  permission: 'staff.change',
  input: z.strictObject({
    name: operatorName,
    fullName: z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(80), z.regex(/\S/, 'REQUIRED')),
    roles,
    reason,
    requestId,
  }),
  output: change,
  errors: ['NAME_TAKEN', 'NEEDS_SECOND_OWNER', 'REQUEST_ID_REUSED'],
})

export const staffRoles = endpoint({
  path: '/operator/staffroles',
  summary: "Change an operator's roles",
  auth: 'operator',
  permission: 'staff.change',
  input: z.strictObject({ id, roles, reason, requestId }),
  output: change,
  errors: ['LAST_OWNER', 'TWO_OWNERS_STAY', 'NEEDS_SECOND_OWNER', 'REQUEST_ID_REUSED'],
})

export const staffReset = endpoint({
  path: '/operator/staffreset',
  summary:
    'Reset the access of an operator who lost the password or the second factor: end all sessions and issue a one-time password. Without approval only if the account was never set up',
  auth: 'operator',
  permission: 'staff.change',
  input: z.strictObject({ id, reason, requestId }),
  output: change,
  errors: ['LAST_OWNER', 'NEEDS_SECOND_OWNER', 'REQUEST_ID_REUSED'],
})

export const staffDisable = endpoint({
  path: '/operator/staffdisable',
  summary: 'Disable an operator at once: end all sessions and withdraw all pending requests of the operator',
  auth: 'operator',
  permission: 'staff.change',
  input: z.strictObject({ id, reason }),
  output: staff,
  errors: ['LAST_OWNER'],
})

export const staffEnable = endpoint({
  path: '/operator/staffenable',
  summary:
    'Enable a disabled operator and issue a one-time password. Without approval only if the account was never set up',
  auth: 'operator',
  permission: 'staff.change',
  input: z.strictObject({ id, reason, requestId }),
  output: change,
  errors: ['NEEDS_SECOND_OWNER', 'REQUEST_ID_REUSED'],
})
