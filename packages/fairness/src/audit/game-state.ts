/** What the rules of the games of every version share: the place of an entry, and the order of a game's rounds. */
import type { GAMES } from '../games/pay-table.ts'
import { type RoundTimes, timesOf } from '../games/periods.ts'
import type { ChainTerms } from '../proof/round-types.ts'
import { type AuditFrame, breach, type GameState } from './types.ts'

/** What an entry of a game changes, and what the entry is about. */
export type GameChange = { readonly frame: Partial<AuditFrame>; readonly subject: string }

export const NO_GAME: GameState = { chains: [], lastPeriod: '', lastEnds: 0 }

/** The place of an entry about a round. */
export type RoundPlace = {
  readonly index: number
  readonly game: keyof typeof GAMES
  readonly period: string
  readonly name: string
}

/** The times of a round that ends the game's order of rounds: no earlier one and not one of them again. */
export function nextTimes(
  state: GameState,
  terms: Pick<ChainTerms, 'zone' | 'roundMs' | 'cutoffMs' | 'at'>,
  { index, period, name }: RoundPlace,
  rule: 'seal' | 'void',
): RoundTimes {
  const times = timesOf(terms, period)
  if (times === null) return breach(rule, index, `is about round ${name}, which does not exist`)
  if (period <= state.lastPeriod || times.opensAt < state.lastEnds)
    breach(rule, index, `is about round ${name}, but round ${state.lastPeriod} was sealed or void before`)
  if (times.opensAt < terms.at) breach(rule, index, `is about round ${name}, which opened before its chain`)
  return times
}

/** Checks that a chain is new, and on the right side of the beginning of the log. */
export function checkNewChain(
  frame: AuditFrame,
  { chain, head, demo }: Pick<ChainTerms, 'chain' | 'head' | 'demo'>,
  at: number,
): void {
  const { size: index, chains, begin } = frame
  if (chains.includes(chain)) breach('chain', index, `publishes chain ${chain} a second time`)
  if (chains.includes(head)) breach('chain', index, 'publishes the head of another chain')
  if (demo !== at < begin!.at)
    breach('time', index, 'is on the other side of the beginning of the log than its mark "demo" says')
}

/** What a new chain changes. @param state of its game, with the chain */
export function withChain(
  frame: AuditFrame,
  { game, chain, head }: Pick<ChainTerms, 'game' | 'chain' | 'head'>,
  witnesses: readonly string[] | null,
  state: GameState,
): GameChange {
  const fresh = (witnesses ?? []).filter((key) => !frame.named.includes(key))
  return {
    subject: chain,
    frame: {
      games: { ...frame.games, [game]: state },
      chains: [...frame.chains, chain, head],
      named: fresh.length === 0 ? frame.named : [...frame.named, ...fresh],
      counts: { ...frame.counts, chains: frame.counts.chains + 1 },
    },
  }
}
