/** The accounts of the house, and how two operators fund them. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { FUNDED_ACCOUNTS, HOUSE_ACCOUNTS } from '../../../kinds/house-accounts.ts'
import { amount, count, empty, enteredAmount, id, page, paged, requestId, time } from '../../../schemas.ts'
import { change } from '../approvals.ts'
import { operatorRef, reason } from '../fields.ts'

const fundedAccount = z.enum(FUNDED_ACCOUNTS)

export const houseList = endpoint({
  path: '/operator/houselist',
  summary: 'List the accounts of the house with their balances',
  auth: 'operator',
  permission: 'house.read',
  input: empty,
  output: z.object({
    items: z.array(
      z.object({
        account: z.enum(HOUSE_ACCOUNTS),
        balance: amount,
        /** whether `houseFund` can put money into it */
        funded: z.boolean(),
      }),
    ),
    /** pending funding requests */
    pending: count,
    /** why no money moves now, in English: the transparency log is halted; null while it is sound */
    halted: z.nullable(z.string()),
  }),
  errors: [],
})

export const houseFund = endpoint({
  path: '/operator/housefund',
  summary:
    'Request to fund an account of the house; after approval by a second operator it is booked and published',
  auth: 'operator',
  permission: 'house.fund',
  money: true,
  input: z.strictObject({
    account: fundedAccount,
    amount: enteredAmount,
    /** reference of the bank transfer; each reference funds an account at most once */
    reference: z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(140), z.regex(/\S/, 'REQUIRED')),
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'REFERENCE_USED'],
})

export const houseFundings = endpoint({
  path: '/operator/housefundings',
  summary: 'List the fundings of the house, newest first',
  auth: 'operator',
  permission: 'house.read',
  input: z.strictObject({ ...page, account: z.optional(fundedAccount) }),
  output: paged(
    z.object({
      id,
      account: fundedAccount,
      amount,
      reference: z.string(),
      /** null: the opening balance of the demo world */
      requestedBy: z.nullable(operatorRef),
      approvedBy: z.nullable(operatorRef),
      at: time,
    }),
  ),
  errors: [],
})
