import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { amount, count, empty, enteredAmount, id, page, paged, requestId, smsCode, time } from '../schemas.ts'
import {
  WITHDRAWAL_REASONS,
  WITHDRAWAL_STAGES,
  WITHDRAWAL_STATES,
  WITHDRAWAL_STEPS,
  WITHDRAWAL_TARGETS,
} from '../life/withdrawal-life.ts'
import { identityStanding } from './identity-check.ts'
import { payoutAccount } from './payout.ts'

const reason = z.nullable(z.enum(WITHDRAWAL_REASONS))

export const withdrawal = z.object({
  id,
  /** number that a member tells support: `W` and twelve characters */
  number: z.string(),
  amount,
  fee: amount,
  /** what arrives: the amount less the fee */
  net: amount,
  status: z.enum(WITHDRAWAL_STATES),
  /** null when it has ended */
  stage: z.nullable(z.enum(WITHDRAWAL_STAGES)),
  /** why it failed: a stable name that the app translates */
  reason,
  /** what the operator wrote to the member */
  note: z.nullable(z.string()),
  /** what it goes to */
  account: z.object({ kind: z.enum(WITHDRAWAL_TARGETS), label: z.nullable(z.string()), masked: z.string() }),
  /** the recharge that goes back to its source, without a fee; null: an ordinary withdrawal */
  recharge: z.nullable(z.object({ id, number: z.string() })),
  /** the bank's reference of the payment */
  reference: z.nullable(z.string()),
  /** whether the member can take it back now */
  returnable: z.boolean(),
  createdAt: time,
  finishedAt: z.nullable(time),
  timeline: z.array(z.object({ step: z.enum(WITHDRAWAL_STEPS), reason, at: time })),
})

export const withdrawInfo = endpoint({
  path: '/user/withdrawinfo',
  summary:
    'What the member can withdraw now, with play-through, fee, hours and accounts; with an amount its quote',
  auth: 'member',
  input: z.strictObject({ amount: z.optional(enteredAmount) }),
  output: z.object({
    balance: amount,
    withdrawable: amount,
    /** what recharged money requires to be spent on settled purchases; `left` is not withdrawable */
    playThrough: z.object({ required: amount, played: amount, left: amount }),
    /** why the play-through does not apply now */
    waived: z.nullable(z.enum(['closing', 'module_off'])),
    minimum: amount,
    /** percent, by VIP level: `5`, `4.5` */
    feePercent: z.string(),
    vipLevel: count,
    /** minutes of the business day; `changesAt`: when the window opens or closes next */
    window: z.object({ opens: count, closes: count, open: z.boolean(), changesAt: time }),
    /** from this amount on two operators approve */
    twoApproversFrom: amount,
    accounts: z.array(payoutAccount),
    /** null without an amount */
    quote: z.nullable(z.object({ amount, fee: amount, net: amount, balanceAfter: amount })),
    /** applications that have not ended, and how many a member can have */
    open: count,
    maxOpen: count,
    identity: identityStanding,
  }),
  errors: [],
})

export const sendWithdrawCode = endpoint({
  path: '/user/sendwithdrawmsg',
  summary: 'Send the SMS code for a withdrawal',
  auth: 'member',
  input: empty,
  output: z.object({ resendAfter: z.int(), validFor: z.int() }),
  errors: ['CODE_TOO_SOON', 'CODE_LIMIT'],
})

export const withdraw = endpoint({
  path: '/user/withdraw',
  summary: 'Apply for a withdrawal; the money is held until it is paid, has failed or is taken back',
  auth: 'member',
  money: true,
  input: z.strictObject({ amount: enteredAmount, account: z.optional(id), code: smsCode, requestId }),
  output: withdrawal,
  errors: [
    'MONEY_HELD',
    'PAYOUT_MISSING',
    'PAYOUT_RESTS',
    'PAYOUT_EXCLUDED',
    'WITHDRAWAL_TOO_SMALL',
    'WITHDRAWABLE_INSUFFICIENT',
    'OUTSIDE_HOURS',
    'TOO_MANY_WITHDRAWALS',
    'IDENTITY_REQUIRED',
    'HOLDER_DIFFERS',
    'CODE_WRONG',
    'CODE_EXPIRED',
    'REQUEST_ID_REUSED',
  ],
})

export const withdrawReturn = endpoint({
  path: '/user/withdrawreturn',
  summary: 'Take a withdrawal back that no operator has approved; repeating the call changes nothing',
  auth: 'member',
  money: true,
  input: z.strictObject({ id, requestId }),
  output: withdrawal,
  errors: ['WITHDRAWAL_APPROVED'],
})

export const withdrawStatus = endpoint({
  path: '/user/withdrawstatus',
  summary: "Get one of the member's withdrawals",
  auth: 'member',
  input: z.strictObject({ id }),
  output: withdrawal,
  errors: [],
})

export const withdrawLog = endpoint({
  path: '/user/withdrawlog',
  summary: "List the member's withdrawals, newest first",
  auth: 'member',
  input: z.strictObject(page),
  output: paged(withdrawal),
  errors: [],
})
