/**
 * The schedule of a chain of version 3: the first period of the chain gives every period its index and its beacon round, whether it
 * is played or not. So nothing about a result is left to the moment of a seal. Formulas: docs/FAIRNESS.md.
 */
import { type Chain, roundFor } from '../beacon.ts'
import { type RoundLength, type RoundTimes, timesOf } from './periods.ts'

/** i = 1 + (opensAt − opensAt of the first period) / roundMs; null where this is no whole number of at least 1. */
export function scheduledIndex(roundMs: number, fromOpensAt: number, opensAt: number): number | null {
  const index = 1 + (opensAt - fromOpensAt) / roundMs
  return Number.isSafeInteger(index) && index >= 1 ? index : null
}

/** r: the first beacon round at or after `closesAt` + delay, whatever the time of the seal. @param delay seconds */
export function scheduledRound(closesAt: number, delay: number, chain: Chain): number {
  return roundFor(closesAt, delay, chain)
}

export type ScheduledRound = RoundTimes & {
  /** i of the revealed x_i, from 1 on */
  readonly index: number
}

type Schedule = RoundLength & {
  /** the first period of the chain */
  readonly from: string
  /** the number of its rounds */
  readonly length: number
}

/** The times and the index of a period of a chain; null when the chain has no such period. @throws RangeError for an unknown zone */
export function scheduleOf(chain: Schedule, period: string): ScheduledRound | null {
  const [first, times] = [timesOf(chain, chain.from), timesOf(chain, period)]
  if (!first || !times) return null
  const index = scheduledIndex(chain.roundMs, first.opensAt, times.opensAt)
  return index !== null && index <= chain.length ? { ...times, index } : null
}

/** When a chain ends by its length: its periods open before this time. Null when its first period does not exist. */
export function scheduleEnd(chain: Schedule): number | null {
  const first = timesOf(chain, chain.from)
  return first && first.opensAt + chain.length * chain.roundMs
}
