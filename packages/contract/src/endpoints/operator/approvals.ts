/** Requests that a second operator approves or rejects. */
import * as z from 'zod/mini'
import { APPROVAL_ACTION_NAMES, APPROVAL_STATES } from '../../operator/approvals.ts'
import { endpoint } from '../../define.ts'
import { id, page, paged, time } from '../../schemas.ts'
import { fact, operatorRef, reason } from './fields.ts'

const state = z.enum(APPROVAL_STATES)

const approval = z.object({
  id,
  action: z.enum(APPROVAL_ACTION_NAMES),
  /** the requested change, field by field, as text for the approver; amounts as on the wire */
  params: z.record(z.string(), z.string()),
  reason: z.string(),
  requestedBy: operatorRef,
  requestedAt: time,
  expiresAt: time,
  state,
  decidedBy: z.nullable(operatorRef),
  decidedAt: z.nullable(time),
  note: z.nullable(z.string()),
  /** whether the caller can approve or reject the request now */
  mayDecide: z.boolean(),
})

const fields = z.record(z.string(), z.string())

/** What the request would do now, computed when it is read. Texts for the approver; amounts as on the wire. */
const outlook = z.object({
  /** every field that takes effect, also what the request leaves to a setting or a default */
  effect: fields,
  /** what these fields are now; a field that is left out is new */
  before: fields,
  /** what the change moves, or can cost */
  money: fields,
  /** what the server found; the facts that warn come first */
  facts: z.array(fact),
  /** the error with which an approval would be refused now, as far as it can be known; null: none */
  refused: z.nullable(z.string()),
})

/** The result of a change: it is carried out (`done`), or it needs the approval of a second operator (`requested`). */
export const change = z.object({
  state: z.enum(['done', 'requested']),
  approval: z.nullable(approval),
  /** of a new or reset account: valid for 24 hours, only to set the account up; no later answer contains it */
  oneTimePassword: z.nullable(z.string()),
})

export const approvalList = endpoint({
  path: '/operator/approvallist',
  summary: 'List approval requests, newest first; without the permission approval.read only your own',
  auth: 'operator',
  permission: 'approval.own',
  input: z.strictObject({ ...page, state: z.optional(state) }),
  output: paged(approval),
  errors: [],
})

export const approvalShow = endpoint({
  path: '/operator/approvalshow',
  summary: 'Show one approval request; without the permission approval.read only one of your own',
  auth: 'operator',
  permission: 'approval.own',
  input: z.strictObject({ id }),
  /** `outlook`: null when the request is decided, and without the permission approval.read: it can show what a member owns */
  output: z.extend(approval, { outlook: z.nullable(outlook) }),
  errors: [],
})

export const approvalApprove = endpoint({
  path: '/operator/approve',
  summary: "Approve another operator's request; the server carries it out in the same transaction",
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
    'LOG_HALTED',
    'NOTHING_TO_RECOVER',
    'WITNESS_SILENT',
    'STATE_NOT_NAMED',
    'NOTHING_TO_RELEASE',
    'NO_PUBLIC_BEACON',
    'BEACON_DEAD',
    'ROUND_NOT_LAST',
    'NOTHING_TO_PUBLISH',
    'NOTICE_TOO_SHORT',
    'IN_FORCE',
    'LINE_ENDED',
    'RECEIVING_CURRENCY',
    'WITHDRAWAL_STEP',
    'REFUND_PENDING',
    'ORDER_STEP',
    'TERMS_FIXED',
    'RESERVE_BOUND',
    'HOUSE_BOUND',
    'OWN_PAYOUT',
  ],
})

export const approvalReject = endpoint({
  path: '/operator/reject',
  summary: "Reject another operator's request",
  auth: 'operator',
  permission: 'approval.decide',
  input: z.strictObject({ id, note: reason }),
  output: approval,
  errors: ['OWN_REQUEST', 'NOT_PENDING', 'NOT_PERMITTED'],
})

export const approvalWithdraw = endpoint({
  path: '/operator/withdraw',
  summary: 'Withdraw your own request',
  auth: 'operator',
  permission: 'approval.own',
  input: z.strictObject({ id }),
  output: approval,
  errors: ['NOT_PENDING'],
})
