/** Handlers of the games. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Caller } from '../../platform/http/auth.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import { Refusal } from '../../platform/refusal.ts'
import { balances, requireFree } from '../ledger/index.ts'
import { placeBet, type PlaceOptions } from './bets/place-bet.ts'
import { externalViews } from './external/external.routes.ts'
import { betView } from './views/bet-views.ts'
import { betOf } from './views/bets.queries.ts'
import type { GameViews } from './views/game-views.ts'

export type GameNames =
  | 'gameList'
  | 'gameRound'
  | 'gameBet'
  | 'gameOrders'
  | 'gameHistory'
  | 'gameTrend'
  | 'gameProof'
  | 'gameWeb'

export type GameRoutesOptions = PlaceOptions & {
  views: GameViews
  /** why a member may bet nothing new now; null: they may */
  barred(member: Caller): Refusal | null
  /** @throws Refusal NO_SUCH_DATA, NOT_SEALED */
  proofOf(game: GameId, period: string): Promise<Output<Endpoints['gameProof']>>
}

const idOf = ({ member }: { member: Caller | null }) => member?.memberId ?? null

export function gameRoutes(options: GameRoutesOptions): Handlers<Endpoints, GameNames> {
  const { views, barred, proofOf, db, settings } = options
  return {
    gameList: (call) => views.list(idOf(call)),
    gameRound: (call) => views.round(idOf(call), call.input.game, call.input.period ?? null),
    async gameBet({ input, member: { memberId, ...caller } }) {
      const placed = await placeBet(options, {
        ...input,
        member: memberId,
        barred: barred({ memberId, ...caller }),
      })
      const [bet, { balance }] = await Promise.all([betOf(db, memberId, placed.bet), balances(db, memberId)])
      if (!bet) throw new Error(`bet ${placed.bet} has no purchase`)
      return {
        status: placed.decided ? 'accepted' : 'processing',
        bet: betView(bet),
        balance: formatMoney(balance),
      }
    },
    gameOrders: ({ member, input }) => views.orders(member.memberId, input),
    gameHistory: (call) => views.history(idOf(call), call.input),
    gameTrend: ({ input }) => views.trend(input.game),
    gameProof: ({ input }) => proofOf(input.game, input.period),
    async gameWeb({ member, language }) {
      const refusal = barred(member)
      if (refusal) throw refusal
      await requireFree(db, member.memberId)
      return { games: externalViews(settings, language) }
    },
  }
}
