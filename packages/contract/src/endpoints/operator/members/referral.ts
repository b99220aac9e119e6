/** What operators see of referral: the state of all rebates, and the team of one member. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { FRIEND_STATES, REBATE_KINDS, REBATE_STATES, RELATION_STANDINGS } from '../../../life/growth-life.ts'
import { amount, count, empty, id, time } from '../../../schemas.ts'

export const referralState = endpoint({
  path: '/operator/referralstate',
  summary:
    'Get whether rebates are earned, what waits for money, and the sums of all rebates by kind and state',
  auth: 'operator',
  permission: 'referral.read',
  input: empty,
  output: z.object({
    /** the switch of the module `referral` */
    on: z.boolean(),
    /** since when new orders earn nothing, because the marketing account is short; null: not paused */
    pausedSince: z.nullable(time),
    /** what the marketing account can pay */
    marketing: amount,
    /** rebates that are due and wait for money; `since`: the oldest became due */
    queued: z.object({ rebates: count, amount, since: z.nullable(time) }),
    /** what was paid on the business day and in the business month of now */
    paid: z.object({ today: amount, month: amount }),
    /** without kinds and states that have none */
    sums: z.array(
      z.object({ kind: z.enum(REBATE_KINDS), state: z.enum(REBATE_STATES), rebates: count, amount }),
    ),
  }),
  errors: [],
})

export const memberTeam = endpoint({
  path: '/operator/memberteam',
  summary: "Show a member's inviter, team and rebates, with the 20 latest friends",
  auth: 'operator',
  permission: 'referral.read',
  input: z.strictObject({ id }),
  output: z.object({
    id,
    /** the member who invited this one */
    inviter: z.nullable(id),
    direct: count,
    indirect: count,
    /** what the member, the direct and the indirect friends spent, as it counts for VIP levels */
    ownSpend: amount,
    directSpend: amount,
    indirectSpend: amount,
    rebates: z.object({ pending: amount, queued: amount, held: amount, paid: amount }),
    /** newest first */
    friends: z.array(
      z.object({
        id,
        level: z.literal([1, 2]),
        joinedAt: time,
        state: z.enum(FRIEND_STATES),
        standing: z.enum(RELATION_STANDINGS),
        spend: amount,
        /** rebates that were paid to the member for orders of this friend */
        earned: amount,
      }),
    ),
  }),
  errors: [],
})
