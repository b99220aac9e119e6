/** The answers that the pages of the games share. */
import { gameOrders, gameRound } from '@fairlot/contract/endpoints/game'
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import type { Output } from '../../api/api.ts'
import { gameTopic } from '../../live/topics.ts'
import { usePages } from '../../queries/pages.ts'
import { useRead } from '../../queries/queries.ts'
import { useMember } from '../../stores/session.ts'

export type GameState = Output<typeof gameRound>
export type Round = NonNullable<GameState['round']>
export type Bet = GameState['bets'][number]

/** Without a stream, the round is asked for this often: seldom while bets are open, often while its result is awaited. */
const OPEN_EVERY_MS = 10_000
const AWAITED_EVERY_MS = 2_000

/** The round that runs now. @param awaited something is about to happen */
export const useCurrentRound = (game: GameId, awaited: boolean) =>
  useRead(
    gameRound,
    { game },
    {
      topics: [gameTopic(game), 'bets'],
      everyMs: awaited ? AWAITED_EVERY_MS : OPEN_EVERY_MS,
      staleMs: 1_000,
    },
  )

/** The member's bets, newest first. */
export function useBets(input: { game?: GameId; status?: Bet['status'] }, enabled = true) {
  const member = useMember()
  return usePages(gameOrders, input, {
    topics: ['bets'],
    staleMs: 1_000,
    enabled: enabled && member !== null,
  })
}
