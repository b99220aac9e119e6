/** What came out of the last rounds, beside what chance expects. It says nothing about the next round. */
import { GAME_OPTIONS, KIND_OF_GAME, type GameId, type GameOption } from '@fairlot/contract/kinds/game-kinds'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { OUTCOMES, PAY_TABLE } from '@fairlot/fairness/games/pay-table'
import type { RoundRow } from './rounds.queries.ts'
import { outcomeAt, resultView } from './round-views.ts'

export const TREND_ROUNDS = 100

type Trend = Output<Endpoints['gameTrend']>

/** @param rows newest first, all with a result */
export function trendOf(game: GameId, rows: readonly RoundRow[]): Omit<Trend, 'now'> {
  const kind = KIND_OF_GAME[game]
  const outcomes = rows.map(({ outcome }) => outcomeAt(game, outcome!))
  const expectedOf = (places: number) => String((rows.length * places) / 10)
  const options = GAME_OPTIONS[kind].flatMap((option: GameOption) => {
    const wins = OUTCOMES[kind].filter((_, place) => PAY_TABLE[kind][option]![place]! > 0)
    if (wins.length === 1) return []
    const hits = outcomes.map((outcome) => wins.includes(outcome))
    return {
      option,
      count: hits.filter(Boolean).length,
      expected: expectedOf(wins.length),
      longestRun: longest(hits, true),
      longestGap: longest(hits, false),
    }
  })
  return {
    kind,
    rounds: rows.length,
    results: rows.map((row) => ({ period: row.period, at: row.endsMs, ...resultView(row)! })),
    outcomes: OUTCOMES[kind].map((outcome) => ({
      outcome,
      count: outcomes.filter((one) => one === outcome).length,
      expected: expectedOf(1),
    })),
    options,
  }
}

/** The length of the longest unbroken run of a value. */
function longest(values: readonly boolean[], wanted: boolean): number {
  let [best, run] = [0, 0]
  for (const value of values) {
    run = value === wanted ? run + 1 : 0
    best = Math.max(best, run)
  }
  return best
}
