import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { RECHARGE_REASONS, RECHARGE_STATES } from '../recharge-life.ts'
import { amount, empty, enteredAmount, id, page, paged, requestId, time } from '../schemas.ts'

export const rechargeStatusName = z.enum(RECHARGE_STATES)
const rechargeReason = z.nullable(z.enum(RECHARGE_REASONS))

export const recharge = z.object({
  id,
  /** what a member reads to support: `R` and twelve characters */
  number: z.string(),
  amount,
  method: z.string(),
  status: rechargeStatusName,
  /** why it failed: a stable name, translated by the app */
  reason: rechargeReason,
  /** the payment page, relative or absolute, while it can still be paid */
  payUrl: z.nullable(z.string()),
  createdAt: time,
  expiresAt: time,
  finishedAt: z.nullable(time),
  /** what happened, in order; money that came late shows as `failed`, then `success` */
  timeline: z.array(z.object({ state: rechargeStatusName, reason: rechargeReason, at: time })),
})

export const rechargeMethods = endpoint({
  path: '/user/rechargemethods',
  summary: 'Ways to recharge and the fields that each needs',
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
        fields: z.array(z.enum(['name', 'email', 'trc20', 'code'])),
      }),
    ),
  }),
  errors: [],
})

export const openRecharge = endpoint({
  path: '/user/recharge',
  summary: 'Open a recharge; the answer names the page to pay on',
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
  summary: 'State of one recharge',
  auth: 'member',
  input: z.strictObject({ id }),
  output: recharge,
  errors: [],
})

export const rechargeLog = endpoint({
  path: '/user/rechargelog',
  summary: 'Own recharges, newest first',
  auth: 'member',
  input: z.strictObject(page),
  output: paged(recharge),
  errors: [],
})

/** Kinds of the member's ledger lines; docs/LEDGER.md describes each posting. */
export const STATEMENT_KINDS = ['recharge', 'purchase', 'release', 'refund', 'closing'] as const

export const walletStatement = endpoint({
  path: '/user/fundinglog',
  summary: "The member's ledger lines with the running balance, newest first",
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
      /** signed: what the balance changed by */
      amount,
      balance: amount,
      at: time,
      /** what it belongs to: an order id or a recharge id */
      reference: id,
      /** issue number, for purchases */
      issue: z.nullable(z.string()),
      title: z.nullable(z.string()),
    }),
  ),
  errors: [],
})
