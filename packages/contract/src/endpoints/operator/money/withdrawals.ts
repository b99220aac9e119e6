/** What operators do with withdrawals: look, approve, reject, export for the bank, and enter what the bank did. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { HOLDER_MATCHES } from '../../../life/identity-life.ts'
import { PAYOUT_FIELDS } from '../../../life/payout-life.ts'
import { amount, count, id, page, paged, requestId, time } from '../../../schemas.ts'
import {
  IMPORT_PROBLEMS,
  IMPORT_RESULTS,
  REFUND_OUTCOMES,
  WITHDRAWAL_AGES,
  WITHDRAWAL_LISTS,
  WITHDRAWAL_REASONS,
  WITHDRAWAL_STAGES,
  WITHDRAWAL_STATES,
  WITHDRAWAL_STEPS,
  WITHDRAWAL_TARGETS,
} from '../../../life/withdrawal-life.ts'
import { change } from '../approvals.ts'
import { days, fact, operatorRef, reason } from '../fields.ts'

/** `W` and twelve characters, as the member reads it */
const number = z.string().check(z.regex(/^W[0-9A-HJKMNP-TV-Z]{12}$/, 'NOT_AN_ID'))
/** the bank's reference of a payment; it pays one withdrawal */
const reference = z
  .string()
  .check(z.minLength(1, 'REQUIRED'), z.maxLength(140, 'TOO_LONG'), z.regex(/\S/, 'REQUIRED'))

const line = z.object({
  number,
  /** id of the member */
  member: id,
  amount,
  fee: amount,
  /** what arrives: the amount less the fee */
  net: amount,
  account: z.object({ kind: z.enum(WITHDRAWAL_TARGETS), label: z.nullable(z.string()), masked: z.string() }),
  /** number of the recharge that goes back to its source; null: an ordinary withdrawal */
  recharge: z.nullable(z.string()),
  /** how the account's holder compares with the name of the member's identity check */
  holder: z.enum(HOLDER_MATCHES),
  status: z.enum(WITHDRAWAL_STATES),
  /** null when it has ended */
  stage: z.nullable(z.enum(WITHDRAWAL_STAGES)),
  /** how many operators have approved it, and how many have to */
  approvals: count,
  approvalsNeeded: count,
  createdAt: time,
  /** null: it is open */
  finishedAt: z.nullable(time),
  /** complete hours from the application until now, or until it ended */
  ageHours: count,
  /** `late`: it waits for over 2 hours; `overdue`: for over 2 working days */
  age: z.enum(WITHDRAWAL_AGES),
})

const shown = z.extend(line, {
  /** masked; null when the account of the member is closed */
  phone: z.nullable(z.string()),
  reason: z.nullable(z.enum(WITHDRAWAL_REASONS)),
  note: z.nullable(z.string()),
  /** what the server found about member and account, computed now; the facts that warn come first. Empty when it has ended */
  facts: z.array(fact),
  reference: z.nullable(z.string()),
  /** the export that holds it */
  batch: z.nullable(id),
  /** what a payment company pays back by itself; null: the house pays */
  refund: z.nullable(
    z.object({
      company: z.string(),
      /** operators can end it: the company refused every try, or reported something else than was ordered */
      stuck: z.boolean(),
      /** what the last try ended with */
      fault: z.nullable(z.string()),
      /** what the company said, oldest first */
      notices: z.array(
        z.object({
          /** the company's id of the refund */
          refund: z.string(),
          amount,
          currency: z.string(),
          outcome: z.enum(REFUND_OUTCOMES),
          at: time,
        }),
      ),
    }),
  ),
  timeline: z.array(
    z.object({
      step: z.enum(WITHDRAWAL_STEPS),
      reason: z.nullable(z.enum(WITHDRAWAL_REASONS)),
      /** null: the member, or the demo world */
      by: z.nullable(operatorRef),
      at: time,
    }),
  ),
})

export const withdrawalList = endpoint({
  path: '/operator/withdrawallist',
  summary:
    'List the withdrawals that have not ended, oldest first, or those that ended in one way, the latest end first',
  auth: 'operator',
  permission: 'withdrawal.read',
  input: z.strictObject({
    ...page,
    /** without it: all that are open */
    stage: z.optional(z.enum(WITHDRAWAL_LISTS)),
    /** of the application while it is open, else of the end */
    ...days,
  }),
  output: paged(line),
  errors: [],
})

export const withdrawalShow = endpoint({
  path: '/operator/withdrawalshow',
  summary: 'Show a withdrawal with its timeline by its number; phone and account are masked',
  auth: 'operator',
  permission: 'withdrawal.read',
  input: z.strictObject({ number }),
  output: shown,
  errors: [],
})

export const withdrawalReveal = endpoint({
  path: '/operator/withdrawalreveal',
  summary: 'Show the account of a withdrawal in the clear; the audit log names the operator and the reason',
  auth: 'operator',
  permission: 'withdrawal.reveal',
  secret: true,
  input: z.strictObject({ number, reason }),
  output: z.object({
    number,
    kind: z.enum(WITHDRAWAL_TARGETS),
    fields: z.array(z.object({ field: z.enum(PAYOUT_FIELDS), value: z.string() })),
  }),
  errors: [],
})

export const withdrawalApprove = endpoint({
  path: '/operator/withdrawalapprove',
  summary: 'Approve a withdrawal; from an amount in the settings on another operator has to approve it too',
  auth: 'operator',
  permission: 'withdrawal.approve',
  input: z.strictObject({ number }),
  output: shown,
  errors: ['WITHDRAWAL_STEP', 'WITHDRAWAL_HELD', 'ALREADY_APPROVED'],
})

export const withdrawalReject = endpoint({
  path: '/operator/withdrawalreject',
  summary: 'Reject a withdrawal that is not exported; the whole amount goes back to the wallet',
  auth: 'operator',
  permission: 'withdrawal.approve',
  money: true,
  /** `note`: what the member reads */
  input: z.strictObject({ number, reason: z.enum(WITHDRAWAL_REASONS), note: reason, requestId }),
  output: shown,
  errors: ['WITHDRAWAL_STEP'],
})

export const withdrawalExport = endpoint({
  path: '/operator/withdrawalexport',
  summary: 'Export up to 500 approved withdrawals for the bank; the same request id answers the same file',
  auth: 'operator',
  permission: 'withdrawal.pay',
  secret: true,
  input: z.strictObject({ requestId }),
  output: z.object({
    batch: id,
    withdrawals: count,
    /** what the file pays: two decimals, each payment rounded down */
    amount,
    /** what rounding down left out of the file */
    dust: amount,
    /** CSV text: UTF-8, a heading, one line per payment */
    csv: z.string(),
  }),
  errors: [],
})

export const withdrawalPaid = endpoint({
  path: '/operator/withdrawalpaid',
  summary: "Mark an approved or exported withdrawal as paid, with the bank's reference",
  auth: 'operator',
  permission: 'withdrawal.pay',
  money: true,
  input: z.strictObject({ number, reference, requestId }),
  output: shown,
  errors: ['WITHDRAWAL_STEP', 'REFERENCE_USED'],
})

export const withdrawalImport = endpoint({
  path: '/operator/withdrawalimport',
  summary: 'Enter the results of the bank from CSV lines; every line takes effect once, and for itself',
  auth: 'operator',
  permission: 'withdrawal.pay',
  money: true,
  input: z.strictObject({
    /** number, `paid` or `failed`, reference or reason, note; a heading is skipped */
    csv: z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(40_000, 'TOO_LONG')),
    requestId,
  }),
  output: z.object({
    lines: z.array(
      z.object({
        /** line of the text, from 1 */
        line: z.int(),
        /** as the line has it */
        number: z.string(),
        /** `unchanged`: the line took effect before */
        result: z.enum(IMPORT_RESULTS),
        /** why the line was refused */
        problem: z.nullable(z.enum(IMPORT_PROBLEMS)),
      }),
    ),
  }),
  errors: [],
})

const stuck = ['REQUEST_ID_REUSED', 'WITHDRAWAL_STEP', 'REFUND_PENDING'] as const

export const refundPaid = endpoint({
  path: '/operator/refundpaid',
  summary:
    'Request to mark as paid a refund that its payment company does not end, with its id at the company',
  auth: 'operator',
  permission: 'withdrawal.pay',
  /** `reference`: the company's id of the refund */
  input: z.strictObject({ number, reference, reason, requestId }),
  output: change,
  errors: [...stuck, 'REFERENCE_USED'],
})

export const refundFailed = endpoint({
  path: '/operator/refundfailed',
  summary: 'Request to give the money of a refund that its payment company refuses back to the member',
  auth: 'operator',
  permission: 'withdrawal.pay',
  /** `note`: what the member reads */
  input: z.strictObject({ number, note: reason, reason, requestId }),
  output: change,
  errors: stuck,
})
