/** How two operators correct the money of one member. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { CORRECTION_KINDS, CREDIT_REASONS, CREDITING_ACCOUNTS } from '../../../kinds/corrections.ts'
import { EARNING_ACCOUNTS } from '../../../kinds/house-moves.ts'
import { amount, enteredAmount, id, requestId, time } from '../../../schemas.ts'
import { change } from '../approvals.ts'
import { reason } from '../fields.ts'

export const memberCredit = endpoint({
  path: '/operator/membercredit',
  summary: 'Request to credit a member from an account of the house; the member reads why',
  auth: 'operator',
  permission: 'member.correct',
  money: true,
  input: z.strictObject({
    /** the member */
    id,
    amount: enteredAmount,
    account: z._default(z.enum(CREDITING_ACCOUNTS), 'marketing'),
    /** what the member reads in the wallet statement, in their language */
    why: z.enum(CREDIT_REASONS),
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'HOUSE_BOUND', 'NO_SUCH_DATA'],
})

export const memberReverse = endpoint({
  path: '/operator/memberreverse',
  summary: 'Request to take back a credit, at most as far as the wallet has it; once',
  auth: 'operator',
  permission: 'member.correct',
  money: true,
  input: z.strictObject({
    /** the member */
    id,
    /** id of the credit, from `memberCorrections` */
    credit: id,
    amount: enteredAmount,
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'CHANGED_MEANWHILE', 'NO_SUCH_DATA'],
})

export const memberCorrections = endpoint({
  path: '/operator/membercorrections',
  summary: "List the newest 200 corrections of a member's money, newest first",
  auth: 'operator',
  permission: 'house.read',
  input: z.strictObject({ id }),
  output: z.object({
    items: z.array(
      z.object({
        id,
        kind: z.enum(CORRECTION_KINDS),
        /** of the house: pays a credit, gets back the others */
        account: z.enum(CREDITING_ACCOUNTS),
        /** what the wallet got, or gave back */
        amount,
        why: z.nullable(z.enum(CREDIT_REASONS)),
        /** the credit that a reversal takes back */
        credit: z.nullable(id),
        /** of a chargeback: number of the recharge, and what the bank took */
        recharge: z.nullable(z.string()),
        charged: z.nullable(amount),
        /** whether a reversal has taken the credit back */
        reversed: z.boolean(),
        /** ids of the operators; null: the demo world */
        requestedBy: z.nullable(id),
        approvedBy: z.nullable(id),
        at: time,
      }),
    ),
  }),
  errors: ['NO_SUCH_DATA'],
})

export const houseChargeback = endpoint({
  path: '/operator/housechargeback',
  summary:
    'Request to book that a bank took a recharge back: the member pays what is not played, the house bears the rest',
  auth: 'operator',
  permission: 'house.book',
  money: true,
  input: z.strictObject({
    /** number of the recharge */
    number: z.string().check(z.regex(/^R[0-9A-HJKMNP-TV-Z]{12}$/, 'NOT_AN_ID')),
    /** what the bank took */
    amount: enteredAmount,
    /** which account bears what the member does not pay */
    account: z._default(z.enum(EARNING_ACCOUNTS), 'sales'),
    /** of the bank; each reference takes back at most once */
    reference: z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(140), z.regex(/\S/, 'REQUIRED')),
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'REFERENCE_USED', 'HOUSE_BOUND', 'CHANGED_MEANWHILE', 'NO_SUCH_DATA'],
})
