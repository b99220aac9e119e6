/** What operators see of the games: what is on, and what the house risks. No call of any operator touches an outcome. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { GAME_KINDS, GAMES, ROUND_STATUSES } from '../../kinds/game-kinds.ts'
import { amount, count, empty, time } from '../../schemas.ts'

const game = z.enum(GAMES)

/** What the bankroll has, and what of it open rounds bind. */
const bankroll = z.object({ balance: amount, bound: amount, free: amount })

export const operatorGames = endpoint({
  path: '/operator/games',
  summary: 'List the games with their switches, slices of the bankroll, and sums of the last 24 hours',
  auth: 'operator',
  permission: 'games.read',
  input: empty,
  output: z.object({
    bankroll,
    contracts: z.array(amount),
    maxMultiple: z.int(),
    /** what one member can stake in a round that opens now; null: no maximum */
    memberLimit: z.nullable(amount),
    /** whether the module is switched on */
    enabled: z.boolean(),
    items: z.array(
      z.object({
        game,
        kind: z.enum(GAME_KINDS),
        enabled: z.boolean(),
        /** what the bankroll binds for a round that opens now */
        slice: amount,
        /** rounds that have not ended, and those of the last 24 hours that are void */
        open: count,
        voided: count,
        /** of the rounds that opened in the last 24 hours and have a result; `margin`: stakes less payouts */
        bets: count,
        staked: amount,
        paid: amount,
        margin: amount,
      }),
    ),
  }),
  errors: [],
})

export const gameExposure = endpoint({
  path: '/operator/gameexposure',
  summary: 'Show what the house may have to pay in each outcome of the rounds that have not ended',
  auth: 'operator',
  permission: 'games.read',
  input: z.strictObject({ game: z.optional(game) }),
  output: z.object({
    bankroll,
    /** the earliest cut-off first, at most 200 */
    rounds: z.array(
      z.object({
        game,
        period: z.string(),
        status: z.enum(ROUND_STATUSES),
        closesAt: time,
        bets: count,
        players: count,
        stake: amount,
        slice: amount,
        /** what all bets together pay for each outcome */
        exposure: z.array(z.object({ outcome: z.int(), pays: amount })),
        /** the highest of them less the stakes: what the house can lose, negative when it gains in every outcome */
        worst: amount,
        /** what is left of the slice in that outcome */
        left: amount,
      }),
    ),
  }),
  errors: [],
})
