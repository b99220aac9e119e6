import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { EXCLUSION_DURATIONS, EXCLUSION_KINDS, LIMIT_KINDS, LIMIT_PERIODS } from '../kinds/guard-kinds.ts'
import { amount, count, empty, enteredCap, smsCode, time } from '../schemas.ts'

const kind = z.enum(LIMIT_KINDS)
const period = z.enum(LIMIT_PERIODS)

/** What a limit allows per period: an amount of money, or whole minutes when the kind is `time`. Null: no limit. */
const cap = z.nullable(amount)

export const limit = z.object({
  kind,
  period,
  cap,
  /** counted against the cap in the current period; null when there is no limit, because nothing is counted then */
  used: z.nullable(amount),
  /** end of the current period, when counting restarts at zero */
  resetsAt: time,
  /** a looser limit that the member requested; it takes effect when the member confirms it between the two times */
  pendingIncrease: z.nullable(z.object({ cap, confirmFrom: time, confirmUntil: time })),
})

/** A member's protection as it is now. */
export const guardState = z.object({
  /** one entry for each kind and period */
  limits: z.array(limit),
  /** the running break or self-exclusion that ends last; purchases and recharges are refused until then */
  exclusion: z.nullable(z.object({ kind: z.enum(EXCLUSION_KINDS), since: time, until: time })),
  closing: z.boolean(),
  /** minutes of uninterrupted use after which the app shows the reality check */
  realityCheckMinutes: count,
  /** hours before a member can confirm a looser limit */
  increaseHours: count,
  adultDeclaredAt: time,
  /** the age in years that the member declared to have reached */
  declaredAge: count,
})

export const limits = endpoint({
  path: '/user/limits',
  summary: "Get the member's limits, the use of each, and any active break or self-exclusion",
  auth: 'member',
  input: empty,
  output: guardState,
  errors: [],
})

export const limitSave = endpoint({
  path: '/user/limitsave',
  summary:
    'Set a limit; a stricter limit takes effect at once, a looser one (or none) after a wait and a confirmation',
  auth: 'member',
  /** `cap` left out: no limit */
  input: z.strictObject({ kind, period, cap: z.optional(enteredCap) }),
  output: guardState,
  errors: [],
})

export const limitConfirm = endpoint({
  path: '/user/limitconfirm',
  summary: 'Confirm a looser limit after its wait',
  auth: 'member',
  input: z.strictObject({ kind, period }),
  output: guardState,
  errors: ['TOO_EARLY'],
})

export const limitCancel = endpoint({
  path: '/user/limitcancel',
  summary: 'Cancel the request for a looser limit',
  auth: 'member',
  input: z.strictObject({ kind, period }),
  output: guardState,
  errors: [],
})

export const selfExclude = endpoint({
  path: '/user/selfexclude',
  summary:
    'Take a break (24 hours to 30 days) or exclude yourself (6 months to 5 years); it cannot be shortened',
  auth: 'member',
  input: z.strictObject({ duration: z.enum(EXCLUSION_DURATIONS) }),
  output: guardState,
  errors: ['ALREADY_LONGER'],
})

export const flow = z.object({
  deposited: amount,
  withdrawn: amount,
  spent: amount,
  /** refunded purchases */
  returned: amount,
  /** credited prizes and recycled prizes */
  won: amount,
  /** what the house gave: rebates, rewards of tasks, VIP refunds */
  rewarded: amount,
  /** won + returned − spent */
  result: amount,
})

export const netPosition = endpoint({
  path: '/user/netposition',
  summary: 'Get the money paid in, spent and returned: today, this week, this month and in total',
  auth: 'member',
  input: empty,
  output: z.object({
    day: flow,
    week: flow,
    month: flow,
    all: flow,
    balance: amount,
    /** withdrawn + balance − deposited, of all time; below zero it is what the member has lost */
    net: amount,
    /** Unix milliseconds; the session has been used without a pause since then */
    activeSince: time,
  }),
  errors: [],
})

export const netMonths = endpoint({
  path: '/user/netmonths',
  summary:
    'Get the money paid in, spent and returned in each month, newest first; months without a posting are left out',
  auth: 'member',
  input: empty,
  output: z.object({
    items: z.array(
      z.object({
        /** `YYYY-MM` in the business time zone */
        month: z.string(),
        flow,
        /** the change of the balance: deposited + won + rewarded + returned − spent − withdrawn */
        change: amount,
      }),
    ),
  }),
  errors: [],
})

export const realityCheck = endpoint({
  path: '/user/realitycheck',
  summary: 'Acknowledge the reality check and continue',
  auth: 'member',
  input: empty,
  output: z.object({ nextAt: time }),
  errors: [],
})

/** The closing of an account, and what has to end before the server closes it. */
export const closing = z.object({
  status: z.enum(['active', 'closing']),
  requestedAt: z.nullable(time),
  waitsFor: z.object({
    /** orders whose draw is still to come */
    orders: count,
    /** prizes that are not delivered or recycled yet */
    prizes: count,
    /** recharges in progress */
    recharges: count,
    /** withdrawals that have not ended */
    withdrawals: count,
    balance: amount,
    /** operators froze the account; the closing waits for the end */
    frozen: z.boolean(),
  }),
  /** true: the remaining play money returns to the sandbox; false: real money has to be withdrawn first */
  balanceReturns: z.boolean(),
  /** what prevents the phone number from registering again after the closing; the later end applies */
  phoneWait: z.object({
    /** hours from the closing on, because the member has limits; 0: no limits */
    hours: count,
    /** the running break or self-exclusion, until its end */
    exclusion: z.nullable(z.enum(EXCLUSION_KINDS)),
  }),
})

export const closeState = endpoint({
  path: '/user/closestate',
  summary: 'Get whether the account is being closed, and what the closing waits for',
  auth: 'member',
  input: empty,
  output: closing,
  errors: [],
})

export const closeAccount = endpoint({
  path: '/user/close',
  summary:
    'Close the account, with an SMS code: purchases and recharges are refused from now on, and personal data is erased when nothing is open',
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
