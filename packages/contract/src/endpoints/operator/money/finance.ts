/** Finance products: what operators see of them and change. A product whose sale has begun keeps its terms. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import {
  FINANCE_PAYOUTS,
  FINANCE_SALES,
  FINANCE_TERM_UNITS,
  MAX_DAILY_RATE_PPM,
  MAX_TERM_HOURS,
  MAX_UNITS,
} from '../../../life/finance-life.ts'
import { LANGUAGES } from '../../../languages.ts'
import { amount, count, empty, enteredAmount, productCode, requestId, time } from '../../../schemas.ts'
import { change } from '../approvals.ts'
import { reason } from '../fields.ts'

const language = z.enum(LANGUAGES)
const whole = (minimum: number, maximum: number) => z.int().check(z.minimum(minimum), z.maximum(maximum))

const terms = {
  unitPrice: enteredAmount,
  /** the least of one order, and the most that a member can hold */
  minUnits: whole(1, MAX_UNITS),
  maxUnits: whole(1, MAX_UNITS),
  /** units of the product */
  units: whole(1, MAX_UNITS),
  /** in hours, also where it is shown in days */
  termHours: whole(1, MAX_TERM_HOURS),
  termUnit: z.enum(FINANCE_TERM_UNITS),
  /** in 1/1,000,000 of the principal: 5000 is 0.5 % a day */
  dailyRatePpm: whole(1, MAX_DAILY_RATE_PPM),
  payout: z.enum(FINANCE_PAYOUTS),
  needsTrc20: z.boolean(),
  saleFrom: time,
  saleUntil: time,
}

const text = z.strictObject({
  language,
  name: z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(80), z.regex(/\S/, 'REQUIRED')),
  /** what pays the interest, as members read it */
  funding: z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(2_000), z.regex(/\S/, 'REQUIRED')),
})

const shown = z.object({
  code: productCode,
  sale: z.enum(FINANCE_SALES),
  demo: z.boolean(),
  createdAt: time,
  /** when an operator closed the sale; null: no operator did */
  closedAt: z.nullable(time),
  terms: z.object({ ...terms, unitPrice: amount, earlyExit: z.boolean() }),
  /** whether the terms can still change: nobody could buy yet */
  changeable: z.boolean(),
  texts: z.array(z.object({ language, name: z.string(), funding: z.string() })),
  left: count,
  orders: count,
  openOrders: count,
  members: count,
  principal: amount,
  custody: amount,
  reserve: amount,
  liability: amount,
  /** the highest rebates of orders whose rebates are not known yet */
  rebates: amount,
  /** what of the reserve can be withdrawn */
  free: amount,
  paid: amount,
})

export const financeProducts = endpoint({
  path: '/operator/financeproducts',
  summary: 'List the finance products with their terms, reserves and liabilities',
  auth: 'operator',
  permission: 'finance.read',
  input: empty,
  output: z.object({ items: z.array(shown) }),
  errors: [],
})

/** What a save needs besides its reason; a check takes the same. */
const saved = {
  code: productCode,
  ...terms,
  /** the text in English is required */
  texts: z.array(text).check(z.minLength(1, 'REQUIRED'), z.maxLength(LANGUAGES.length)),
}

export const financeCheck = endpoint({
  path: '/operator/financecheck',
  summary: 'Check the terms of a finance product, and say what reserve they need, without saving them',
  auth: 'operator',
  permission: 'finance.read',
  input: z.strictObject(saved),
  output: z.object({
    /** there is no product of this code yet */
    isNew: z.boolean(),
    /** interest of one unit and of all units over the whole term */
    unitInterest: amount,
    interest: amount,
    /** the highest rebates of one unit and of all units, as the settings are now */
    unitRebates: amount,
    rebates: amount,
    principal: amount,
    /** what of the reserve is free, how many units it covers, and what is missing for all units */
    free: amount,
    covered: count,
    missing: amount,
  }),
  errors: ['TERMS_FIXED'],
})

export const financeSave = endpoint({
  path: '/operator/financesave',
  summary:
    'Request a new finance product, or other terms of one whose sale has not begun; a second operator approves it',
  auth: 'operator',
  permission: 'finance.change',
  input: z.strictObject({
    ...saved,
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'TERMS_FIXED'],
})

const funding = z.strictObject({
  code: productCode,
  amount: enteredAmount,
  /** reference of the bank transfer; each reference moves money of a product at most once in each direction */
  reference: z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(140), z.regex(/\S/, 'REQUIRED')),
  reason,
  requestId,
})

export const financeFund = endpoint({
  path: '/operator/financefund',
  summary:
    'Request to fund the reserve of a finance product; after approval by a second operator it is booked and published',
  auth: 'operator',
  permission: 'finance.change',
  money: true,
  input: funding,
  output: change,
  errors: ['REQUEST_ID_REUSED', 'REFERENCE_USED'],
})

export const financeDefund = endpoint({
  path: '/operator/financedefund',
  summary:
    'Request to withdraw a free part of the reserve of a finance product; a second operator approves it',
  auth: 'operator',
  permission: 'finance.change',
  money: true,
  input: funding,
  output: change,
  errors: ['REQUEST_ID_REUSED', 'REFERENCE_USED', 'RESERVE_BOUND'],
})

export const financeClose = endpoint({
  path: '/operator/financeclose',
  summary: 'End the sale of a finance product for good; open orders run to their maturity',
  auth: 'operator',
  permission: 'finance.change',
  input: z.strictObject({ code: productCode, reason }),
  output: shown,
  errors: [],
})
