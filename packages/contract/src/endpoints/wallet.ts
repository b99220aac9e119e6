import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { GAMES } from '../kinds/game-kinds.ts'
import { RECHARGE_REASONS, RECHARGE_STATES } from '../life/recharge-life.ts'
import { PAYER_FIELDS, RECHARGE_FIELDS, RECHARGE_KINDS, TRANSFER_LINES } from '../kinds/recharge-ways.ts'
import {
  amount,
  count,
  empty,
  enteredAmount,
  id,
  page,
  paged,
  productCode,
  requestId,
  smsCode,
  time,
} from '../schemas.ts'

const rechargeStatusName = z.enum(RECHARGE_STATES)
const rechargeReason = z.nullable(z.enum(RECHARGE_REASONS))
/** USDT with its six decimals */
export const usdt = z.string().check(z.regex(/^\d{1,12}\.\d{6}$/))

/** How to pay a `transfer`: to which account, with which reference. */
const transferInstructions = z.object({
  kind: z.literal('transfer'),
  lines: z.array(z.object({ label: z.enum(TRANSFER_LINES), value: z.string() })),
  /** what the member writes into the purpose of the transfer; the statement is searched for it */
  reference: z.string(),
  /** text of a QR code that banking apps read; null where the scheme has none */
  qr: z.nullable(z.string()),
})

/** How to pay to a `crypto` address, which belongs to this recharge alone. */
const cryptoInstructions = z.object({
  kind: z.literal('crypto'),
  address: z.string(),
  asset: z.literal('USDT'),
  network: z.literal('TRC-20'),
  /** what to send */
  units: usdt,
  /** what has been credited of it */
  received: usdt,
  /** wallet units per USDT, which this recharge keeps until its time to pay ends */
  rate: z.string(),
  qr: z.string(),
  /** blocks since the newest transfer; null before one was seen */
  confirmations: z.nullable(z.object({ seen: count, needed: count })),
})

export const recharge = z.object({
  id,
  /** number that a member tells support: `R` and twelve characters */
  number: z.string(),
  amount,
  /** what was added to the wallet; null before anything was. It can differ from `amount`: what arrives is credited */
  credited: z.nullable(amount),
  /** what arrived after the time to pay and waits for operators, because it is above the highest recharge; left out when nothing waits */
  held: z.optional(amount),
  /** id of the method */
  method: z.string(),
  kind: z.enum(RECHARGE_KINDS),
  /** name of the method, such as a bank; null where the kind says it all */
  name: z.nullable(z.string()),
  status: rechargeStatusName,
  /** why the recharge failed: a stable name that the app translates */
  reason: rechargeReason,
  /** relative or absolute URL of the payment page; null when the recharge can no longer be paid, or has no page */
  payUrl: z.nullable(z.string()),
  /** how to pay a recharge without a payment page; null when it has one or has ended */
  instructions: z.nullable(z.discriminatedUnion('kind', [transferInstructions, cryptoInstructions])),
  /** what the member said about the payer, masked */
  payer: z.array(z.object({ field: z.enum(PAYER_FIELDS), masked: z.string() })),
  /** what the member last sent to prove a transfer */
  proof: z.nullable(z.object({ reference: z.nullable(z.string()), slip: z.boolean(), at: time })),
  /** until when the member can send proof; null: not now */
  proofUntil: z.nullable(time),
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
        kind: z.enum(RECHARGE_KINDS),
        /** name that the operator gave it, such as the bank; null where the kind says it all */
        name: z.nullable(z.string()),
        minimum: amount,
        maximum: amount,
        steps: z.array(amount),
        /** minutes until an unpaid recharge expires */
        expiryMinutes: z.int(),
        /** percent of a recharge that must be spent on settled purchases before it can be withdrawn; each recharge keeps it */
        playThroughPercent: z.int(),
        /** what `openRecharge` asks for, in the order of the form */
        fields: z.array(z.object({ field: z.enum(RECHARGE_FIELDS), required: z.boolean() })),
        /** wallet units per USDT; null for every other kind */
        rate: z.nullable(z.string()),
        /** how long it usually takes from the payment until the money is in the wallet */
        delay: z.object({ fromMinutes: z.int(), toMinutes: z.int() }),
      }),
    ),
  }),
  errors: [],
})

const payerText = (length: number) => z.optional(z.string().check(z.maxLength(length, 'TOO_LONG')))

export const openRecharge = endpoint({
  path: '/user/recharge',
  summary: 'Open a recharge; the answer contains the URL of the payment page, or how to pay',
  auth: 'member',
  money: true,
  input: z.strictObject({
    method: z.string().check(z.regex(/^[a-z0-9-]{1,30}$/, 'REQUIRED')),
    amount: enteredAmount,
    /** the fields of the method that are about the payer; others are left out */
    payer: z.optional(
      z.strictObject({
        name: payerText(80),
        email: payerText(120),
        /** CPF or CNPJ */
        taxId: payerText(20),
        /** the payer's own TRC-20 address */
        trc20: payerText(64),
      }),
    ),
    /** when the method has the field `code` */
    code: z.optional(smsCode),
    requestId,
  }),
  output: recharge,
  errors: [
    'AMOUNT_TOO_SMALL',
    'AMOUNT_TOO_LARGE',
    'METHOD_UNAVAILABLE',
    'IDENTITY_FIRST',
    'CODE_WRONG',
    'CODE_EXPIRED',
    'REQUEST_ID_REUSED',
    'TOO_MANY_OPEN',
    'MODULE_OFF',
    'COUNTRY_NOT_SERVED',
    'EXCLUDED',
    'FROZEN',
    'ACCOUNT_CLOSING',
    'DEPOSIT_LIMIT',
    'TIME_LIMIT',
  ],
})

export const rechargeProof = endpoint({
  path: '/user/rechargeproof',
  summary: "Send proof of a transfer: the bank's transaction number, a picture of the slip, or both",
  auth: 'member',
  input: z.strictObject({
    id,
    /** transaction number of the bank */
    reference: z.optional(
      z
        .string()
        .check(
          z.minLength(1, 'REQUIRED'),
          z.maxLength(64, 'TOO_LONG'),
          z.regex(/^[\p{L}\p{Nd} .:/_-]+$/u, 'BANK_REFERENCE'),
        ),
    ),
    /** id of an upload of the purpose `slip` */
    slip: z.optional(id),
  }),
  output: recharge,
  errors: ['PROOF_CLOSED', 'UPLOAD_GONE'],
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
  'voucher',
  'voucher_back',
  'refund',
  'prize',
  'favour',
  'event_prize',
  'event_share',
  'recycle',
  'interest',
  'rebate',
  'vip_refund',
  'task',
  'withdrawal',
  'withdrawal_back',
  'piggy_in',
  'piggy_out',
  'correction',
  'closing',
] as const

/** What a wallet statement, its sums and its file can be confined to. */
export const statementFilter = {
  kind: z.optional(z.enum(STATEMENT_KINDS)),
  /** `YYYY-MM` in the business time zone */
  month: z.optional(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))),
  /** number of an order, issue, top-up or withdrawal, a reference of a payment, or a part of a product's title */
  search: z.optional(z.string().check(z.trim(), z.minLength(1, 'REQUIRED'), z.maxLength(80, 'TOO_LONG'))),
}

export const walletStatement = endpoint({
  path: '/user/fundinglog',
  summary: "List the member's wallet statement with the running balance, newest first",
  auth: 'member',
  input: z.strictObject({ ...page, ...statementFilter }),
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
      /** issue number, for lines of purchases of shares */
      issue: z.nullable(z.string()),
      /** the round, for lines of bets */
      round: z.nullable(z.object({ game: z.enum(GAMES), period: z.string() })),
      /** code of the finance product, for lines of its orders */
      finance: z.nullable(productCode),
      /** of the product, what a reward was for, or why a correction was made, in the language of the call */
      title: z.nullable(z.string()),
      /**
       * the kind of a recharge's method, and the masked account of a withdrawal; of rewards the task (`check_in` or a claim), `direct` or
       * `indirect` of a rebate, the business day of a VIP refund, the number of an event; of a correction its reason (`goodwill`, `fault`, `missing_topup`), `reversal`
       * or `chargeback`; else null
       */
      detail: z.nullable(z.string()),
      /** what of the amount a withdrawal costs; else null */
      fee: z.nullable(amount),
    }),
  ),
  errors: [],
})
