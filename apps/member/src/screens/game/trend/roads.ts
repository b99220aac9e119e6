/** The trend as roads: columns of equal results. Pure. */
import type { GameKind } from '@fairlot/contract/kinds/game-kinds'
import { coloursOf, parityOf, sizeOf } from '../../../parts/game/outcome.ts'

export const ROADS = { lucky: ['colour', 'size', 'parity'], king: ['size', 'parity'] } as const
export type Road = (typeof ROADS)['lucky'][number]

/** What a road says of an outcome. Violet is the second colour of 0 and 5, so their column is the first one. */
export function valueOn(road: Road, kind: GameKind, outcome: number): string {
  if (road === 'colour') return coloursOf(kind, outcome)[0] ?? ''
  return road === 'size' ? sizeOf(kind, outcome) : parityOf(kind, outcome)
}

export type Stop = { period: string; outcome: number }

/**
 * Columns of results that are equal on the road, the oldest first.
 * @param results the oldest first
 */
export function columnsOf<T extends Stop>(road: Road, kind: GameKind, results: readonly T[]): T[][] {
  const columns: T[][] = []
  let last: string | null = null
  for (const result of results) {
    const value = valueOn(road, kind, result.outcome)
    if (value === last) columns.at(-1)?.push(result)
    else columns.push([result])
    last = value
  }
  return columns
}

/**
 * The range in which a count falls about 95 times in 100: two standard deviations around its expectation.
 * @param expected of `rounds`
 */
export function usualRange(expected: number, rounds: number): [least: number, most: number] {
  if (rounds === 0) return [0, 0]
  const part = expected / rounds
  const reach = 2 * Math.sqrt(rounds * part * (1 - part))
  return [Math.max(0, Math.floor(expected - reach)), Math.min(rounds, Math.ceil(expected + reach))]
}
