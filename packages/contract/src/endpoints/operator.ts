/** The operators' calls: the command line uses them, and the console will. A session of a kind of its own (a cookie). */
import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { BREAK_DURATIONS, LIMIT_KINDS, LIMIT_PERIODS } from '../guard-kinds.ts'
import { MODULES } from '../modules.ts'
import {
  APPROVAL_ACTIONS,
  APPROVAL_STATES,
  PERMISSIONS,
  ROLES,
  type ApprovalAction,
  type Permission,
} from '../operator-roles.ts'
import { amount, count, empty, enteredAmount, id, page, paged, requestId, smsCode, time } from '../schemas.ts'
import { enteredCap, guardState } from './guard.ts'

const role = z.enum(ROLES)
const roles = z.array(role).check(z.minLength(1, 'REQUIRED'), z.maxLength(ROLES.length))

/** A log in name: lower case, as it stands in the audit log for ever. */
const operatorName = z
  .string()
  .check(z.minLength(1, 'REQUIRED'), z.regex(/^[a-z][a-z0-9._-]{1,31}$/, 'OPERATOR_NAME'))
/** Operators' passwords: length instead of composition. */
const operatorPassword = z
  .string()
  .check(
    z.minLength(1, 'REQUIRED'),
    z.minLength(15, 'OPERATOR_PASSWORD'),
    z.maxLength(128, 'OPERATOR_PASSWORD'),
  )
const anyPassword = z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(128))
/** Why: stands in the audit log. */
const reason = z.string().check(z.minLength(3, 'REASON'), z.maxLength(500), z.regex(/\S\s*\S\s*\S/, 'REASON'))

/** An operator as others name one. */
const who = z.object({ id, name: z.string() })

export const me = z.object({
  id,
  name: z.string(),
  fullName: z.string(),
  roles: z.array(role),
  permissions: z.array(z.enum(Object.keys(PERMISSIONS) as [Permission, ...Permission[]])),
  /** `setup`: only a new password and the second factor can be set with this session */
  stage: z.enum(['setup', 'full']),
  /** the session's absolute end; 15 minutes without a call end it earlier */
  expiresAt: time,
})

export const operatorLogin = endpoint({
  path: '/operator/login',
  summary: 'Log in with name, password and the code of the second factor; the answer sets the session cookie',
  auth: 'anyone',
  input: z.strictObject({
    name: operatorName,
    password: anyPassword,
    /** left out only with a one-time password */
    code: z.optional(smsCode),
  }),
  /** `signKey`: hex, 32 bytes, the key of this session's `sign`, given once */
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
  summary: 'Who is logged in, and what they may do',
  auth: 'operator',
  permission: 'own',
  stage: 'setup',
  input: empty,
  output: me,
  errors: [],
})

export const operatorSetupBegin = endpoint({
  path: '/operator/setupbegin',
  summary: 'A fresh secret for the second factor; it holds once its code was given',
  auth: 'operator',
  permission: 'own',
  stage: 'setup',
  input: empty,
  /** `secret` in base 32, `uri` as authenticator apps read it */
  output: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['ALREADY_SET_UP'],
})

export const operatorSetup = endpoint({
  path: '/operator/setup',
  summary: 'Replace the one-time password and confirm the second factor',
  auth: 'operator',
  permission: 'own',
  stage: 'setup',
  input: z.strictObject({ password: operatorPassword, code: smsCode }),
  output: me,
  errors: ['ALREADY_SET_UP', 'CODE_WRONG', 'PASSWORD_COMMON'],
})

export const operatorPasswordChange = endpoint({
  path: '/operator/password',
  summary: 'Change the own password; every other session of one ends',
  auth: 'operator',
  permission: 'own',
  input: z.strictObject({ current: anyPassword, code: smsCode, password: operatorPassword }),
  output: z.object({ endedSessions: count }),
  errors: ['LOGIN_FAILED', 'LOGIN_DELAYED', 'PASSWORD_COMMON'],
})

export const operatorSessions = endpoint({
  path: '/operator/sessions',
  summary: 'Own sessions',
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
  summary: 'End one of the own sessions',
  auth: 'operator',
  permission: 'own',
  input: z.strictObject({ id }),
  output: empty,
  errors: [],
})

export const approval = z.object({
  id,
  action: z.enum(Object.keys(APPROVAL_ACTIONS) as [ApprovalAction, ...ApprovalAction[]]),
  /** what is asked for, name by name, as people read it: amounts as on the wire */
  params: z.record(z.string(), z.string()),
  reason: z.string(),
  requestedBy: who,
  requestedAt: time,
  expiresAt: time,
  state: z.enum(APPROVAL_STATES as [(typeof APPROVAL_STATES)[number], ...typeof APPROVAL_STATES]),
  decidedBy: z.nullable(who),
  decidedAt: z.nullable(time),
  note: z.nullable(z.string()),
  /** whether the caller can approve or reject it now */
  mayDecide: z.boolean(),
})

/** What became of a change: done, or waiting for a second person. */
const change = z.object({
  state: z.enum(['done', 'requested']),
  approval: z.nullable(approval),
  /** of a new or reset account: shown this once, good for 24 hours and for setting up only */
  oneTimePassword: z.nullable(z.string()),
})

const staff = z.object({
  id,
  name: z.string(),
  fullName: z.string(),
  roles: z.array(role),
  /** `invited`: has not set a password and a second factor yet */
  status: z.enum(['invited', 'active', 'disabled']),
  createdAt: time,
  seenAt: z.nullable(time),
})

export const staffList = endpoint({
  path: '/operator/stafflist',
  summary: 'The people at the desk',
  auth: 'operator',
  permission: 'staff.read',
  input: empty,
  output: z.object({ items: z.array(staff) }),
  errors: [],
})

export const staffCreate = endpoint({
  path: '/operator/staffcreate',
  summary: 'A new operator; from the second owner on, another owner has to approve',
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
    'A new one-time password for an operator who lost password or second factor; ends their sessions. By one owner alone only where the account was never set up',
  auth: 'operator',
  permission: 'staff.change',
  input: z.strictObject({ id, reason, requestId }),
  output: change,
  errors: ['LAST_OWNER', 'NEEDS_SECOND_OWNER', 'REQUEST_ID_REUSED'],
})

export const staffDisable = endpoint({
  path: '/operator/staffdisable',
  summary: 'Shut an operator out at once; ends their sessions and withdraws what they have asked for',
  auth: 'operator',
  permission: 'staff.change',
  input: z.strictObject({ id, reason }),
  output: staff,
  errors: ['LAST_OWNER'],
})

export const staffEnable = endpoint({
  path: '/operator/staffenable',
  summary:
    'Let an operator who was shut out in again, with a new one-time password. By one owner alone only where the account was never set up',
  auth: 'operator',
  permission: 'staff.change',
  input: z.strictObject({ id, reason, requestId }),
  output: change,
  errors: ['NEEDS_SECOND_OWNER', 'REQUEST_ID_REUSED'],
})

export const approvalList = endpoint({
  path: '/operator/approvallist',
  summary: 'What waits for a second person, or was decided; newest first',
  auth: 'operator',
  permission: 'approval.read',
  input: z.strictObject({
    ...page,
    state: z.optional(z.enum(APPROVAL_STATES as [(typeof APPROVAL_STATES)[number]])),
  }),
  output: paged(approval),
  errors: [],
})

export const approvalShow = endpoint({
  path: '/operator/approvalshow',
  summary: 'One request',
  auth: 'operator',
  permission: 'approval.read',
  input: z.strictObject({ id }),
  output: approval,
  errors: [],
})

export const approvalApprove = endpoint({
  path: '/operator/approve',
  summary: "Approve somebody else's request: it is carried out in the same transaction",
  auth: 'operator',
  permission: 'approval.decide',
  input: z.strictObject({ id }),
  output: change,
  errors: [
    'OWN_REQUEST',
    'NOT_PENDING',
    'NOT_PERMITTED',
    'LAST_OWNER',
    'TWO_OWNERS_STAY',
    'NAME_TAKEN',
    'CHANGED_MEANWHILE',
    'REFERENCE_USED',
    'NOT_READY',
  ],
})

export const approvalReject = endpoint({
  path: '/operator/reject',
  summary: "Reject somebody else's request",
  auth: 'operator',
  permission: 'approval.decide',
  input: z.strictObject({ id, note: reason }),
  output: approval,
  errors: ['OWN_REQUEST', 'NOT_PENDING', 'NOT_PERMITTED'],
})

export const approvalWithdraw = endpoint({
  path: '/operator/withdraw',
  summary: 'Take the own request back',
  auth: 'operator',
  permission: 'approval.decide',
  input: z.strictObject({ id }),
  output: approval,
  errors: ['NOT_PENDING'],
})

export const auditList = endpoint({
  path: '/operator/auditlist',
  summary: 'Who changed what, with before and after; newest first',
  auth: 'operator',
  permission: 'audit.read',
  input: z.strictObject({
    ...page,
    operator: z.optional(id),
    /** an action (`setting.change`) or the first part of some (`staff`) */
    action: z.optional(z.string().check(z.regex(/^[a-z][a-z._]{0,59}$/, 'INVALID'))),
    /** what was changed: `member:<id>`, `setting:<name>` … */
    subject: z.optional(z.string().check(z.regex(/^[a-z]+:[A-Za-z0-9._-]{1,80}$/, 'INVALID'))),
  }),
  output: paged(
    z.object({
      id,
      at: time,
      /** null: the machine itself, at the first start or by its command line; with an address, somebody not let in */
      operator: z.nullable(who),
      action: z.string(),
      subject: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      approval: z.nullable(id),
      /** JSON as text; null: there was nothing, or nothing is left */
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
      address: z.nullable(z.string()),
    }),
  ),
  errors: [],
})

const setting = z.object({
  name: z.string(),
  /** what it is for, in English: names and purposes are the operators' and stand in docs/OPERATING.md */
  about: z.string(),
  kind: z.enum(['flag', 'whole', 'wholes', 'money', 'moneys', 'text', 'choice', 'countries', 'date']),
  unit: z.nullable(z.string()),
  minimum: z.nullable(z.string()),
  maximum: z.nullable(z.string()),
  choices: z.nullable(z.array(z.string())),
  value: z.string(),
  /** what holds unless it was changed */
  initial: z.string(),
  /** 0: never changed */
  version: count,
  changedAt: z.nullable(time),
  /** `new`: records made from now on, each keeps the value it was made under; `all`: everything, at once */
  effect: z.enum(['new', 'all']),
  /** whether a change takes a second person in this database */
  twoPersons: z.boolean(),
})

const settingName = z
  .string()
  .check(z.regex(/^[a-z]+(\.[a-z][A-Za-z0-9]*){1,3}$/, 'INVALID'), z.maxLength(60))

export const settingList = endpoint({
  path: '/operator/settinglist',
  summary: 'Every setting with its value and bounds',
  auth: 'operator',
  permission: 'setting.read',
  input: empty,
  output: z.object({ items: z.array(setting) }),
  errors: [],
})

export const settingShow = endpoint({
  path: '/operator/settingshow',
  summary: 'One setting and its history, newest first',
  auth: 'operator',
  permission: 'setting.read',
  input: z.strictObject({ name: settingName }),
  output: z.object({
    setting,
    history: z.array(
      z.object({
        version: count,
        before: z.string(),
        after: z.string(),
        by: z.nullable(who),
        reason: z.string(),
        at: time,
      }),
    ),
  }),
  errors: [],
})

export const settingSave = endpoint({
  path: '/operator/settingsave',
  summary: 'Change a setting; the value as text, in the form that the list shows',
  auth: 'operator',
  permission: 'setting.change',
  input: z.strictObject({
    name: settingName,
    value: z.string().check(z.maxLength(2_000)),
    /** the version that was looked at */
    version: count,
    reason,
    requestId,
  }),
  output: change,
  errors: ['CHANGED_MEANWHILE', 'REQUEST_ID_REUSED', 'NOT_READY'],
})

export const moduleList = endpoint({
  path: '/operator/modulelist',
  summary: 'The modules: whether they sell, where they may, and what real money still lacks',
  auth: 'operator',
  permission: 'setting.read',
  input: empty,
  output: z.object({
    items: z.array(
      z.object({
        module: z.enum(MODULES),
        enabled: z.boolean(),
        licence: z.string(),
        /** ISO codes; empty: none chosen (in a sandbox: everywhere) */
        countries: z.array(z.string()),
        ageProvider: z.string(),
        /** ids of the go-live checks that fail for it; empty in a sandbox */
        missing: z.array(z.string()),
      }),
    ),
  }),
  errors: [],
})

const houseAccount = z.enum(['bankroll', 'marketing', 'subsidy'])

export const houseList = endpoint({
  path: '/operator/houselist',
  summary: 'The accounts of the house',
  auth: 'operator',
  permission: 'house.read',
  input: empty,
  output: z.object({
    items: z.array(
      z.object({
        account: z.enum(['cash', 'sales', 'bankroll', 'marketing', 'subsidy']),
        balance: amount,
        /** whether `fund` can put money into it */
        funded: z.boolean(),
      }),
    ),
    /** requests to fund that wait for a second person */
    pending: count,
  }),
  errors: [],
})

export const houseFund = endpoint({
  path: '/operator/housefund',
  summary: 'Ask to fund an account of the house: a second person approves, then it is booked and published',
  auth: 'operator',
  permission: 'house.fund',
  money: true,
  input: z.strictObject({
    account: houseAccount,
    amount: enteredAmount,
    /** of the bank's transfer; one reference funds an account once */
    reference: z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(140), z.regex(/\S/, 'REQUIRED')),
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'REFERENCE_USED'],
})

export const houseFundings = endpoint({
  path: '/operator/housefundings',
  summary: 'What the house was funded with, newest first',
  auth: 'operator',
  permission: 'house.read',
  input: z.strictObject({ ...page, account: z.optional(houseAccount) }),
  output: paged(
    z.object({
      id,
      account: houseAccount,
      amount,
      reference: z.string(),
      /** null: the demo world's opening balance */
      requestedBy: z.nullable(who),
      approvedBy: z.nullable(who),
      at: time,
    }),
  ),
  errors: [],
})

export const memberFind = endpoint({
  path: '/operator/memberfind',
  summary: 'Find a member by the complete phone number, user name or id',
  auth: 'operator',
  permission: 'member.read',
  input: z.strictObject({ query: z.string().check(z.minLength(3, 'TOO_SHORT'), z.maxLength(60)) }),
  output: z.object({
    items: z.array(
      z.object({
        id,
        nickname: z.string(),
        /** masked */
        phone: z.nullable(z.string()),
        status: z.enum(['active', 'closing', 'closed']),
        memberSince: time,
      }),
    ),
  }),
  errors: [],
})

export const memberShow = endpoint({
  path: '/operator/membershow',
  summary: "Get a member's limits and any active break or self-exclusion",
  auth: 'operator',
  permission: 'member.read',
  input: z.strictObject({ id }),
  output: z.object({ id, status: z.enum(['active', 'closing', 'closed']), guard: guardState }),
  errors: [],
})

export const memberTighten = endpoint({
  path: '/operator/membertighten',
  summary: "Make a member's limit stricter; only the member can make it looser",
  auth: 'operator',
  permission: 'member.protect',
  input: z.strictObject({
    id,
    kind: z.enum(LIMIT_KINDS),
    period: z.enum(LIMIT_PERIODS),
    cap: enteredCap,
    reason,
  }),
  output: guardState,
  errors: ['ONLY_STRICTER'],
})

export const memberBreak = endpoint({
  path: '/operator/memberbreak',
  summary: 'Put a member on a break; it cannot be shortened',
  auth: 'operator',
  permission: 'member.protect',
  input: z.strictObject({ id, duration: z.enum(BREAK_DURATIONS), reason }),
  output: guardState,
  errors: ['ALREADY_LONGER'],
})

export const goLive = endpoint({
  path: '/operator/golive',
  summary: 'What real money still lacks, for the whole installation and module by module',
  auth: 'operator',
  permission: 'golive.read',
  input: empty,
  output: z.object({
    ready: z.boolean(),
    items: z.array(
      z.object({
        /** stable name of the check: docs/OPERATING.md explains each */
        id: z.string(),
        /** what it is about: everything, or one module */
        scope: z.enum(['all', ...MODULES]),
        ok: z.boolean(),
        /** what was found, in English */
        found: z.string(),
      }),
    ),
  }),
  errors: [],
})
