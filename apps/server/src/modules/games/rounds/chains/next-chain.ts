/**
 * When the next chain of version 3 of a game begins. The log's rules: a chain takes over from one that is alive a day after its entry,
 * or where that one ends by its length. The first chain of a game, and one after a dead chain, begin with the next period. After a
 * chain of version 2 the first one begins at the midnight that ends the old chains.
 */
import { midnightAfter, periodAt, type RoundLength } from '@fairlot/fairness/games/periods'
import type { Executor } from '../../../../platform/db.ts'
import { DAY_MS, SECOND_MS } from '../../../../platform/durations.ts'
import { chainIndex, rulesAt, type Witnesses } from '../../../fair/index.ts'
import type { Chain, UsedChain } from './chains.queries.ts'
import { isDead } from './running.ts'

/** What a new chain has as wanted. */
export type Terms = Omit<Chain, 'chainId' | 'number' | 'head' | 'demo' | 'publishedMs' | 'from' | 'firstMs'>
export type FullTerms = Terms & Pick<Chain, 'from' | 'firstMs'>

export type NextChainOptions = {
  askWitnesses: Pick<Witnesses, 'isAnyThere' | 'verdicts'>
  /** how long a witness that does not answer is waited for, milliseconds */
  witnessPatienceMs: () => number
  /** when the caller decides how many rounds a chain has, no other follows it */
  chainLengthOf?: ((game: Chain['game']) => number) | undefined
}

/** Of version 2, the next chain is published when a chain is enough for this many rounds only. */
export const CHAIN_RESERVE = 20
/** The log allows 16 chains of a game that have not begun. */
const MOST_FUTURE = 15
/** From the entry of a chain to its first round: the checkpoint is older, and the witnesses need a moment. */
const LEAD_MS = SECOND_MS
const WITNESSED_LEAD_MS = 15 * SECOND_MS

/** What a chain must have as wanted; its length may differ, because a new length is for later chains. */
const COMPARED = [
  'rules',
  'zone',
  'roundMs',
  'cutoffMs',
  'fee',
  'beaconChain',
  'delay',
  'grade',
  'quorum',
] as const
const LISTS = ['witnesses', 'ownWitnesses'] as const

export function hasTerms(chain: UsedChain, wanted: Terms): boolean {
  return (
    COMPARED.every((field) => chain[field] === wanted[field]) &&
    LISTS.every((field) => JSON.stringify(chain[field]) === JSON.stringify(wanted[field]))
  )
}

/** @returns the terms of the chain to publish at a time; null: none is published now */
export async function nextTerms3(
  options: NextChainOptions,
  db: Executor,
  wanted: Terms,
  [last, ...earlier]: readonly UsedChain[],
  at: number,
): Promise<FullTerms | null> {
  const soon = at + (wanted.grade === 'witnessed' ? WITNESSED_LEAD_MS : LEAD_MS)
  // a chain of a lost log does not count
  if (!last || (last.isRetired && (await chainIndex(db, last.chainId)) === null))
    return atOnce(options, wanted, last, soon)
  if (last.rules === 2) {
    if (last.isRetired || last.left <= CHAIN_RESERVE) return atOnce(options, wanted, last, soon)
    const midnight = midnightAfter(last.zone, (await rulesAt(db)) ?? at)
    return midnight <= soon ? atOnce(options, wanted, last, soon) : beginning(wanted, last, midnight)
  }
  if (isDead(last, at))
    return (await isLostForGood(options, db, last, at)) ? atOnce(options, wanted, last, soon) : null
  if (options.chainLengthOf && !last.isRetired) return null
  const end = last.firstMs! + last.length * last.roundMs
  if (!last.isRetired && hasTerms(last, wanted) && at < end - reserveOf(last)) return null
  if ([last, ...earlier].filter(({ firstMs }) => firstMs !== null && firstMs > at).length >= MOST_FUTURE)
    return null
  if (end <= soon) return atOnce(options, wanted, last, soon)
  return beginning(wanted, last, Math.max(Math.min(end, at + DAY_MS), last.firstMs! + 1))
}

/** So long before a chain ends by its length the next one is published. */
function reserveOf({ length, roundMs }: UsedChain): number {
  return Math.min(DAY_MS, (length * roundMs) / 2)
}

/**
 * A chain that begins with the next period; none while fewer witnesses than its quorum answer, because it would be dead. The rounds of
 * a day are numbered, so it keeps the lengths of the chain before it. Another chain changes them with notice.
 */
function atOnce(
  { askWitnesses }: NextChainOptions,
  wanted: Terms,
  last: UsedChain | undefined,
  soon: number,
): FullTerms | null {
  // asks each of them
  const there = (wanted.witnesses ?? []).filter((key) => askWitnesses.isAnyThere([key]))
  if (there.length < (wanted.quorum ?? 0)) return null
  const isNumbered = !last || (wanted.roundMs === last.roundMs && wanted.zone === last.zone)
  const { zone, roundMs, cutoffMs } = isNumbered ? wanted : last
  return startingAt({ ...wanted, zone, roundMs, cutoffMs }, soon)
}

/** A chain that begins at a time or later; with other lengths or in another zone, with a business day. */
function beginning(wanted: Terms, last: UsedChain, ms: number): FullTerms {
  const isNumbered = wanted.roundMs === last.roundMs && wanted.zone === last.zone
  return startingAt(wanted, isNumbered ? ms : midnightAfter(wanted.zone, ms - 1))
}

function startingAt(terms: Terms, ms: number): FullTerms {
  const { period: from, opensAt: firstMs } = firstPeriodFrom(terms, ms)
  return { ...terms, from, firstMs }
}

/** The first period that opens at a time or later. */
function firstPeriodFrom(terms: RoundLength, ms: number) {
  const running = periodAt(terms, ms)
  return running.opensAt >= ms ? running : periodAt(terms, running.endsAt)
}

/**
 * Whether no line can turn up any more that makes a dead chain one that was witnessed: every named witness says that it did not sign
 * in time, or does not answer for longer than the patience.
 */
async function isLostForGood(
  { askWitnesses, witnessPatienceMs }: NextChainOptions,
  db: Executor,
  chain: UsedChain,
  at: number,
): Promise<boolean> {
  const index = await chainIndex(db, chain.chainId)
  if (index === null) return true
  const seal = { index, roundMs: chain.firstMs! }
  const verdicts = [...askWitnesses.verdicts(seal, chain.witnesses ?? []).values()]
  const missing = verdicts.filter((verdict) => verdict !== 'in-time').length
  // the lines of so many others that the chain would be witnessed are being kept
  if (verdicts.length - missing >= (chain.quorum ?? 0)) return false
  return !verdicts.includes('unknown') || at - chain.firstMs! >= witnessPatienceMs()
}
