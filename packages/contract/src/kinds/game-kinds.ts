/**
 * The games: their ids, kinds, options, states. The pay table (`@fairlot/fairness/games/pay-table`) has the same ids and
 * options; a test compares them. Schemas, server, apps and command line derive their types from these lists.
 */

/** What decides a round: the last digit of a price (0 to 9), or the champion of a race (1 to 10). */
export const GAME_KINDS = ['lucky', 'king'] as const
export type GameKind = (typeof GAME_KINDS)[number]

export const GAMES = ['lucky-1m', 'lucky-3m', 'lucky-5m', 'king-2m'] as const
export type GameId = (typeof GAMES)[number]

export const KIND_OF_GAME = {
  'lucky-1m': 'lucky',
  'lucky-3m': 'lucky',
  'lucky-5m': 'lucky',
  'king-2m': 'king',
} as const satisfies Record<GameId, GameKind>

const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const HALVES = ['big', 'small', 'single', 'double'] as const

/** What a member can bet on, in the order in which it is shown. */
export const GAME_OPTIONS = {
  lucky: ['green', 'red', 'violet', ...DIGITS, ...HALVES],
  king: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', ...HALVES],
} as const satisfies Record<GameKind, readonly string[]>
export type GameOption = (typeof GAME_OPTIONS)[GameKind][number]

/** Every option of any game. */
export const ALL_OPTIONS = ['green', 'red', 'violet', ...DIGITS, '10', ...HALVES] as const

/** `on`: rounds run; `paused`: no round is open for a reason that passes (no chain, clock, log); `off`: an operator switched it off. */
export const GAME_STATES = ['on', 'paused', 'off'] as const

/**
 * A round is `open` for bets until its cut-off, `closed` until its seal is in the log, `sealed` until its beacon round, and
 * ends `settled`, or `void`: then every stake is returned.
 */
export const ROUND_STATUSES = ['open', 'closed', 'sealed', 'settled', 'void'] as const
export type RoundStatus = (typeof ROUND_STATUSES)[number]

/** A bet waits for its round, and then it has won (its payout is above zero), lost, or was returned. */
export const BET_STATUSES = ['wait', 'win', 'lose', 'void'] as const
export type BetStatus = (typeof BET_STATUSES)[number]

/** The highest multiple of a contract that the server can be set to. */
export const MOST_MULTIPLE = 999

/** The highest stake, a contract times a whole number, that is not above an amount; 0: none is. Minor units. */
export function highestStake(most: bigint, contracts: readonly bigint[]): bigint {
  const stakes = contracts.map((contract) => most - (most % contract))
  return stakes.reduce((best, stake) => (stake > best ? stake : best), 0n)
}
