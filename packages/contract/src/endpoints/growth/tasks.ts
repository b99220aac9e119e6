/** Tasks with rewards, the newcomer gift, VIP levels and refunds. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import {
  CLAIMS,
  DAILY_TASKS,
  GIFTS,
  LADDER_CLAIMS,
  TASK_STATES,
  VIP_REFUND_STATES,
} from '../../life/growth-life.ts'
import { amount, count, empty, id, requestId, time } from '../../schemas.ts'

/** In hundredths of a percent: 150 is 1.5 %. */
const rate = z.int().check(z.minimum(0), z.maximum(10_000))

export const taskList = endpoint({
  path: '/task/list',
  summary:
    "Get the member's tasks of the business day with their rewards, the invitation ladder and the newcomer gift",
  auth: 'member',
  input: empty,
  output: z.object({
    /** the business day, and the moment at which the daily tasks of the next day begin */
    day: z.iso.date(),
    endsAt: time,
    /** false while tasks are switched off */
    on: z.boolean(),
    /** whether the marketing account lacks what the smallest open reward costs: claims are refused until it is funded */
    paused: z.boolean(),
    checkIn: z.object({
      /** days in a row, with today when it is done */
      streak: count,
      doneToday: z.boolean(),
      /** the reward of each day of the row */
      rewards: z.array(amount),
    }),
    daily: z.array(z.object({ task: z.enum(DAILY_TASKS), reward: amount, state: z.enum(TASK_STATES) })),
    /** friends who count: they topped up `minimum`, and the house keeps `margin` of their orders on average */
    qualified: count,
    minimum: amount,
    margin: amount,
    /**
     * What check-ins, daily tasks and gifts can still come from: what the house keeps of the member's orders on average, less what the
     * member was given, and less what is set aside for the member's inviter. A reward above it waits.
     */
    left: amount,
    ladder: z.array(
      z.object({ claim: z.enum(LADDER_CLAIMS), friends: count, reward: amount, state: z.enum(TASK_STATES) }),
    ),
    /** empty: there is no gift for this member */
    gifts: z.array(
      z.object({
        claim: z.enum(GIFTS),
        /** a voucher: amount off, minimum spend, days until it expires */
        amount,
        minSpend: amount,
        days: count,
        state: z.enum(TASK_STATES),
      }),
    ),
    /** grows with each claim; the live topic `tasks` has the same */
    version: count,
  }),
  errors: [],
})

export const taskClaim = endpoint({
  path: '/task/claim',
  summary: 'Claim the reward of a task, a rung of the invitation ladder, or a voucher of the newcomer gift',
  auth: 'member',
  money: true,
  input: z.strictObject({ claim: z.enum(CLAIMS), requestId }),
  output: z.object({
    claim: z.enum(CLAIMS),
    /** credited to the wallet; zero for a voucher */
    amount,
    /** id of the voucher */
    voucher: z.nullable(id),
    balance: amount,
  }),
  errors: [
    'TASK_OPEN',
    'TASK_CLAIMED',
    'TASKS_OFF',
    'MARKETING_SHORT',
    'SAME_PERSON',
    'DEVICE_MISSING',
    'GIFT_LATER',
    'ACCOUNT_CLOSING',
    'EXCLUDED',
    'FROZEN',
    'REQUEST_ID_REUSED',
  ],
})

export const taskCheckIn = endpoint({
  path: '/task/checkin',
  summary:
    'Check in for the business day and receive its reward; the amount is zero where nothing is left to give (`left` of `/task/list`)',
  auth: 'member',
  money: true,
  input: z.strictObject({ requestId }),
  output: z.object({ streak: count, amount, balance: amount }),
  errors: [
    'TASK_CLAIMED',
    'TASKS_OFF',
    'MARKETING_SHORT',
    'ACCOUNT_CLOSING',
    'EXCLUDED',
    'FROZEN',
    'REQUEST_ID_REUSED',
  ],
})

export const taskMember = endpoint({
  path: '/task/member',
  summary:
    "Get the VIP levels with their benefits, the member's level and progress, and the latest refunds of lost orders",
  auth: 'member',
  input: empty,
  output: z.object({
    level: count,
    /** what the member spent on drawn orders and settled bets, without stakes that cancel each other out */
    spend: amount,
    /** the next level and what it still needs; null: the highest level */
    next: z.nullable(z.object({ level: count, missing: amount })),
    levels: z.array(
      z.object({
        level: count,
        /** total spend from which a member has the level */
        spend: amount,
        withdrawalFee: rate,
        /** besides the rebate for direct friends */
        extraReward: rate,
        /** of lost orders, once a day */
        refund: rate,
      }),
    ),
    /** of the last 30 business days with lost orders, newest first */
    refunds: z.array(
      z.object({
        day: z.iso.date(),
        orders: count,
        /** what the lost orders cost */
        basis: amount,
        rate,
        amount,
        state: z.enum(VIP_REFUND_STATES),
        paidAt: z.nullable(time),
      }),
    ),
  }),
  errors: [],
})
