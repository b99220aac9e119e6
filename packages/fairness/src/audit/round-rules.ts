/**
 * The rules of the games: chains, and the seals, results and voids of rounds. The state stays small however many rounds a
 * log has: the rounds of a game end in their order, so the last one stands for all before it.
 */
import { QUICKNET, roundFor } from '../beacon.ts'
import { roundName } from '../entries.ts'
import { chainStep } from '../games/chain.ts'
import { GAMES } from '../games/pay-table.ts'
import { midnightAfter, timesOf } from '../games/periods.ts'
import { gameHash, gameResult } from '../games/result.ts'
import { canonicalJson, type Json } from '../canonical.ts'
import { parseKey } from '../note.ts'
import { U32, readHash } from '../proof/fields.ts'
import {
  readChainId,
  readChainTerms,
  readGame,
  readGameResult,
  readPeriod,
  readRoundSeal,
} from '../proof/round.ts'
import { readHex, readInteger, readObject } from '../read.ts'
import { cosignedSeconds, verifyCosignature } from '../witness.ts'
import {
  checkNewChain,
  type GameChange,
  nextTimes,
  NO_GAME,
  type RoundPlace,
  withChain,
} from './game-state.ts'
import type { VerifyBytes } from '../signatures/ed25519.ts'
import type { SignedLine } from './checkpoint-rules.ts'
import { roundMs } from './issue-rules.ts'
import type { RawEntry } from './read-entry.ts'
import {
  type AuditFrame,
  type AuditOptions,
  breach,
  type GameState,
  type LiveRound,
  reading,
} from './types.ts'
import { checkSignature } from './version-3/beacons.ts'
import { chainOfPeriod, openChain3, sealRound3 } from './version-3/round-rules-3.ts'

export type GameKindOfEntry = 'game-chain' | 'round-seal' | 'round-result' | 'round-void'

/** A chain that nobody uses yet may follow the one in use; a third one may not. */
const MAX_CHAINS = 2

export function applyGameEntry(
  frame: AuditFrame,
  entry: RawEntry & { readonly t: GameKindOfEntry },
  log: AuditOptions,
): GameChange {
  const index = frame.size
  if (!frame.begin) breach('begin', index, 'is about a game, but the log has not begun')
  if (entry.t === 'game-chain') return (frame.rules ? openChain3 : openChain)(frame, entry)
  const { game, period } = reading('format', index, () => ({
    game: readGame(entry.fields['game'], 'game'),
    period: readPeriod(entry.fields['period'], 'period'),
  }))
  const place: RoundPlace = { index, game, period, name: roundName(game, period) }
  if (entry.t === 'round-seal') return sealRound(frame, entry, place)
  if (entry.t === 'round-result') return decideRound(frame, entry, place, log)
  return voidRound(frame, entry, place)
}

function openChain(frame: AuditFrame, { fields, at }: RawEntry): GameChange {
  const index = frame.size
  const { t: _, ...rest } = fields
  const terms = reading('chain', index, () => readChainTerms(rest))
  const { game, head, witnesses } = terms
  checkNewChain(frame, terms, at)
  const known = frame.games[game] ?? NO_GAME
  const { length } = known.chains
  // a chain that ran out, and one that was never used, give way
  if (length >= MAX_CHAINS)
    breach('chain', index, `publishes a third chain of ${game} before the second is used`)
  const state = { ...known, chains: [...known.chains, { index, terms, used: 0, last: head }] }
  return withChain(frame, terms, witnesses, state)
}

function sealRound(frame: AuditFrame, { fields, at }: RawEntry, place: RoundPlace): GameChange {
  const { index, game, name } = place
  const { t: _, game: _game, period: _period, chain, index: at_, at: _at, ...rest } = fields
  const stated = reading('format', index, () => ({
    chain: readChainId(chain, 'chain'),
    number: readInteger(at_, 'index', 1),
    seal: readRoundSeal(rest),
  }))
  const { number, seal } = stated
  const state = frame.games[game] ?? NO_GAME
  const scheduled = (state.scheduled ?? []).findIndex(({ terms: of }) => of.chain === stated.chain)
  if (scheduled >= 0) return sealRound3(frame, at, stated, scheduled, place)
  const which = state.chains.findIndex(({ terms }) => terms.chain === stated.chain)
  const used = state.chains[which]
  if (!used) return breach('chain', index, `uses chain ${stated.chain}, which is not one of the game`)
  const { terms } = used
  if (number !== used.used + 1 || number > terms.length)
    breach('chain', index, `uses index ${number} of its chain, and the seal before it ${used.used}`)
  if (chainStep(seal.secret) !== used.last)
    breach('chain', index, 'reveals a secret that does not fit the chain')
  if (at !== seal.sealedAt) breach('seal', index, 'is not dated at sealedAt')
  const times = nextTimes(state, terms, place, 'seal')
  checkMidnight(frame, terms.zone, times.opensAt, place, 'chain')
  if (at < times.closesAt) breach('seal', index, `seals round ${name} before its bets closed`)
  if (at >= times.endsAt) breach('seal', index, `seals round ${name} after its end`)
  if (seal.round !== roundFor(at, terms.delay, QUICKNET))
    breach('seal', index, 'states another round than its time and the delay give')
  const live: LiveRound = {
    game,
    period: place.period,
    index,
    secret: seal.secret,
    bets: seal.bets,
    round: seal.round,
    witnesses: terms.witnesses,
    timely: [],
  }
  const chains = state.chains.slice(which).with(0, { ...used, used: number, last: seal.secret })
  const next: GameState = { ...state, chains, lastPeriod: place.period, lastEnds: times.endsAt }
  return {
    subject: name,
    frame: {
      games: { ...frame.games, [game]: next },
      rounds: [...frame.rounds, live],
      fresh: [...frame.fresh, { issue: name, index, round: seal.round }],
      counts: { ...frame.counts, roundsSealed: frame.counts.roundsSealed + 1 },
    },
  }
}

/** A chain of version 2 decides no round that opens at or after the first midnight of its zone after version 3 has begun. */
function checkMidnight(
  { rules }: AuditFrame,
  zone: string,
  opensAt: number,
  { index, name }: RoundPlace,
  rule: 'chain' | 'void',
): void {
  if (rules && opensAt >= midnightAfter(zone, rules.at))
    breach(rule, index, `is about round ${name}, which is no round of a chain of version 2 any more`)
}

const RESULT = ['t', 'game', 'period', 'round', 'beacon', 'result', 'at'] as const

function decideRound(
  frame: AuditFrame,
  { fields, at }: RawEntry,
  place: RoundPlace,
  log: AuditOptions,
): GameChange {
  const { index, game, period, name } = place
  const live = frame.rounds.find((one) => one.game === game && one.period === period)
  if (!live) return breach('result', index, `decides round ${name}, which is not sealed or has ended`)
  const stated = reading('format', index, () => {
    const isSigned = live.beaconChain !== undefined
    const entry = readObject(fields, 'the result', isSigned ? [...RESULT, 'signature'] : RESULT)
    return {
      signature: isSigned ? readHex(entry['signature'], 'signature', 48) : null,
      round: readInteger(entry['round'], 'round', 1),
      beacon: readHash(entry['beacon'], 'beacon'),
      result: readGameResult(entry['result'], 'result', game),
    }
  })
  const { secret, round } = live
  if (stated.round !== round) breach('result', index, `uses another round than the seal of round ${name}`)
  if (at < roundMs(round)) breach('result', index, `is earlier than the publication of round ${round}`)
  const h = gameHash({ secret, game, period, round, beacon: stated.beacon })
  const isOf = (value: Json): string => canonicalJson(value)
  if (isOf(stated.result) !== isOf(gameResult(GAMES[game], h)))
    breach('result', index, `states another result than the formula gives for round ${name}`)
  const { beacon, signature } = stated
  if (live.beaconChain !== undefined && signature !== null)
    checkSignature(frame, log, live.beaconChain, { round, beacon, signature }, { rule: 'result', index })
  if (live.witnesses !== null && live.timely.length === 0)
    breach('witness', index, `decides round ${name}, but no named witness signed its seal in time`)
  const counts = { ...frame.counts, roundsDecided: frame.counts.roundsDecided + 1 }
  return { subject: name, frame: { rounds: frame.rounds.filter((one) => one !== live), counts } }
}

const VOID = ['t', 'game', 'period', 'bets', 'at'] as const

function voidRound(frame: AuditFrame, { fields, at }: RawEntry, place: RoundPlace): GameChange {
  const { index, game, period, name } = place
  const bets = reading('format', index, () => {
    const entry = readObject(fields, 'the void', VOID)
    return readInteger(entry['bets'], 'bets', 0, U32)
  })
  const counts = { ...frame.counts, roundsVoid: frame.counts.roundsVoid + 1 }
  const sealed = frame.rounds.find((one) => one.game === game && one.period === period)
  if (sealed) {
    checkVoidOfSealed(sealed, bets, at, place)
    return { subject: name, frame: { rounds: frame.rounds.filter((one) => one !== sealed), counts } }
  }
  if (frame.lost?.includes(name)) {
    return { subject: name, frame: { lost: frame.lost.filter((lost) => lost !== name), counts } }
  }
  const state = frame.games[game] ?? NO_GAME
  checkNotScheduled(state, place)
  // an unsealed round names no chain: it is one of the chain in use, or of the next
  const chain =
    state.chains.find(({ terms }) => {
      const opensAt = timesOf(terms, period)?.opensAt ?? -1
      return opensAt >= terms.at && opensAt >= state.lastEnds
    }) ?? state.chains[0]
  if (!chain) return breach('void', index, `ends round ${name}, which no chain of the game has`)
  const times = nextTimes(state, chain.terms, place, 'void')
  checkMidnight(frame, chain.terms.zone, times.opensAt, place, 'void')
  if (at < times.closesAt) breach('void', index, `ends round ${name} before its bets closed`)
  const next: GameState = { ...state, lastPeriod: period, lastEnds: times.endsAt }
  return { subject: name, frame: { games: { ...frame.games, [game]: next }, counts } }
}

/** In version 3 no round is void. */
function checkNotScheduled(state: GameState, { index, period, name }: RoundPlace): void {
  const first = state.scheduled?.[0]
  const opensAt = first && timesOf(first.terms, period)?.opensAt
  if (opensAt !== undefined && chainOfPeriod(state, opensAt))
    breach('void', index, `ends round ${name}, which a chain of version 3 decides`)
}

function checkVoidOfSealed(sealed: LiveRound, bets: number, at: number, { index, name }: RoundPlace): void {
  if (sealed.beaconChain !== undefined || sealed.witnesses === null)
    breach('void', index, `ends round ${name} after its seal`)
  if (sealed.timely.length > 0) {
    const who = sealed.timely.map((key) => key.slice(0, key.indexOf('+'))).join(', ')
    breach('void', index, `ends round ${name}, but ${who} signed its seal in time`)
  }
  if (at < roundMs(sealed.round))
    breach('void', index, `ends round ${name} before the beacon round of its seal is published`)
  if (bets !== sealed.bets)
    breach('void', index, `states ${bets} bets, the seal of round ${name} ${sealed.bets}`)
}

/**
 * Applies a witness' signature over a checkpoint of this size: marks the sealed rounds that it covers and that it signed in
 * time. @returns the sealed rounds; the same list when nothing changes
 */
export function passRoundLine(
  frame: AuditFrame,
  { size, line }: SignedLine,
  verify?: VerifyBytes,
): AuditFrame['rounds'] {
  const notes = frame.notes.filter((kept) => kept.size === size)
  if (notes.length === 0) return frame.rounds
  const next = frame.rounds.map((live) => {
    if (live.index >= size) return live
    const named = live.witnesses?.find((text) => !live.timely.includes(text) && isTimely(line, text, live))
    if (named === undefined) return live
    const key = parseKey(named)!
    const isOver = notes.some(({ note }) => verifyCosignature(note, line, key, verify) !== null)
    return isOver ? { ...live, timely: [...live.timely, named] } : live
  })
  return next.some((live, i) => live !== frame.rounds[i]) ? next : frame.rounds
}

function isTimely(line: string, keyText: string, { round }: LiveRound): boolean {
  // the name decides most cases without a hash
  if (!line.startsWith(`— ${keyText.slice(0, keyText.indexOf('+'))} `)) return false
  const key = parseKey(keyText)
  const seconds = key && cosignedSeconds(line, key)
  return seconds !== null && seconds * 1000 < roundMs(round)
}
