/** The accounts of the house, and how two operators fund them. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { FUNDED_ACCOUNTS, HOUSE_ACCOUNTS } from '../../../kinds/house-accounts.ts'
import { BOOKED_MOVES, EARNING_ACCOUNTS, HOUSE_MOVES, MOVE_DIRECTIONS } from '../../../kinds/house-moves.ts'
import { amount, count, empty, enteredAmount, id, page, paged, requestId, time } from '../../../schemas.ts'
import { change } from '../approvals.ts'
import { operatorName, operatorRef, reason } from '../fields.ts'

const fundedAccount = z.enum(FUNDED_ACCOUNTS)
const earningAccount = z.enum(EARNING_ACCOUNTS)
const reference = z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(140), z.regex(/\S/, 'REQUIRED'))

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
        /**
         * what may leave the account now: less what is bound; of `sales` and `fees` what was earned before today, less what banks and
         * companies have less than the books; null: `cash`
         */
        free: z.nullable(amount),
      }),
    ),
    /** what the books state about the money at banks and payment companies: the sum of the other three amounts */
    bank: z.object({
      books: amount,
      /** the other accounts of the house */
      house: amount,
      /** reserves of finance products */
      reserves: amount,
      /** all else: wallets, piggy banks, withdrawals, escrows, stakes and principals */
      members: amount,
      /** what reconciliation finds less at banks and companies than in the books, and no correction has booked */
      unbooked: amount,
    }),
    /** what owners can take out now, from `sales` and `fees` together */
    takeOut: amount,
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
    reference,
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'REFERENCE_USED'],
})

export const housePayout = endpoint({
  path: '/operator/housepayout',
  summary: 'Request to pay profit out to an owner; another owner, who does not receive it, approves it',
  auth: 'operator',
  permission: 'house.payout',
  money: true,
  input: z.strictObject({
    account: earningAccount,
    amount: enteredAmount,
    /** the owner who receives the money */
    to: operatorName,
    /** reference of the bank transfer; each reference pays out at most once */
    reference,
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'REFERENCE_USED', 'HOUSE_BOUND', 'NO_SUCH_DATA'],
})

export const houseBook = endpoint({
  path: '/operator/housebook',
  summary: "Request to book a cost, a difference to the bank, or a release of the bankroll's free money",
  auth: 'operator',
  permission: 'house.book',
  money: true,
  input: z.strictObject({
    kind: z.enum(BOOKED_MOVES),
    /** which account bears it, or gets it; not for a release, which moves money of `bankroll` to `sales` */
    account: z._default(earningAccount, 'sales'),
    /** `in`, only for a correction: the bank has more than the books */
    direction: z._default(z.enum(MOVE_DIRECTIONS), 'out'),
    amount: enteredAmount,
    /** of the bank or of a document; each reference books each kind at most once */
    reference,
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'REFERENCE_USED', 'HOUSE_BOUND'],
})

export const houseMoves = endpoint({
  path: '/operator/housemoves',
  summary: 'List payouts, costs, corrections and releases of the house, newest first',
  auth: 'operator',
  permission: 'house.read',
  input: z.strictObject({ ...page, kind: z.optional(z.enum(HOUSE_MOVES)) }),
  output: paged(
    z.object({
      id,
      kind: z.enum(HOUSE_MOVES),
      account: z.enum(HOUSE_ACCOUNTS),
      direction: z.enum(MOVE_DIRECTIONS),
      amount,
      reference: z.string(),
      reason: z.string(),
      /** of a payout: who received it */
      to: z.nullable(operatorRef),
      /** null: the demo world */
      requestedBy: z.nullable(operatorRef),
      approvedBy: z.nullable(operatorRef),
      at: time,
    }),
  ),
  errors: [],
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
