/** What members can stake, and what the house risks in a round. The schedule and the fees are settings of the rounds. */
import { GAMES, MOST_MULTIPLE, type GameId } from '@fairlot/contract/kinds/game-kinds'
import {
  defineSetting,
  flag,
  money,
  moneys,
  whole,
  type Setting,
  type Values,
} from '../../../platform/settings/settings.ts'

const MOST = 100_000_000_000_000n

const CONTRACTS = defineSetting({
  name: 'games.contracts',
  about: 'Amounts that a member can stake on a pick, times a multiple.',
  kind: moneys({ minimum: 100n, maximum: 100_000_000_000n, maxItems: 8 }),
  initial: '10.00,100.00,1000.00,10000.00',
  effect: 'all',
})
const MAX_MULTIPLE = defineSetting({
  name: 'games.maxMultiple',
  about: 'Highest multiple of a contract that a member can stake on a pick.',
  kind: whole({ minimum: 1, maximum: MOST_MULTIPLE, unit: 'times' }),
  initial: String(MOST_MULTIPLE),
  effect: 'all',
})
const MEMBER_LIMIT = defineSetting({
  name: 'games.memberLimit',
  about: 'Maximum that one member can stake in a round, over all bets. 0: no maximum.',
  kind: money({ minimum: 0n, maximum: MOST }),
  initial: '100000.00',
  effect: 'new',
  twoPersons: true,
})

type GameSettings = { on: Setting<boolean>; slice: Setting<bigint> }

function settingsOf(game: GameId): GameSettings {
  const name = `games.${game.replace('-', '')}`
  return {
    on: defineSetting({
      name: `${name}.enabled`,
      about: `Whether rounds of ${game} open. When it is off, the server takes no bets, and open rounds run to their end.`,
      kind: flag(),
      initial: 'true',
      effect: 'all',
    }),
    slice: defineSetting({
      name: `${name}.slice`,
      about: `Part of the bankroll that a round of ${game} binds: the most that the house can lose in it.`,
      kind: money({ minimum: 0n, maximum: MOST }),
      initial: '50000.00',
      effect: 'new',
      twoPersons: true,
    }),
  }
}

const OF_GAMES = Object.fromEntries(GAMES.map((game) => [game, settingsOf(game)])) as Record<
  GameId,
  GameSettings
>

export const BET_SETTINGS: readonly Setting<unknown>[] = [
  CONTRACTS,
  MAX_MULTIPLE,
  MEMBER_LIMIT,
  ...GAMES.flatMap((game) => [OF_GAMES[game].on, OF_GAMES[game].slice]),
] as readonly Setting<unknown>[]

/** What a member can stake on a pick. Minor units. */
export const stakesOf = (settings: Values) => ({
  contracts: settings.get(CONTRACTS),
  maxMultiple: settings.get(MAX_MULTIPLE),
})
export const isGameOn = (settings: Values, game: GameId): boolean => settings.get(OF_GAMES[game].on)
/** What the bankroll binds for a round that opens now, minor units. */
export const sliceOf = (settings: Values, game: GameId): bigint => settings.get(OF_GAMES[game].slice)
/** What one member can stake in a round that opens now, minor units; 0: no maximum. */
export const memberLimitOf = (settings: Values): bigint => settings.get(MEMBER_LIMIT)
