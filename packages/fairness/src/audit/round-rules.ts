/**
 * The rules of the games: chains, and the seals, results and voids of rounds. The state stays small however many rounds a
 * log has: the rounds of a game end in their order, so the last one stands for all before it.
 */
import { QUICKNET, roundFor } from '../beacon.ts'
import { roundName } from '../entries.ts'
import { chainStep } from '../games/chain.ts'
import { GAMES } from '../games/pay-table.ts'
import { type RoundTimes, timesOf } from '../games/periods.ts'
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
import { readInteger, readObject } from '../read.ts'
import { cosignedSeconds, verifyCosignature } from '../witness.ts'
import type { VerifyBytes } from '../signatures/ed25519.ts'
import type { SignedLine } from './checkpoint-rules.ts'
import { roundMs } from './issue-rules.ts'
import type { RawEntry } from './read-entry.ts'
import { type AuditFrame, breach, type GameState, type LiveRound, reading } from './types.ts'

/** What an entry of a game changes, and what the entry is about. */
type GameChange = { readonly frame: Partial<AuditFrame>; readonly subject: string }
export type GameKindOfEntry = 'game-chain' | 'round-seal' | 'round-result' | 'round-void'

/** A chain that nobody uses yet may follow the one in use; a third one may not. */
const MAX_CHAINS = 2
const NO_GAME: GameState = { chains: [], lastPeriod: '', lastEnds: 0 }

export function applyGameEntry(
  frame: AuditFrame,
  entry: RawEntry & { readonly t: GameKindOfEntry },
): GameChange {
  const index = frame.size
  if (!frame.begin) breach('begin', index, 'is about a game, but the log has not begun')
  if (entry.t === 'game-chain') return openChain(frame, entry)
  const { game, period } = reading('format', index, () => ({
    game: readGame(entry.fields['game'], 'game'),
    period: readPeriod(entry.fields['period'], 'period'),
  }))
  const place: Place = { index, game, period, name: roundName(game, period) }
  if (entry.t === 'round-seal') return sealRound(frame, entry, place)
  if (entry.t === 'round-result') return decideRound(frame, entry, place)
  return voidRound(frame, entry, place)
}

type Place = {
  readonly index: number
  readonly game: keyof typeof GAMES
  readonly period: string
  readonly name: string
}

function openChain(frame: AuditFrame, { fields, at }: RawEntry): GameChange {
  const index = frame.size
  const { t: _, ...rest } = fields
  const terms = reading('chain', index, () => readChainTerms(rest))
  const { game, chain, head, witnesses } = terms
  if (frame.chains.includes(chain)) breach('chain', index, `publishes chain ${chain} a second time`)
  if (frame.chains.includes(head)) breach('chain', index, 'publishes the head of another chain')
  if (terms.demo !== at < frame.begin!.at)
    breach('time', index, 'is on the other side of the beginning of the log than its mark "demo" says')
  const known = frame.games[game] ?? NO_GAME
  const { length } = known.chains
  // a chain that ran out, and one that was never used, give way
  if (length >= MAX_CHAINS)
    breach('chain', index, `publishes a third chain of ${game} before the second is used`)
  const state = { ...known, chains: [...known.chains, { index, terms, used: 0, last: head }] }
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

/** The times of a round that ends the game's order of rounds: no earlier one and not one of them again. */
function nextTimes(
  state: GameState,
  terms: GameState['chains'][number]['terms'],
  { index, period, name }: Place,
  rule: 'seal' | 'void',
): RoundTimes {
  const times = timesOf(terms, period)
  if (times === null) return breach(rule, index, `is about round ${name}, which does not exist`)
  if (period <= state.lastPeriod || times.opensAt < state.lastEnds)
    breach(rule, index, `is about round ${name}, but round ${state.lastPeriod} was sealed or void before`)
  if (times.opensAt < terms.at) breach(rule, index, `is about round ${name}, which opened before its chain`)
  return times
}

function sealRound(frame: AuditFrame, { fields, at }: RawEntry, place: Place): GameChange {
  const { index, game, name } = place
  const { t: _, game: _game, period: _period, chain, index: at_, at: _at, ...rest } = fields
  const stated = reading('format', index, () => ({
    chain: readChainId(chain, 'chain'),
    number: readInteger(at_, 'index', 1),
    seal: readRoundSeal(rest),
  }))
  const { number, seal } = stated
  const state = frame.games[game] ?? NO_GAME
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
  const next: GameState = { chains, lastPeriod: place.period, lastEnds: times.endsAt }
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

const RESULT = ['t', 'game', 'period', 'round', 'beacon', 'result', 'at'] as const

function decideRound(frame: AuditFrame, { fields, at }: RawEntry, place: Place): GameChange {
  const { index, game, period, name } = place
  const live = frame.rounds.find((one) => one.game === game && one.period === period)
  if (!live) return breach('result', index, `decides round ${name}, which is not sealed or has ended`)
  const stated = reading('format', index, () => {
    const entry = readObject(fields, 'the result', RESULT)
    return {
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
  if (live.witnesses !== null && live.timely.length === 0)
    breach('witness', index, `decides round ${name}, but no named witness signed its seal in time`)
  const counts = { ...frame.counts, roundsDecided: frame.counts.roundsDecided + 1 }
  return { subject: name, frame: { rounds: frame.rounds.filter((one) => one !== live), counts } }
}

const VOID = ['t', 'game', 'period', 'bets', 'at'] as const

function voidRound(frame: AuditFrame, { fields, at }: RawEntry, place: Place): GameChange {
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
  // an unsealed round names no chain: it is one of the chain in use, or of the next
  const chain =
    state.chains.find(({ terms }) => {
      const opensAt = timesOf(terms, period)?.opensAt ?? -1
      return opensAt >= terms.at && opensAt >= state.lastEnds
    }) ?? state.chains[0]
  if (!chain) return breach('void', index, `ends round ${name}, which no chain of the game has`)
  const times = nextTimes(state, chain.terms, place, 'void')
  if (at < times.closesAt) breach('void', index, `ends round ${name} before its bets closed`)
  const next: GameState = { ...state, lastPeriod: period, lastEnds: times.endsAt }
  return { subject: name, frame: { games: { ...frame.games, [game]: next }, counts } }
}

function checkVoidOfSealed(sealed: LiveRound, bets: number, at: number, { index, name }: Place): void {
  if (sealed.witnesses === null) breach('void', index, `ends round ${name} after its seal`)
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
