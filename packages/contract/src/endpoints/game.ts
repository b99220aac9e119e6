/** The games: hub, one round, bets, own bets, history, trend, proof. */
import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import {
  ALL_OPTIONS,
  BET_STATUSES,
  GAME_KINDS,
  GAME_STATES,
  GAMES,
  MOST_MULTIPLE,
  ROUND_STATUSES,
} from '../kinds/game-kinds.ts'
import {
  amount,
  count,
  documents,
  empty,
  enteredAmount,
  hex,
  id,
  page,
  paged,
  requestId,
  time,
} from '../schemas.ts'
import { grade, vouching, witnesses } from './mall/shapes.ts'

const game = z.enum(GAMES)
/** `YYYYMMDD-NNNN`: day in the game's time zone, number of the round in the day */
const period = z.string().check(z.regex(/^\d{8}-\d{4}$/, 'NOT_AN_ID'))
/** An option of the game's kind (`GAME_OPTIONS`). */
const option = z.enum(ALL_OPTIONS)

/** What came out. `outcome` decides every bet: lucky its number 0 to 9, King its champion 1 to 10. */
const result = z.object({
  outcome: z.int(),
  /** lucky: six digits, the last one is the outcome; null in King */
  price: z.nullable(z.string()),
  /** King: all ten runners in the order of their finish; null in lucky */
  finish: z.nullable(z.array(z.int())),
})

const roundFields = {
  game,
  period,
  status: z.enum(ROUND_STATUSES),
  opensAt: time,
  /** the cut-off: a bet at this time or later is refused */
  closesAt: time,
  endsAt: time,
  /** time of the beacon round, after which the result can be computed; null before the seal */
  drawAt: z.nullable(time),
  /** accepted bets, and what they cost together */
  bets: count,
  stake: amount,
  result: z.nullable(result),
}
const round = z.object(roundFields)

const bet = z.object({
  id,
  game,
  period,
  status: z.enum(BET_STATUSES),
  /** in the order of the pay table, whatever the order in the request */
  picks: z.array(option),
  /** what is on each pick: contract × multiple */
  stake: amount,
  /** what the bet cost: stake × number of picks */
  amount,
  /** the part of the amount that the fee takes */
  fee: amount,
  /** the most that the bet can pay, after the fee */
  highestWin: amount,
  /** what it paid; null while it waits. A returned bet paid its amount back. */
  payout: z.nullable(amount),
  /** what came out; null while the bet waits, or when it was returned */
  result: z.nullable(result),
  at: time,
  closesAt: time,
  endsAt: time,
})

/** The caller's business day in all games, or null for an anonymous caller. */
const today = z.nullable(
  z.object({
    /** stakes of bets that are not returned */
    staked: amount,
    /** payouts */
    won: amount,
    /** stakes of bets that still wait */
    open: amount,
    /** payouts less stakes of the bets that have ended; negative: the member has lost */
    net: amount,
  }),
)

export const gameList = endpoint({
  path: '/game/list',
  summary: 'List the games with their current round and last result',
  auth: 'optional',
  input: empty,
  output: z.object({
    now: time,
    /** the amounts that can be staked on a pick, times a multiple of 1 to `maxMultiple` */
    contracts: z.array(amount),
    maxMultiple: z.int(),
    /** the most picks of one bet */
    maxPicks: z.int(),
    today,
    /** whether the operator lists external games (`/game/web`) */
    external: z.boolean(),
    games: z.array(
      z.object({
        game,
        kind: z.enum(GAME_KINDS),
        state: z.enum(GAME_STATES),
        roundMs: z.int(),
        cutoffMs: z.int(),
        /** fee in percent of the stake, such as `2` */
        feePercent: z.string(),
        /** the round that runs now; null: none does */
        round: z.nullable(round),
        /** the newest round with a result */
        last: z.nullable(round),
      }),
    ),
  }),
  errors: [],
})

export const gameRound = endpoint({
  path: '/game/round',
  summary:
    'Get one round of a game: the one that runs now, or that of a period, with the pay table and own bets',
  auth: 'optional',
  input: z.strictObject({ game, period: z.optional(period) }),
  output: z.object({
    now: time,
    kind: z.enum(GAME_KINDS),
    state: z.enum(GAME_STATES),
    /** null: no round runs now. A call with a period always has its round. */
    round: z.nullable(round),
    /** the newest round before it with a result */
    previous: z.nullable(round),
    /** every option in the order of `GAME_OPTIONS` */
    options: z.array(
      z.object({
        option,
        /** what it pays for 1 of stake after the fee, by outcome: `2` for most numbers of green, `1.5` for 5 */
        pays: z.array(z.object({ outcomes: z.array(z.int()), multiplier: z.string() })),
        /** return to player in percent, such as `93.1` */
        return: z.string(),
        /** the most that 1 of stake pays back, after the fee, such as `1.96` */
        highest: z.string(),
        /** the most that all members together can still stake on it in this round */
        room: amount,
      }),
    ),
    feePercent: z.string(),
    contracts: z.array(amount),
    maxMultiple: z.int(),
    maxPicks: z.int(),
    /** what one member can stake in a round; null: no maximum. And what the caller can still stake in this one. */
    memberLimit: z.nullable(amount),
    memberRoom: z.nullable(amount),
    /** the caller's bets in this round, newest first, at most 50; and what all of them cost and paid */
    bets: z.array(bet),
    mine: z.object({ bets: count, amount, payout: amount }),
    today,
    grade,
    /** the game's hash chain, whose head is in the log; null: the game has none yet */
    chain: z.nullable(
      z.object({
        number: z.int(),
        head: hex(32),
        length: z.int(),
        /** the value that the round uses, and the value itself once it is revealed by the seal */
        index: z.nullable(z.int()),
        value: z.nullable(hex(32)),
      }),
    ),
    /** digest over the bets in the seal; null before */
    digest: z.nullable(hex(32)),
    /** why a round is void; null otherwise */
    voidReason: z.nullable(z.string()),
    witnesses,
    vouching,
  }),
  errors: [],
})

export const gameBet = endpoint({
  path: '/game/bet',
  summary: 'Bet on the round of a game that runs now',
  auth: 'member',
  money: true,
  input: z.strictObject({
    requestId,
    game,
    /** the round that the member saw; a bet for another round is refused */
    period,
    picks: z.array(option).check(z.minLength(1, 'REQUIRED'), z.maxLength(ALL_OPTIONS.length)),
    /** one of the amounts of `contracts` */
    contract: enteredAmount,
    multiple: z.int().check(z.minimum(1), z.maximum(MOST_MULTIPLE)),
  }),
  output: z.object({
    /** `processing`: accepted, but the outcome is not known yet; the client asks again with the same request id */
    status: z.enum(['accepted', 'processing']),
    bet,
    balance: amount,
  }),
  errors: [
    'INSUFFICIENT_BALANCE',
    'BETTING_CLOSED',
    'BANKROLL_SHORT',
    'ROUND_LIMIT',
    'REQUEST_ID_REUSED',
    'PENDING',
    'MODULE_OFF',
    'COUNTRY_NOT_SERVED',
    'EXCLUDED',
    'FROZEN',
    'ACCOUNT_CLOSING',
    'SPEND_LIMIT',
    'LOSS_LIMIT',
    'TIME_LIMIT',
    'REALITY_CHECK',
  ],
})

export const gameOrders = endpoint({
  path: '/game/order',
  summary: "List the member's bets, newest first",
  auth: 'member',
  input: z.strictObject({ ...page, game: z.optional(game), status: z.optional(z.enum(BET_STATUSES)) }),
  output: paged(bet),
  errors: [],
})

export const gameHistory = endpoint({
  path: '/game/history',
  summary: 'List the rounds of a game that have ended, newest first, with the caller’s own stake and payout',
  auth: 'optional',
  input: z.strictObject({ ...page, game }),
  output: paged(
    z.object({
      ...roundFields,
      /** what the caller staked and won in the round; null: nothing, or an anonymous caller */
      mine: z.nullable(z.object({ amount, payout: amount })),
    }),
  ),
  errors: [],
})

/** How often something came out of `rounds`, beside what chance expects. */
const counted = { count, expected: z.string() }

export const gameTrend = endpoint({
  path: '/game/trend',
  summary: 'Get the last 100 results of a game: counts beside their expectation, and longest runs',
  auth: 'anyone',
  input: z.strictObject({ game }),
  output: z.object({
    now: time,
    kind: z.enum(GAME_KINDS),
    /** the number of results, at most 100 */
    rounds: count,
    /** newest first */
    results: z.array(z.object({ period, at: time, ...result.shape })),
    /** every outcome in ascending order */
    outcomes: z.array(z.object({ outcome: z.int(), ...counted })),
    /** options with several outcomes: colours of lucky ball, big, small, single, double */
    options: z.array(
      z.object({
        option,
        ...counted,
        /** the longest run of rounds in which it came out, and in which it did not */
        longestRun: count,
        longestGap: count,
      }),
    ),
  }),
  errors: [],
})

/** The schema checks version and kind only: the verifier in the fairness package checks every value. */
const roundProof = z
  .looseObject({ version: z.string(), kind: z.literal('round') })
  .register(documents, { component: 'RoundProof' })

export const gameProof = endpoint({
  path: '/game/proof',
  summary: 'Get the proof document of a sealed or settled round',
  auth: 'anyone',
  input: z.strictObject({ game, period }),
  output: roundProof,
  errors: ['NOT_SEALED'],
})

export const gameWeb = endpoint({
  path: '/game/web',
  summary:
    'List the external games: pages of other sites, without money of the wallet. Empty when they are off',
  auth: 'member',
  input: empty,
  output: z.object({
    games: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        /** the site that shows it */
        host: z.string(),
        /** path of the page with its frame; the app adds `lang` and `theme` */
        page: z.string(),
      }),
    ),
  }),
  errors: ['MODULE_OFF', 'COUNTRY_NOT_SERVED', 'EXCLUDED', 'FROZEN', 'ACCOUNT_CLOSING', 'REALITY_CHECK'],
})
