import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { PAYOUT_FIELDS, PAYOUT_KINDS, PAYOUT_STATES, PIX_KEYS } from '../life/payout-life.ts'
import { empty, id, phone, requestId, smsCode, time } from '../schemas.ts'

const kind = z.enum(PAYOUT_KINDS)

/** A member's own account that withdrawals go to. The server keeps its details encrypted and answers them masked. */
export const payoutAccount = z.object({
  id,
  kind,
  /** name of the bank or wallet; null where the kind says it all */
  label: z.nullable(z.string()),
  /** the number, masked but for its ends */
  masked: z.string(),
  holder: z.nullable(z.string()),
  state: z.enum(PAYOUT_STATES),
  /** when a resting account becomes usable */
  usableFrom: time,
  /** the account that is chosen first */
  first: z.boolean(),
  /** why a bank refused it, as the operator wrote it */
  refused: z.nullable(z.string()),
  createdAt: time,
})

export const payoutList = endpoint({
  path: '/user/payoutlist',
  summary: "List the member's payout accounts, and the fields of each kind",
  auth: 'member',
  input: empty,
  output: z.object({
    items: z.array(payoutAccount),
    kinds: z.array(z.object({ kind, fields: z.array(z.enum(PAYOUT_FIELDS)) })),
    /** hours for which a new or changed account rests */
    restHours: z.int(),
    /** how many accounts a member can have */
    maximum: z.int(),
  }),
  errors: [],
})

const text = (length: number) => z.optional(z.string().check(z.maxLength(length, 'TOO_LONG')))

export const payoutSave = endpoint({
  path: '/user/payoutsave',
  summary: 'Add a payout account, or replace one; needs an SMS code of the purpose `payout`',
  auth: 'member',
  input: z.strictObject({
    /** the account that the new one replaces */
    id: z.optional(id),
    kind,
    bankName: text(60),
    /** IFSC */
    bankCode: text(20),
    number: text(80),
    /** what the number of a `pix` account is; without it, a number that can be a CPF and a mobile number is refused */
    pixKey: z.optional(z.enum(PIX_KEYS)),
    holder: text(80),
    phone: z.optional(phone),
    email: text(120),
    code: smsCode,
    requestId,
  }),
  output: payoutAccount,
  errors: [
    'CODE_WRONG',
    'CODE_EXPIRED',
    'TOO_MANY_ACCOUNTS',
    'PAYOUT_EXCLUDED',
    'FROZEN',
    'REQUEST_ID_REUSED',
  ],
})

export const payoutFirst = endpoint({
  path: '/user/payoutfirst',
  summary: 'Choose the payout account that is used first',
  auth: 'member',
  input: z.strictObject({ id }),
  output: payoutAccount,
  errors: ['FROZEN'],
})

export const payoutDelete = endpoint({
  path: '/user/payoutdelete',
  summary: 'Delete a payout account that no open withdrawal goes to',
  auth: 'member',
  input: z.strictObject({ id, code: smsCode }),
  output: empty,
  errors: ['CODE_WRONG', 'CODE_EXPIRED', 'PAYOUT_IN_USE', 'FROZEN'],
})
