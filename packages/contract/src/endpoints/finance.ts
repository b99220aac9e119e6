/** Finance products: list, one product with its reserve, purchase, own orders, early exit. */
import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import {
  FINANCE_ORDER_STATUSES,
  FINANCE_PAYOUTS,
  FINANCE_SALES,
  FINANCE_TERM_UNITS,
  MAX_UNITS,
} from '../life/finance-life.ts'
import { amount, count, empty, id, page, paged, productCode, requestId, time } from '../schemas.ts'

/** What interest depends on; `finance-interest.ts` has the formulas. */
const rate = {
  termHours: z.int(),
  /** how the term is shown */
  termUnit: z.enum(FINANCE_TERM_UNITS),
  /** in 1/1,000,000 of the principal: 5000 is 0.5 % a day */
  dailyRatePpm: z.int(),
  payout: z.enum(FINANCE_PAYOUTS),
}

const product = z.object({
  code: productCode,
  name: z.string(),
  sale: z.enum(FINANCE_SALES),
  unitPrice: amount,
  /** the least of one order, and the most that a member can hold */
  minUnits: count,
  maxUnits: count,
  /** of the product, and what is left to buy; units of early exits can be bought again */
  units: count,
  left: count,
  ...rate,
  /** whether the purchase asks for a TRC-20 address, which is kept as a payout account */
  needsTrc20: z.boolean(),
  earlyExit: z.boolean(),
  saleFrom: time,
  saleUntil: time,
  /** members who bought */
  members: count,
  openOrders: count,
  /** principal of open orders; the custody account holds at least that */
  principal: amount,
  custody: amount,
  /** what the reserve holds, and the unpaid interest of all open orders over their whole terms */
  reserve: amount,
  liability: amount,
  /** what the reserve holds besides for the highest rebates of the orders, until they are known at the maturity */
  rebates: amount,
  /** interest that was paid */
  paid: amount,
  /** units whose interest and highest rebates the free part of the reserve still covers */
  covered: count,
  /** grows with each change; the live topic `finance:<code>` has the same */
  version: count,
})

const order = z.object({
  id,
  code: productCode,
  name: z.string(),
  status: z.enum(FINANCE_ORDER_STATUSES),
  units: count,
  unitPrice: amount,
  principal: amount,
  /** of the whole term */
  interest: amount,
  /** interest to date, and what of it was credited to the wallet */
  accrued: amount,
  paid: amount,
  /** interest that an early exit left to the reserve; zero in other states */
  forfeited: amount,
  ...rate,
  boughtAt: time,
  maturesAt: time,
  /** the next accrual; null: none follows */
  nextAt: z.nullable(time),
  /** when it was paid out or exited; null while it waits */
  endedAt: z.nullable(time),
  mayExit: z.boolean(),
})

export const financeList = endpoint({
  path: '/finance/list',
  summary: 'List the finance products with their reserves',
  auth: 'anyone',
  input: empty,
  output: z.object({
    now: time,
    /** whether units are sold at all: false while the module is switched off */
    on: z.boolean(),
    items: z.array(product),
  }),
  errors: [],
})

export const financeDetail = endpoint({
  path: '/finance/detail',
  summary: 'Get a finance product: terms, reserve and liability today and on the last 90 days, own units',
  auth: 'optional',
  input: z.strictObject({ code: productCode }),
  output: z.object({
    now: time,
    /** whether units are sold at all: false while the module is switched off */
    on: z.boolean(),
    product,
    /** the operator's statement of what pays the interest */
    funding: z.string(),
    /** what the public log states of each day, oldest first, at most 90 */
    days: z.array(
      z.object({
        day: z.iso.date(),
        reserve: amount,
        liability: amount,
        custody: amount,
        principal: amount,
      }),
    ),
    /** null for an anonymous caller */
    own: z.nullable(
      z.object({
        /** units that the member holds or held to maturity, and how many the member can still buy */
        units: count,
        available: count,
        balance: amount,
      }),
    ),
  }),
  errors: [],
})

export const financeBuy = endpoint({
  path: '/finance/buy',
  summary: 'Buy units of a finance product',
  auth: 'member',
  money: true,
  input: z.strictObject({
    requestId,
    code: productCode,
    units: z.int('REQUIRED').check(z.minimum(1, 'REQUIRED'), z.maximum(MAX_UNITS)),
    /** required by products with `needsTrc20` */
    trc20Address: z.optional(z.string().check(z.maxLength(100))),
  }),
  output: z.object({ order, balance: amount }),
  errors: [
    'MODULE_OFF',
    'COUNTRY_NOT_SERVED',
    'REALITY_CHECK',
    'ACCOUNT_CLOSING',
    'EXCLUDED',
    'FROZEN',
    'SALE_CLOSED',
    'UNITS_RANGE',
    'OVER_UNITS',
    'TIME_LIMIT',
    'LOSS_LIMIT',
    'SPEND_LIMIT',
    'INSUFFICIENT_BALANCE',
    'UNITS_LEFT',
    'RESERVE_SHORT',
    'TOO_MANY_ACCOUNTS',
    'PAYOUT_EXCLUDED',
    'REQUEST_ID_REUSED',
    'PENDING',
  ],
})

export const financeOrders = endpoint({
  path: '/finance/orders',
  summary: "List the caller's finance orders, newest first",
  auth: 'member',
  input: z.strictObject({ ...page, status: z.optional(z.enum(FINANCE_ORDER_STATUSES)) }),
  output: z.extend(paged(order), {
    /** of all orders of the caller, whatever the filter */
    counts: z.object({ waiting: count, completed: count, exited: count }),
    /** principal of the orders that wait */
    principal: amount,
  }),
  errors: [],
})

export const financeOrder = endpoint({
  path: '/finance/order',
  summary: 'Get one finance order with its accruals',
  auth: 'member',
  input: z.strictObject({ id }),
  output: z.object({
    now: time,
    order,
    /** one for each full 24 hours, and one for the hours that are left at maturity; oldest first */
    accruals: z.array(
      z.object({
        /** 1, 2, 3 … */
        step: count,
        amount,
        /** when the step was complete */
        at: time,
        /** whether it was credited to the wallet by itself */
        paid: z.boolean(),
      }),
    ),
  }),
  errors: [],
})

export const financeExit = endpoint({
  path: '/finance/exit',
  summary: 'Leave a finance order early: the principal goes back, interest that was not paid is forfeited',
  auth: 'member',
  money: true,
  input: z.strictObject({ requestId, id }),
  output: z.object({ order, balance: amount }),
  errors: ['EXIT_OFF', 'EXIT_CLOSED'],
})
