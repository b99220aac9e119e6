/** Logging in, setting up an account, and the operator's own sessions. The session is a cookie. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { OPERATOR_PASSWORD } from '../../operator/operator-password.ts'
import { PERMISSION_NAMES, SESSION_STAGES } from '../../operator/operator-roles.ts'
import { count, empty, id, smsCode, time } from '../../schemas.ts'
import { operatorName, role } from './fields.ts'

/** A new password. Only its length is checked here; the server refuses common passwords. */
const newPassword = z
  .string()
  .check(
    z.minLength(1, 'REQUIRED'),
    z.minLength(OPERATOR_PASSWORD.minimum, 'OPERATOR_PASSWORD'),
    z.maxLength(OPERATOR_PASSWORD.maximum, 'OPERATOR_PASSWORD'),
  )
const currentPassword = z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(128))

const me = z.object({
  id,
  name: z.string(),
  fullName: z.string(),
  roles: z.array(role),
  permissions: z.array(z.enum(PERMISSION_NAMES)),
  stage: z.enum(SESSION_STAGES),
  /** absolute end of the session; it ends earlier after 15 minutes without a call */
  expiresAt: time,
})

export const operatorLogin = endpoint({
  path: '/operator/login',
  summary: 'Log in with name, password and a code of the second factor; the answer sets the session cookie',
  auth: 'anyone',
  secret: true,
  input: z.strictObject({
    name: operatorName,
    password: currentPassword,
    /** left out only with a one-time password */
    code: z.optional(smsCode),
  }),
  /** `signKey`: hex, 32 bytes; the key of this session's `sign`. No later answer contains it. */
  output: z.object({ signKey: z.string(), operator: me }),
  errors: ['LOGIN_FAILED', 'LOGIN_DELAYED'],
})

export const operatorLogout = endpoint({
  path: '/operator/logout',
  summary: 'End this session',
  auth: 'operator',
  permission: 'own',
  stage: 'setup',
  input: empty,
  output: empty,
  errors: [],
})

export const operatorMe = endpoint({
  path: '/operator/me',
  summary: 'The operator of this session, with roles and permissions',
  auth: 'operator',
  permission: 'own',
  stage: 'setup',
  input: empty,
  output: me,
  errors: [],
})

export const operatorSetupBegin = endpoint({
  path: '/operator/setupbegin',
  summary:
    'Create a secret for the second factor; it takes effect when `setup` confirms it with a code. A session gets the same secret each time',
  auth: 'operator',
  permission: 'own',
  stage: 'setup',
  /** `password`: refused here as `setup` would refuse it, before the operator sets up an authenticator app */
  input: z.strictObject({ password: z.optional(newPassword) }),
  /** `secret` in base 32; `uri` for authenticator apps */
  output: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['ALREADY_SET_UP', 'PASSWORD_COMMON'],
})

export const operatorSetup = endpoint({
  path: '/operator/setup',
  summary: 'Replace the one-time password and confirm the second factor',
  auth: 'operator',
  permission: 'own',
  stage: 'setup',
  input: z.strictObject({ password: newPassword, code: smsCode }),
  output: me,
  errors: ['ALREADY_SET_UP', 'CODE_WRONG', 'PASSWORD_COMMON'],
})

export const operatorPasswordChange = endpoint({
  path: '/operator/password',
  summary: 'Change your password and end your other sessions',
  auth: 'operator',
  permission: 'own',
  input: z.strictObject({ current: currentPassword, code: smsCode, password: newPassword }),
  output: z.object({ endedSessions: count }),
  errors: ['LOGIN_FAILED', 'LOGIN_DELAYED', 'PASSWORD_COMMON'],
})

export const operatorSessions = endpoint({
  path: '/operator/sessions',
  summary: 'List your sessions',
  auth: 'operator',
  permission: 'own',
  input: empty,
  output: z.object({
    items: z.array(z.object({ id, current: z.boolean(), device: z.string(), createdAt: time, seenAt: time })),
  }),
  errors: [],
})

export const operatorSessionEnd = endpoint({
  path: '/operator/sessionend',
  summary: 'End one of your sessions',
  auth: 'operator',
  permission: 'own',
  input: z.strictObject({ id }),
  output: empty,
  errors: [],
})
