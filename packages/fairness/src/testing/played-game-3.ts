/** A game of version 3 that tests play in a log: a chain with a first period, and rounds up to any step, honest by default. */
import { roundFor } from '../beacon.ts'
import type { Json } from '../canonical.ts'
import { claimOf } from '../claimed-rows.ts'
import { type ClaimedBet, claimedBetsDigest } from '../games/bets.ts'
import { chainAt } from '../games/chain.ts'
import { FEE, GAMES } from '../games/pay-table.ts'
import { periodAt, type RoundTimes, timesOf } from '../games/periods.ts'
import { gameHash, type GameResult, gameResult } from '../games/result.ts'
import { scheduleOf } from '../games/schedule.ts'
import type { RoundSeal } from '../proof/round-types.ts'
import type { ChainTerms3 } from '../proof/version-3/types.ts'
import { purchaseId } from '../purchase-id.ts'
import {
  beaconValue,
  hashOf,
  LOCAL_CHAIN,
  publishedMs,
  signatureOf,
  uuidOf,
  vouchedNotes,
} from './played-lines.ts'
import type { PlayedLog, PlayedWitness } from './played-log.ts'
import { BETS } from './played-rounds.ts'

const LENGTH = 400

type Fields = Readonly<Record<string, Json>>

export type PlayedRound3 = RoundTimes & {
  readonly period: string
  /** i, which follows from the period */
  readonly index: number
  /** the beacon round, which follows from the period */
  readonly round: number
  readonly rows: readonly ClaimedBet[]
  readonly seal: RoundSeal | null
  /** indexes of the chain's entry and of the round's own ones */
  readonly indexes: readonly number[]
  readonly isDecided: boolean
}

export class PlayedGame3 {
  readonly terms: ChainTerms3
  readonly log: PlayedLog
  readonly #last: string
  /** of the chain's entry; −1 before it is published */
  index = -1
  /** number of entries that the checkpoint for the chain covers */
  chainSize = 0

  /**
   * @param changes of the terms; by default the chain begins with the second period from now on
   * @param name makes chains differ
   */
  constructor(log: PlayedLog, changes: Partial<ChainTerms3> = {}, name = 'first') {
    const {
      game = 'lucky-1m',
      length = LENGTH,
      zone = 'Asia/Dhaka',
      roundMs = 60_000,
      cutoffMs = 10_000,
    } = changes
    this.log = log
    this.#last = hashOf(`last value of ${name} ${game}`)
    this.terms = {
      game,
      chain: uuidOf(`chain ${name} of ${game}`),
      length,
      head: chainAt(this.#last, length, 0),
      zone,
      roundMs,
      cutoffMs,
      beaconChain: LOCAL_CHAIN.hash,
      delay: 5,
      grade: 'beacon',
      witnesses: null,
      quorum: null,
      from: periodAt({ zone, roundMs, cutoffMs }, log.now + 2 * roundMs).period,
      fee: FEE[GAMES[game]],
      demo: false,
      at: log.now,
      ...changes,
    }
  }

  /** The same chain in the second history of a house with two databases. */
  on(log: PlayedLog, name = 'first'): PlayedGame3 {
    const twin = new PlayedGame3(log, this.terms, name)
    twin.index = this.index
    twin.chainSize = this.chainSize
    return twin
  }

  /** When the first period opens, Unix milliseconds. */
  get opensMs(): number {
    return timesOf(this.terms, this.terms.from)!.opensAt
  }

  /** Publishes the chain, signs, and lets the witnesses sign. */
  publish(changes: Fields = {}, by: readonly PlayedWitness[] = []): number {
    const { log } = this
    this.index = log.append({ t: 'game-chain', ...this.terms, ...changes })
    this.chainSize = log.sign()
    for (const witness of by) log.cosign(witness)
    return this.index
  }

  /** The timely lines over the chain among the log's checkpoints. */
  lines(): readonly string[] {
    const { witnesses } = this.terms
    return witnesses === null ? [] : vouchedNotes(this.log, this.index, this.opensMs, witnesses).notes
  }

  secret(index: number): string {
    return chainAt(this.#last, this.terms.length, index)
  }

  /**
   * The round that is open next, with these bets: each is an option of the game and the milliseconds after the opening. The clock then
   * stands at the end of its bets.
   */
  open(bets: readonly (readonly [picks: readonly string[], afterMs: number])[] = []): PlayedRound3 {
    const { terms, log } = this
    const from = Math.max(log.now + terms.roundMs, this.opensMs)
    return this.at(periodAt(terms, from).period, bets)
  }

  /** A certain round with these bets. The clock then stands at the end of its bets, unless it is later already. */
  at(
    period: string,
    bets: readonly (readonly [picks: readonly string[], afterMs: number])[] = [],
  ): PlayedRound3 {
    const { terms, log } = this
    const { game, delay } = terms
    // an absurd log can have a period that is none of the chain
    const place = scheduleOf(terms, period) ?? { ...timesOf(terms, period)!, index: 1 }
    const rows = bets.map(([picks, after], i): ClaimedBet => {
      const id = purchaseId(uuidOf(`member ${i + 1}`), uuidOf(`${period} request ${i + 1}`))
      const tag = hashOf(`${period} ${i}`).slice(0, 16)
      const stake = String(100_000 * (i + 1))
      return { seq: i + 1, ms: place.opensAt + after, bet: { game, picks }, stake, tag, claim: claimOf(id) }
    })
    log.now = Math.max(log.now, place.closesAt)
    const round = roundFor(place.closesAt, delay, LOCAL_CHAIN)
    return { period, ...place, round, rows, seal: null, indexes: [this.index], isDecided: false }
  }

  /** Seals a round when its beacon round is published, and signs. */
  seal(round: PlayedRound3, changes: Fields = {}): PlayedRound3 {
    const { terms, log } = this
    const { game, chain } = terms
    const { period, rows, index } = round
    log.now = Math.max(log.now, publishedMs(round.round))
    const seal: RoundSeal = {
      bets: rows.length,
      digest: claimedBetsDigest(game, period, rows),
      secret: this.secret(index),
      sealedAt: log.now,
      round: round.round,
      ...(changes as Partial<RoundSeal>),
    }
    const entry = { t: 'round-seal', game, period, chain, index, ...seal, at: log.now, ...changes }
    const sealed = log.append(entry)
    log.sign()
    return { ...round, seal, indexes: [...round.indexes, sealed] }
  }

  /** h and the result that the formulas give. */
  outcome({ period, seal }: PlayedRound3): { entropy: string; result: GameResult } {
    const { game } = this.terms
    const { secret, round } = seal!
    const entropy = gameHash({ secret, game, period, round, beacon: beaconValue(round) })
    return { entropy, result: gameResult(GAMES[game], entropy) }
  }

  decide(round: PlayedRound3, changes: Fields = {}): PlayedRound3 {
    const { terms, log } = this
    const { period, seal } = round
    const { round: number } = seal!
    const index = log.append({
      t: 'round-result',
      game: terms.game,
      period,
      round: number,
      beacon: beaconValue(number),
      signature: signatureOf(number),
      result: this.outcome(round).result,
      at: log.now,
      ...changes,
    })
    log.sign()
    return { ...round, indexes: [...round.indexes, index], isDecided: true }
  }

  /** A whole round. */
  play(): PlayedRound3 {
    return this.decide(this.seal(this.open(BETS[GAMES[this.terms.game]])))
  }
}
