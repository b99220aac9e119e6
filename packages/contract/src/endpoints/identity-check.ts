/** The identity check as the member sees it. */
import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import {
  IDENTITY_CHECK_STATES,
  IDENTITY_DOCUMENTS,
  IDENTITY_REASONS,
  IDENTITY_SLOTS,
  IDENTITY_STATES,
  IDENTITY_STEPS,
} from '../life/identity-life.ts'
import { amount, count, empty, id, requestId, time } from '../schemas.ts'

const document = z.enum(IDENTITY_DOCUMENTS)
const slot = z.enum(IDENTITY_SLOTS)

/** `2031-05-03`: a day of the calendar that exists */
export const day = z.string().check(
  z.minLength(1, 'REQUIRED'),
  z.refine((text) => isDay(text), 'DAY_FORMAT'),
)

function isDay(text: string): boolean {
  if (!/^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** What the withdrawal rules say about the identity: part of the answer of `withdrawInfo`, too. */
export const identityStanding = z.object({
  state: z.enum(IDENTITY_STATES),
  /** a withdrawal that takes the sum of 30 days to this amount needs an approved check */
  threshold: amount,
  /** the member's withdrawals of the last 30 days that were paid or are open */
  used: amount,
  /** whether the withdrawal of the asked amount is refused with IDENTITY_REQUIRED; without an amount: every withdrawal */
  needed: z.boolean(),
})

/** A check. It never contains the pictures, the birth date or the number of the document. */
export const identityCheck = z.object({
  id,
  /** number that a member tells support: `C` and twelve characters */
  number: z.string(),
  state: z.enum(IDENTITY_CHECK_STATES),
  document,
  /** the name that the member gave, as on the document; null after it was erased */
  name: z.nullable(z.string()),
  pictures: z.array(
    z.object({
      slot,
      /** `again`: the member has to send this picture again; `erased`: the retention period is over */
      state: z.enum(['kept', 'again', 'erased']),
    }),
  ),
  /** what the reviewer wrote to the member: what is wrong with a picture, or why the check was refused */
  note: z.nullable(z.string()),
  reason: z.nullable(z.enum(IDENTITY_REASONS)),
  createdAt: time,
  decidedAt: z.nullable(time),
  /** two-digit number of the reviewer whose approval or refusal decided; null: the provider, or not decided */
  reviewer: z.nullable(z.string()),
  /** last day of the document, `2031-05-03`; the approved check ends with it */
  validUntil: z.nullable(z.string()),
  /** when the pictures are erased; null before the decision and after the erasure */
  erasedFrom: z.nullable(time),
  timeline: z.array(z.object({ step: z.enum(IDENTITY_STEPS), at: time })),
  /** every time that a reviewer opened a picture */
  looks: z.array(z.object({ slot, reviewer: z.string(), at: time })),
})

export const identityState = endpoint({
  path: '/user/identity',
  summary: "The member's identity check: state, what it is needed for, the form, and the newest check",
  auth: 'member',
  input: empty,
  output: z.object({
    standing: identityStanding,
    /** whether the member has to be checked before the first recharge (real money) */
    beforeRecharge: z.boolean(),
    /** the pictures of each document */
    forms: z.array(z.object({ document, slots: z.array(slot) })),
    minimumAge: count,
    /** days after the decision for which pictures are kept */
    retentionDays: count,
    /** `manual`: two reviewers of this operator; `http`: a company that the operator has connected */
    reviewedBy: z.enum(['manual', 'http']),
    /** usual and longest time until the decision: hours, and working days */
    usualHours: count,
    longestWorkingDays: count,
    /** the newest check */
    check: z.nullable(identityCheck),
  }),
  errors: [],
})

const pictures = z.array(z.strictObject({ slot, upload: id })).check(
  z.minLength(1, 'REQUIRED'),
  z.maxLength(IDENTITY_SLOTS.length, 'INVALID'),
  z.refine((all) => new Set(all.map((one) => one.slot)).size === all.length, 'INVALID'),
)

export const identitySubmit = endpoint({
  path: '/user/identitysubmit',
  summary: 'Begin an identity check with pictures that were uploaded before, for the purpose `identity`',
  auth: 'member',
  input: z.strictObject({
    document,
    /** full name as on the document */
    name: z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(120, 'TOO_LONG')),
    birthDate: day,
    documentNumber: z
      .string()
      .check(z.minLength(1, 'REQUIRED'), z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ./-]{2,39}$/u, 'DOCUMENT_NUMBER')),
    /** last day of the document; absent: the document does not end */
    validUntil: z.optional(day),
    /** one picture for each slot of the document's form */
    pictures,
    requestId,
  }),
  output: identityCheck,
  errors: ['IDENTITY_OPEN', 'UPLOAD_GONE', 'REQUEST_ID_REUSED'],
})

export const identityAgain = endpoint({
  path: '/user/identityagain',
  summary: 'Send the pictures again that a reviewer asked for, all of them and no others',
  auth: 'member',
  input: z.strictObject({ pictures, requestId }),
  output: identityCheck,
  errors: ['IDENTITY_STEP', 'UPLOAD_GONE'],
})
