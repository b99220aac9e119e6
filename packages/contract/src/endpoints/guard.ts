import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { EXCLUSION_KINDS, LIMIT_KINDS, LIMIT_PERIODS, STOP_PERIODS } from '../guard-kinds.ts'
import { amount, count, empty, smsCode, time } from '../schemas.ts'

const kind = z.enum(LIMIT_KINDS)
const period = z.enum(LIMIT_PERIODS)

/** What is allowed within a period: an amount of money, or whole minutes where the kind is `time`. Null: no limit. */
const cap = z.nullable(amount)

export const limit = z.object({
  kind,
  period,
  cap,
  /** used of it in the period that runs now; null where nothing is counted because there is no limit */
  used: z.nullable(amount),
  /** when the period ends and counting starts anew */
  resetsAt: time,
  /** what the member has asked for and must confirm, between the two times, for it to hold */
  increase: z.nullable(z.object({ cap, confirmFrom: time, confirmUntil: time })),
})

/** How the member is protected now. */
export const guardState = z.object({
  /** one of each kind and period */
  limits: z.array(limit),
  /** nothing can be bought or paid in until then */
  stopped: z.nullable(z.object({ kind: z.enum(EXCLUSION_KINDS), since: time, until: time })),
  closing: z.boolean(),
  /** minutes of use without a pause after which the app asks whether to go on */
  realityCheckMinutes: count,
  /** hours that a looser limit waits */
  increaseHours: count,
  adultDeclaredAt: time,
  /** years of age that were declared as reached */
  declaredAge: count,
})

export const limits = endpoint({
  path: '/user/limits',
  summary: 'Own limits, what is used of them, and whether one has stopped',
  auth: 'member',
  input: empty,
  output: guardState,
  errors: [],
})

/** A limit as a person enters it: money with at most two decimals, or whole minutes. */
export const enteredCap = z
  .string()
  .check(z.minLength(1, 'REQUIRED'), z.regex(/^\d{1,12}(\.\d{1,2})?$/, 'AMOUNT_FORMAT'))

export const limitSave = endpoint({
  path: '/user/limitsave',
  summary: 'Set a limit: stricter holds at once, looser (null: none) waits and must be confirmed',
  auth: 'member',
  input: z.strictObject({ kind, period, cap: z.optional(enteredCap) }),
  output: guardState,
  errors: [],
})

export const limitConfirm = endpoint({
  path: '/user/limitconfirm',
  summary: 'Confirm a looser limit once its wait is over',
  auth: 'member',
  input: z.strictObject({ kind, period }),
  output: guardState,
  errors: ['TOO_EARLY'],
})

export const limitCancel = endpoint({
  path: '/user/limitcancel',
  summary: 'Take back the wish for a looser limit',
  auth: 'member',
  input: z.strictObject({ kind, period }),
  output: guardState,
  errors: [],
})

export const selfExclude = endpoint({
  path: '/user/selfexclude',
  summary:
    'Stop for a while (24 h to 30 days) or exclude oneself (6 months to 5 years); nobody can shorten it',
  auth: 'member',
  input: z.strictObject({ period: z.enum(STOP_PERIODS) }),
  output: guardState,
  errors: ['ALREADY_LONGER'],
})

const flow = z.object({
  deposited: amount,
  withdrawn: amount,
  spent: amount,
  /** of purchases that were given back */
  returned: amount,
  /** prizes and recycling that were credited */
  won: amount,
  /** won + returned − spent */
  result: amount,
})

export const netPosition = endpoint({
  path: '/user/netposition',
  summary: 'What came in, what was spent, what came back: today, this week, this month, in all',
  auth: 'member',
  input: empty,
  output: z.object({
    day: flow,
    week: flow,
    month: flow,
    all: flow,
    balance: amount,
    /** withdrawn + balance − deposited, of all time: below zero is what playing has cost */
    net: amount,
    /** Unix milliseconds since when this session is used without a pause */
    activeSince: time,
  }),
  errors: [],
})

export const realityCheck = endpoint({
  path: '/user/realitycheck',
  summary: 'Say that one has seen how long one has been here, and goes on',
  auth: 'member',
  input: empty,
  output: z.object({ nextAt: time }),
  errors: [],
})

/** What an account waits for before it is closed. */
export const closing = z.object({
  status: z.enum(['active', 'closing']),
  askedAt: z.nullable(time),
  waitsFor: z.object({
    /** orders that wait for their draw */
    orders: count,
    /** prizes that are not delivered or recycled yet */
    prizes: count,
    /** recharges that are still under way */
    recharges: count,
    balance: amount,
  }),
  /** play money left over goes back to the sandbox; real money has to be paid out first */
  balanceReturns: z.boolean(),
  /** what keeps the phone number from registering anew; the later end holds */
  phoneWait: z.object({
    /** hours from the end of the account on, because limits are set; 0: none are */
    hours: count,
    /** the break or self-exclusion that runs: until it ends */
    stopped: z.nullable(z.enum(EXCLUSION_KINDS)),
  }),
})

export const closeState = endpoint({
  path: '/user/closestate',
  summary: 'Whether the account is being closed, and what that waits for',
  auth: 'member',
  input: empty,
  output: closing,
  errors: [],
})

export const closeAccount = endpoint({
  path: '/user/close',
  summary:
    'Close the account, with an SMS code: nothing new from now on, and the person is erased once nothing is open',
  auth: 'member',
  input: z.strictObject({ code: smsCode }),
  output: closing,
  errors: ['CODE_WRONG', 'CODE_EXPIRED'],
})

export const closeKeep = endpoint({
  path: '/user/closekeep',
  summary: 'Keep an account that is being closed',
  auth: 'member',
  input: empty,
  output: closing,
  errors: [],
})
