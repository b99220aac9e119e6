/** Bets on the wire. */
import { KIND_OF_GAME } from '@fairlot/contract/kinds/game-kinds'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import { feeOf, highestWinOf } from '@fairlot/fairness/games/pay-table'
import { picksOf } from '../bets/pay-sql.ts'
import type { BetRow, DaySums } from './bets.queries.ts'
import { resultView } from './round-views.ts'

export type BetView = Output<Endpoints['gameBet']>['bet']

function statusOf({ state, settled, result }: BetRow): BetView['status'] {
  if (state === 'refunded') return 'void'
  if (!settled) return 'wait'
  return result === 'won' ? 'win' : 'lose'
}

export function betView(row: BetRow): BetView {
  const kind = KIND_OF_GAME[row.game]
  // safe cast: the mask has only options of the game
  const picks = picksOf(kind, row.mask) as BetView['picks']
  const stake = row.amount / BigInt(picks.length)
  const status = statusOf(row)
  const paid = status === 'void' ? row.amount : row.payout
  return {
    id: row.bet,
    game: row.game,
    period: row.period,
    status,
    picks,
    stake: formatMoney(stake),
    amount: formatMoney(row.amount),
    fee: formatMoney(feeOf(kind, stake, row.fee) * BigInt(picks.length)),
    highestWin: formatMoney(highestWinOf(kind, picks, stake, row.fee)),
    payout: status === 'wait' ? null : formatMoney(paid),
    result: status === 'wait' || status === 'void' ? null : resultView(row),
    at: row.ms,
    closesAt: row.closesMs,
    endsAt: row.endsMs,
  }
}

export const todayView = ({ staked, won, open }: DaySums) => ({
  staked: formatMoney(staked),
  won: formatMoney(won),
  open: formatMoney(open),
  net: formatMoney(won - (staked - open)),
})
