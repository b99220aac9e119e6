/** What operators do with identity checks: list, look at, open pictures, approve, refuse, and ask for pictures again. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import {
  IDENTITY_CHECK_STATES,
  IDENTITY_DOCUMENTS,
  IDENTITY_REASONS,
  IDENTITY_SLOTS,
  IDENTITY_STEPS,
} from '../../../life/identity-life.ts'
import { WITHDRAWAL_AGES } from '../../../life/withdrawal-life.ts'
import { count, hex, id, page, paged, time } from '../../../schemas.ts'
import { operatorRef, reason } from '../fields.ts'

/** `C` and twelve characters, as the member reads it */
const number = z.string().check(z.regex(/^C[0-9A-HJKMNP-TV-Z]{12}$/, 'NOT_AN_ID'))
const slot = z.enum(IDENTITY_SLOTS)

const line = z.object({
  number,
  /** id of the member */
  member: id,
  document: z.enum(IDENTITY_DOCUMENTS),
  state: z.enum(IDENTITY_CHECK_STATES),
  /** who decides: two operators, or a company */
  decidedBy: z.enum(['manual', 'http']),
  /** how many operators have approved the present pictures; two have to */
  approvals: count,
  createdAt: time,
  /** complete hours from the beginning until now, or until the decision */
  ageHours: count,
  /** `late`: it waits for over 2 hours; `overdue`: for over 2 working days */
  age: z.enum(WITHDRAWAL_AGES),
})

const shown = z.extend(line, {
  /** masked; null when the account of the member is closed */
  phone: z.nullable(z.string()),
  /** null after the erasure */
  name: z.nullable(z.string()),
  birthDate: z.nullable(z.string()),
  /** completed years today */
  years: z.nullable(count),
  documentNumber: z.nullable(z.string()),
  validUntil: z.nullable(z.string()),
  /** other members who have shown the same document; at most 10 */
  sameDocument: z.array(id),
  pictures: z.array(
    z.object({ slot, state: z.enum(['kept', 'again', 'erased']), width: count, height: count }),
  ),
  reason: z.nullable(z.enum(IDENTITY_REASONS)),
  note: z.nullable(z.string()),
  decidedAt: z.nullable(time),
  erasedFrom: z.nullable(time),
  timeline: z.array(
    z.object({
      step: z.enum(IDENTITY_STEPS),
      /** null: the member, the company or the server */
      by: z.nullable(operatorRef),
      at: time,
    }),
  ),
  looks: z.array(z.object({ slot, by: operatorRef, at: time })),
})

export const identityList = endpoint({
  path: '/operator/identitylist',
  summary: 'List the identity checks that wait for a decision, oldest first; without names',
  auth: 'operator',
  permission: 'identity.read',
  input: z.strictObject(page),
  output: paged(line),
  errors: [],
})

export const identityShow = endpoint({
  path: '/operator/identityshow',
  summary: 'Show what a member states in an identity check; the audit log names the operator',
  auth: 'operator',
  permission: 'identity.review',
  secret: true,
  input: z.strictObject({ number }),
  output: shown,
  errors: [],
})

export const identityPicture = endpoint({
  path: '/operator/identitypicture',
  summary: 'Open one picture of an identity check; the audit log and the member see who opened it',
  auth: 'operator',
  permission: 'identity.review',
  secret: true,
  input: z.strictObject({ number, slot }),
  output: z.object({
    number,
    slot,
    type: z.literal('image/webp'),
    width: count,
    height: count,
    sha256: hex(32),
    /** the picture in base64 */
    base64: z.string(),
  }),
  errors: [],
})

export const identityApprove = endpoint({
  path: '/operator/identityapprove',
  summary: 'Approve an identity check; another operator has to approve it too',
  auth: 'operator',
  permission: 'identity.review',
  input: z.strictObject({ number }),
  output: shown,
  errors: ['IDENTITY_STEP', 'ALREADY_REVIEWED', 'UNDER_AGE', 'DOCUMENT_ENDED'],
})

export const identityRefuse = endpoint({
  path: '/operator/identityrefuse',
  summary: 'Refuse an identity check; the member reads the reason and the note',
  auth: 'operator',
  permission: 'identity.review',
  input: z.strictObject({ number, reason: z.enum(IDENTITY_REASONS), note: reason }),
  output: shown,
  errors: ['IDENTITY_STEP'],
})

export const identityAskAgain = endpoint({
  path: '/operator/identityaskagain',
  summary: 'Ask the member to send some pictures again; the member reads the note',
  auth: 'operator',
  permission: 'identity.review',
  input: z.strictObject({
    number,
    slots: z.array(slot).check(z.minLength(1, 'REQUIRED'), z.maxLength(IDENTITY_SLOTS.length)),
    note: reason,
  }),
  output: shown,
  errors: ['IDENTITY_STEP'],
})
