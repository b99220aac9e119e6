/**
 * The rules of the games in version 3. The first period of a chain gives every round its index and its beacon round, so nothing about a
 * result is left to the moment of the seal, and no round needs a witness: a quorum witnesses the chain before it begins.
 */
import { QUICKNET } from '../../beacon.ts'
import { chainAt } from '../../games/chain.ts'
import { timesOf } from '../../games/periods.ts'
import { scheduledIndex, scheduledRound } from '../../games/schedule.ts'
import { readRoundSeal } from '../../proof/round.ts'
import { readChainTerms3 } from '../../proof/version-3/terms.ts'
import {
  checkNewChain,
  type GameChange,
  nextTimes,
  NO_GAME,
  type RoundPlace,
  withChain,
} from '../game-state.ts'
import { roundMs } from '../issue-rules.ts'
import type { RawEntry } from '../read-entry.ts'
import {
  type AuditFrame,
  breach,
  type GameState,
  type LiveRound,
  reading,
  type ScheduledChain,
} from '../types.ts'
import { checkPromises, keysOf } from './issue-rules-3.ts'
import { isDead, isVouched } from './lines.ts'

/** A chain takes over from one that is alive no sooner than this after its entry. */
const NOTICE_MS = 86_400_000
/** Chains of a game whose first period lies in the future. */
const MAX_FUTURE = 16

export function openChain3(frame: AuditFrame, { fields, at }: RawEntry): GameChange {
  const index = frame.size
  const { t: _, ...rest } = fields
  const terms = reading('chain', index, () => readChainTerms3(rest))
  checkNewChain(frame, terms, at)
  checkPromises(frame, terms.beaconChain, terms, 'chain')
  const { game, from, head } = terms
  const opensAt = timesOf(terms, from)?.opensAt
  if (opensAt === undefined) return breach('chain', index, `begins with round ${from}, which does not exist`)
  if (opensAt <= at) breach('chain', index, `begins with round ${from}, which has opened`)
  const known = frame.games[game] ?? NO_GAME
  const scheduled = known.scheduled ?? []
  checkOrder(scheduled, opensAt, at, index)
  const chain: ScheduledChain = { index, terms, opensAt, timely: [], used: 0, last: head }
  return withChain(frame, terms, keysOf(terms), { ...known, scheduled: [...scheduled, chain] })
}

/** The chains of a game follow each other: by their first periods, with notice, and not too many at once. */
function checkOrder(scheduled: readonly ScheduledChain[], opensAt: number, at: number, index: number): void {
  const before = scheduled.at(-1)
  if (!before) return
  if (opensAt <= before.opensAt) breach('chain', index, 'does not begin after the chain before it')
  const end = before.opensAt + before.terms.length * before.terms.roundMs
  if (!isDead(before, at) && opensAt < at + NOTICE_MS && opensAt < end)
    breach('chain', index, 'begins less than 24 hours after its entry, while the chain before it is in use')
  if (scheduled.filter((chain) => chain.opensAt > at).length >= MAX_FUTURE)
    breach('chain', index, `is one of more than ${MAX_FUTURE} chains of the game that have not begun`)
}

/** The chain that decides a period: the newest one that begins with it or before. An older one does not come back. */
export function chainOfPeriod(state: GameState, opensAt: number): ScheduledChain | undefined {
  return state.scheduled?.findLast((chain) => chain.opensAt <= opensAt)
}

export type StatedSeal = {
  readonly chain: string
  readonly number: number
  readonly seal: ReturnType<typeof readRoundSeal>
}

/** @param which the place of the stated chain among the game's chains of version 3 */
export function sealRound3(
  frame: AuditFrame,
  at: number,
  { number, seal }: StatedSeal,
  which: number,
  place: RoundPlace,
): GameChange {
  const { index, game, period, name } = place
  const state = frame.games[game]!
  const chain = state.scheduled![which]!
  const { terms } = chain
  const { opensAt, closesAt, endsAt } = nextTimes(state, terms, place, 'seal')
  if (chainOfPeriod(state, opensAt) !== chain)
    breach('chain', index, `uses chain ${terms.chain}, which does not decide round ${name}`)
  const scheduled = scheduledIndex(terms.roundMs, chain.opensAt, opensAt)
  if (scheduled === null || scheduled > terms.length)
    breach('chain', index, `is about round ${name}, which lies after the end of its chain`)
  if (number !== scheduled)
    breach('chain', index, `uses index ${number} of its chain, its period gives ${scheduled}`)
  if (chainAt(seal.secret, number, chain.used) !== chain.last)
    breach('chain', index, 'reveals a secret that does not fit the chain')
  if (at !== seal.sealedAt) breach('seal', index, 'is not dated at sealedAt')
  if (seal.round !== scheduledRound(closesAt, terms.delay, QUICKNET))
    breach('seal', index, 'states another round than its period and the delay give')
  if (at < roundMs(seal.round))
    breach('seal', index, `is earlier than the publication of round ${seal.round}`)
  if (!isVouched(chain)) {
    const problem = `uses a chain that ${chain.timely.length} of ${terms.quorum} witnesses signed before it began`
    breach('witness', index, problem)
  }
  const live: LiveRound = {
    game,
    period,
    index,
    secret: seal.secret,
    bets: seal.bets,
    round: seal.round,
    witnesses: null,
    timely: [],
    beaconChain: terms.beaconChain,
  }
  const used = state.scheduled!.slice(which).with(0, { ...chain, used: number, last: seal.secret })
  const next: GameState = { ...state, scheduled: used, lastPeriod: period, lastEnds: endsAt }
  return {
    subject: name,
    frame: {
      games: { ...frame.games, [game]: next },
      rounds: [...frame.rounds, live],
      counts: { ...frame.counts, roundsSealed: frame.counts.roundsSealed + 1 },
    },
  }
}
