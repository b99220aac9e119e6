/** Betting: the seller, what members see, and the hooks by which the rounds end bets. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { GAMES, type GameId } from '@fairlot/contract/kinds/game-kinds'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { MessageValue } from '@fairlot/contract/messages'
import type { Caller } from '../../platform/http/auth.ts'
import type { Handlers, PlainRoute } from '../../platform/http/http-handler.ts'
import type { Db, Executor, Tx } from '../../platform/db.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Values } from '../../platform/settings/settings.ts'
import type { Beacons } from '../fair/index.ts'
import type { LevelWatch } from '../identity/index.ts'
import { createSeller } from '../ledger/index.ts'
import { createBetHooks } from './bets/bet-hooks.ts'
import { betSeller } from './bets/bet-seller.ts'
import { isGameOn } from './bets/bets.settings.ts'
import { placeBet, type BetRequest, type Placed, type PlaceOptions } from './bets/place-bet.ts'
import { externalRoutes } from './external/external.routes.ts'
import { gameRoutes, type GameNames } from './games.routes.ts'
import { gameStates } from './live-states.ts'
import type { BetHooks } from './rounds/hooks.ts'
import { betTitles, findBets, gamesOf, type BetTitle } from './views/bet-titles.ts'
import { createGameViews } from './views/game-views.ts'

export type BettingOptions = {
  db: Db
  /** URL of the same database, for the hot path's own connections */
  databaseUrl: string
  settings: Values
  beacons: Beacons
  /** offset of business time, minutes east of UTC */
  utcOffsetMinutes: number
  defaultLanguage: OfferedLanguage
  /** an amount as messages show it */
  display(minor: bigint): MessageValue
  /** whether the module is switched on */
  isModuleOn(): boolean
  /** why a member may start no purchase now; null: the member may */
  barred(member: Caller): Refusal | null
  proofOf(game: GameId, period: string): Promise<Output<Endpoints['gameProof']>>
  /** called after the commit of bets of these members: taken, settled or returned */
  onBets?: ((game: GameId, members: readonly string[]) => void) | undefined
  /** called in the transaction that settles the last bet of a round */
  onRoundSettled?: ((tx: Tx, roundId: string) => Promise<void>) | undefined
  /** who is told of the VIP levels that members reach */
  levelWatch?: LevelWatch | undefined
}

export type Betting = {
  routes: Handlers<Endpoints, GameNames>
  plainRoutes: readonly PlainRoute[]
  /** Bets for a member as `/game/bet` does. @throws Refusal */
  place(request: BetRequest): Promise<Placed>
  hooks: BetHooks
  /** the state of games for live updates */
  states(games: readonly GameId[]): ReturnType<typeof gameStates>
  /** What bets were on, in a language, by bet id. */
  titlesOf(
    purchases: readonly { purchase: string; subject: string }[],
    language: OfferedLanguage,
  ): Promise<Map<string, BetTitle>>
  /** The games of rounds, by round id. */
  gamesOf(at: Executor, roundIds: readonly string[]): Promise<Map<string, GameId>>
  /** The member's bets that a period, or the number of a bet, names. */
  findBets(memberId: string, text: string): Promise<string[]>
  /** whether rounds of a game open */
  isOn(game: GameId): boolean
  /** Waits for the bets under way, then closes the hot path's connections. */
  close(): Promise<void>
}

export function createBetting(options: BettingOptions): Betting {
  const { db, onBets } = options
  const seller = createSeller({ url: options.databaseUrl, definition: betSeller })
  const views = createGameViews(options)
  const placing: PlaceOptions = {
    ...options,
    seller,
    onBet: ({ game, member }) => onBets?.(game, [member]),
  }
  return {
    routes: gameRoutes({ ...options, ...placing, views }),
    plainRoutes: externalRoutes(options),
    place: (request) => placeBet(placing, request),
    hooks: createBetHooks(
      (game, members) => onBets?.(game, members),
      options.onRoundSettled,
      options.levelWatch,
    ),
    states: (games) => gameStates(options, games),
    titlesOf: (purchases, language) => betTitles(db, purchases, language),
    gamesOf,
    findBets: (memberId, text) => findBets(db, memberId, GAMES, text),
    isOn: (game) => options.isModuleOn() && isGameOn(options.settings, game),
    close: () => seller.close(),
  }
}
