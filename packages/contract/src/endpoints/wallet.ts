import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { RECHARGE_REASONS, RECHARGE_STATES } from '../recharge-life.ts'
import { amount, empty, enteredAmount, id, page, paged, requestId, time } from '../schemas.ts'

const rechargeStatusName = z.enum(RECHARGE_STATES)
const rechargeReason = z.nullable(z.enum(RECHARGE_REASONS))

export const recharge = z.object({
  id,
  /** number that a member tells support: `R` and twelve characters */
  number: z.string(),
  amount,
  method: z.string(),
  status: rechargeStatusName,
  /** why the recharge failed: a stable name that the app translates */
  reason: rechargeReason,
  /** relative or absolute URL of the payment page; null when the recharge can no longer be paid */
  payUrl: z.nullable(z.string()),
  createdAt: time,
  expiresAt: time,
  finishedAt: z.nullable(time),
  /** the states in order; a payment that arrives late gives `failed`, then `success` */
  timeline: z.array(z.object({ state: rechargeStatusName, reason: rechargeReason, at: time })),
})

export const rechargeMethods = endpoint({
  path: '/user/rechargemethods',
  summary: 'List the recharge methods with their limits and required fields',
  auth: 'member',
  input: empty,
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['sandbox']),
        minimum: amount,
        maximum: amount,
        steps: z.array(amount),
        /** minutes until an unpaid recharge expires */
        expiryMinutes: z.int(),
        /** percent of a recharge that must be spent on settled purchases before it can be withdrawn; each recharge keeps it */
        playThroughPercent: z.int(),
        fields: z.array(z.enum(['name', 'email', 'trc20', 'code'])),
      }),
    ),
  }),
  errors: [],
})

export const openRecharge = endpoint({
  path: '/user/recharge',
  summary: 'Open a recharge; the answer contains the URL of the payment page',
  auth: 'member',
  money: true,
  input: z.strictObject({
    method: z.string().check(z.regex(/^[a-z0-9-]{1,30}$/, 'REQUIRED')),
    amount: enteredAmount,
    requestId,
  }),
  output: recharge,
  errors: [
    'AMOUNT_TOO_SMALL',
    'AMOUNT_TOO_LARGE',
    'METHOD_UNAVAILABLE',
    'REQUEST_ID_REUSED',
    'TOO_MANY_OPEN',
    'MODULE_OFF',
    'COUNTRY_NOT_SERVED',
    'EXCLUDED',
    'ACCOUNT_CLOSING',
    'DEPOSIT_LIMIT',
    'TIME_LIMIT',
  ],
})

export const rechargeStatus = endpoint({
  path: '/user/rechargestatus',
  summary: "Get one of the member's recharges",
  auth: 'member',
  input: z.strictObject({ id }),
  output: recharge,
  errors: [],
})

export const rechargeLog = endpoint({
  path: '/user/rechargelog',
  summary: "List the member's recharges, newest first",
  auth: 'member',
  input: z.strictObject(page),
  output: paged(recharge),
  errors: [],
})

/** Kinds of the lines of a wallet statement; docs/LEDGER.md describes each posting. */
export const STATEMENT_KINDS = [
  'recharge',
  'purchase',
  'release',
  'refund',
  'withdrawal',
  'withdrawal_back',
  'piggy_in',
  'piggy_out',
  'closing',
] as const

export const walletStatement = endpoint({
  path: '/user/fundinglog',
  summary: "List the member's wallet statement with the running balance, newest first",
  auth: 'member',
  input: z.strictObject({
    ...page,
    kind: z.optional(z.enum(STATEMENT_KINDS)),
    /** `YYYY-MM` in the business time zone */
    month: z.optional(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))),
  }),
  output: paged(
    z.object({
      id: z.string(),
      kind: z.enum(STATEMENT_KINDS),
      /** signed: the change of the balance */
      amount,
      balance: amount,
      at: time,
      /** id of the order or recharge that the line belongs to */
      reference: id,
      /** number of that order or recharge, which a member tells support; null: a purchase that got no shares, or a closing */
      number: z.nullable(z.string()),
      /** issue number, for lines of purchases */
      issue: z.nullable(z.string()),
      title: z.nullable(z.string()),
    }),
  ),
  errors: [],
})
