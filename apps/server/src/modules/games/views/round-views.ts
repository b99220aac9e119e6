/** Rounds on the wire. */
import { KIND_OF_GAME, type GameId } from '@fairlot/contract/kinds/game-kinds'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import { roundTimeMs } from '@fairlot/fairness/beacon'
import { OUTCOMES } from '@fairlot/fairness/games/pay-table'
import type { Beacons } from '../../fair/index.ts'
import type { RoundRow } from './rounds.queries.ts'

export type RoundView = NonNullable<Output<Endpoints['gameRound']>['round']>
export type ResultView = NonNullable<RoundView['result']>

/** The number or the champion of a place in `round.exposure`. */
export const outcomeAt = (game: GameId, place: number): number => OUTCOMES[KIND_OF_GAME[game]][place - 1]!

export function resultView({
  game,
  outcome,
  price,
  finish,
}: Pick<RoundRow, 'game' | 'outcome' | 'price' | 'finish'>): ResultView | null {
  return outcome === null ? null : { outcome: outcomeAt(game, outcome), price, finish }
}

export function drawTimeOf(beacons: Beacons, { beaconChain, beaconRound }: RoundRow): number | null {
  const beacon = beacons.find(beaconChain)
  return beacon && beaconRound !== null ? roundTimeMs(beaconRound, beacon.chain) : null
}

export function roundView(beacons: Beacons, row: RoundRow): RoundView {
  return {
    game: row.game,
    period: row.period,
    status: row.status,
    opensAt: row.opensMs,
    closesAt: row.closesMs,
    endsAt: row.endsMs,
    drawAt: drawTimeOf(beacons, row),
    bets: row.bets,
    stake: formatMoney(row.stake),
    result: resultView(row),
  }
}

/** A figure in 1/10,000 as percent without needless zeros: 200 → `2`. */
export const percent = (tenThousandths: number): string => String(tenThousandths / 100)
