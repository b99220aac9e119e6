/** Invitations, the team, rebates, the ranking. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import {
  FRIEND_STATES,
  RANKING_PERIODS,
  REBATE_KINDS,
  REBATE_STATES,
  REBATE_VOIDS,
} from '../../life/growth-life.ts'
import { amount, count, empty, page, paged, time } from '../../schemas.ts'

/** In hundredths of a percent: 150 is 1.5 %. */
const rate = z.int().check(z.minimum(0), z.maximum(10_000))

/** What rebates promise now. */
const offer = {
  /** whether new orders earn rebates at all: false while the module is switched off, or for this member */
  on: z.boolean(),
  /** since when new orders earn nothing, because the marketing account is short; null: not paused */
  pausedSince: z.nullable(time),
  /** of the direct inviter, without the extra of the VIP level */
  directRate: rate,
  /** the extra of the caller's VIP level */
  extraRate: rate,
  indirectRate: rate,
}

export const userShare = endpoint({
  path: '/index/usershare',
  summary:
    "Get the member's invitation code and link with what an invitation earns; `shared` notes that the link was shared today",
  auth: 'member',
  input: z.strictObject({ shared: z._default(z.boolean(), false) }),
  output: z.object({
    code: z.string(),
    /** of the registration page with the code filled in */
    link: z.string(),
    ...offer,
    /** direct friends: all, and those who count for tasks */
    friends: count,
    qualified: count,
    /** what a friend tops up at least who counts, and what the house keeps of the friend's orders on average */
    minimum: amount,
    margin: amount,
    /** the shortest term of a finance order that earns a rebate */
    financeDays: count,
  }),
  errors: [],
})

export const friend = z.object({
  id: z.string(),
  /** masked; `***` for a closed account */
  name: z.string(),
  phone: z.string(),
  joinedAt: time,
  state: z.enum(FRIEND_STATES),
  /** how much of what the house must keep of the friend's orders it keeps, in per cent; null for indirect friends */
  progress: z.nullable(count),
  /** what the friend spent on drawn orders and settled bets; null for indirect friends */
  spend: z.nullable(amount),
  /** rebates that were paid to the caller for this friend's orders */
  earned: amount,
  /** an operator checks whether both accounts are the same person; nothing is paid meanwhile */
  held: z.boolean(),
  /** an operator found that both accounts are the same person; nothing is earned */
  samePerson: z.boolean(),
})

export const userInviteList = endpoint({
  path: '/index/userinvitelist',
  summary: 'List the friends whom the member invited, newest first, with their states',
  auth: 'member',
  input: z.strictObject({ ...page, state: z.optional(z.enum(FRIEND_STATES)) }),
  output: paged(friend),
  errors: [],
})

export const teamDetail = endpoint({
  path: '/team/detail',
  summary: "List the members of the caller's team on one level, newest first",
  auth: 'member',
  input: z.strictObject({ ...page, level: z.union([z.literal(1), z.literal(2)]) }),
  output: paged(friend),
  errors: [],
})

/** Sums of rebates by state. */
const rebateSums = { paid: amount, pending: amount, queued: amount, held: amount }

export const teamSummary = endpoint({
  path: '/team/summary',
  summary: "Get the sizes, spending and rewards of the member's team",
  auth: 'member',
  input: empty,
  output: z.object({
    direct: count,
    indirect: count,
    /** of the member: drawn orders and settled bets, without stakes that cancel each other out */
    personalSpend: amount,
    directSpend: amount,
    indirectSpend: amount,
    rebates: z.object(rebateSums),
    ...offer,
    /** grows with each change; the live topic `team` has the same */
    version: count,
  }),
  errors: [],
})

export const teamBonus = endpoint({
  path: '/team/bonus',
  summary: "Get the sums of the member's rebates by kind of order",
  auth: 'member',
  input: empty,
  output: z.object({
    ...rebateSums,
    kinds: z.array(z.object({ kind: z.enum(REBATE_KINDS), ...rebateSums })),
    pausedSince: z.nullable(time),
  }),
  errors: [],
})

export const rebate = z.object({
  id: z.string(),
  kind: z.enum(REBATE_KINDS),
  /** 1: of a direct friend, 2: of an indirect one */
  level: z.int(),
  /** masked name of the friend */
  name: z.string(),
  /** what of the order counts, the rate in hundredths of a percent, and the rebate; a bet's rebate can be cut to its cap */
  basis: amount,
  rate,
  amount,
  capped: z.boolean(),
  state: z.enum(REBATE_STATES),
  reason: z.nullable(z.enum(REBATE_VOIDS)),
  at: time,
  endedAt: z.nullable(time),
})

export const userRebateList = endpoint({
  path: '/index/userrebatelist',
  summary: "List the member's rebates, newest first",
  auth: 'member',
  input: z.strictObject({
    ...page,
    kind: z.optional(z.enum(REBATE_KINDS)),
    state: z.optional(z.enum(REBATE_STATES)),
  }),
  output: paged(rebate),
  errors: [],
})

export const userInviteTop = endpoint({
  path: '/index/userinvitetop',
  summary: 'Get the members whose teams spent most in the business week, the month or of all time',
  auth: 'member',
  input: z.strictObject({ period: z._default(z.enum(RANKING_PERIODS), 'week') }),
  output: z.object({
    period: z.enum(RANKING_PERIODS),
    /** when the period began; null: all time */
    from: z.nullable(time),
    /** the first 50; the phone number is masked */
    items: z.array(z.object({ place: count, phone: z.string(), spend: amount, mine: z.boolean() })),
    /** the caller's own; `place` null: not among those who are listed */
    own: z.object({ place: z.nullable(count), spend: amount }),
  }),
  errors: [],
})
