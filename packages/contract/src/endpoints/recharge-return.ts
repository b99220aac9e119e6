/**
 * Recharged money that is not played through can always go back to what it came from, without a fee: also outside of the hours, below
 * the minimum, and while an account is excluded or closes.
 */
import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { RECHARGE_KINDS } from '../kinds/recharge-ways.ts'
import { amount, enteredAmount, id, requestId, smsCode } from '../schemas.ts'
import { withdrawal } from './withdrawal.ts'

export const rechargeReturns = endpoint({
  path: '/user/rechargereturns',
  summary:
    'What of recharges can go back to its source without a fee, newest first; with an id, what of this recharge can',
  auth: 'member',
  input: z.strictObject({ id: z.optional(id) }),
  output: z.object({
    /** without an id only recharges of which something can go back, or does now; at most 200 */
    items: z.array(
      z.object({
        recharge: id,
        number: z.string(),
        kind: z.enum(RECHARGE_KINDS),
        /** name that the operator gave the method; null where the kind says it all */
        name: z.nullable(z.string()),
        credited: amount,
        /** what went back, or does now */
        returned: amount,
        /** what is not played through, at most the balance; zero while a part of it goes back, and when `to` is null */
        returnable: amount,
        /** what it goes back to; null: the member gave no address and has no TRC-20 account */
        to: z.nullable(withdrawal.shape.account),
        /** the withdrawal with which a part of it goes back now */
        open: z.nullable(id),
      }),
    ),
  }),
  errors: [],
})

export const rechargeReturn = endpoint({
  path: '/user/rechargereturn',
  summary:
    'Send recharged money back to its source; the money is held until it is paid, has failed or is taken back',
  auth: 'member',
  money: true,
  input: z.strictObject({ id, amount: enteredAmount, code: smsCode, requestId }),
  output: withdrawal,
  errors: ['MONEY_HELD', 'RETURN_TOO_LARGE', 'CODE_WRONG', 'CODE_EXPIRED', 'REQUEST_ID_REUSED'],
})
