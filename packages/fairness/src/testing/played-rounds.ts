/** A game that tests play in a log: its chain, and rounds up to any step, honest by default. The proofs are those of a server. */
import { beaconOf, roundFor, roundTimeMs } from '../beacon.ts'
import { localChain, signRound } from '../signatures/bls.ts'
import { toHex, utf8 } from '../bytes.ts'
import type { Json } from '../canonical.ts'
import { type BetRow, betsDigest } from '../games/bets.ts'
import { chainAt } from '../games/chain.ts'
import { FEE, type GameId, GAMES, OPTIONS } from '../games/pay-table.ts'
import { periodAt, type RoundTimes } from '../games/periods.ts'
import { gameHash, gameResult } from '../games/result.ts'
import { sha256 } from '../hash.ts'
import { inclusionProof, leafHash } from '../log.ts'
import type { ChainTerms, RoundProof, RoundSeal } from '../proof/round-types.ts'
import { type BetReceipt, type SignedReceipt, signReceipt } from '../receipt.ts'
import type { PlayedLog, PlayedWitness } from './played-log.ts'
import { LOCAL_SECRET, LOG_SECRET } from './proof-samples.ts'

const CHAIN = localChain(LOCAL_SECRET)
const LENGTH = 40
const hashOf = (text: string): string => toHex(sha256(utf8(text)))
const uuidOf = (text: string): string =>
  hashOf(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

const signatures = new Map<number, string>()
function signatureOf(round: number): string {
  const known = signatures.get(round) ?? signRound(LOCAL_SECRET, round)
  signatures.set(round, known)
  return known
}

type Fields = Readonly<Record<string, Json>>

export type PlayedRound = RoundTimes & {
  readonly period: string
  readonly rows: readonly BetRow[]
  readonly seal: RoundSeal | null
  readonly number: number
  /** indexes of the chain's entry and of the round's own ones */
  readonly indexes: readonly number[]
  /** number of entries that the checkpoint for the seal covers */
  readonly sealSize: number
  readonly isDecided: boolean
}

export class PlayedGame {
  readonly terms: ChainTerms
  readonly log: PlayedLog
  readonly #last: string
  #index = -1
  /** number of seals of the chain */
  used = 0

  /** @param name makes chains differ */
  constructor(log: PlayedLog, changes: Partial<ChainTerms> = {}, name = 'first') {
    const game: GameId = changes.game ?? 'lucky-1m'
    this.log = log
    this.#last = hashOf(`last value of ${name} ${game}`)
    this.terms = {
      game,
      chain: uuidOf(`chain ${name} of ${game}`),
      length: LENGTH,
      head: chainAt(this.#last, LENGTH, 0),
      zone: 'Asia/Dhaka',
      roundMs: 60_000,
      cutoffMs: 10_000,
      beaconChain: CHAIN.hash,
      delay: 5,
      grade: 'beacon',
      witnesses: null,
      fee: FEE[GAMES[game]],
      demo: false,
      at: log.now,
      ...changes,
    }
  }

  publish(changes: Fields = {}): number {
    this.#index = this.log.append({ t: 'game-chain', ...this.terms, ...changes })
    return this.#index
  }

  secret(index: number): string {
    return chainAt(this.#last, LENGTH, index)
  }

  /** The next round with these bets: each is an option of the game and the milliseconds after the opening. */
  open(bets: readonly (readonly [picks: readonly string[], afterMs: number])[] = []): PlayedRound {
    const { terms, log } = this
    const { period, ...times } = periodAt(terms, log.now + terms.roundMs)
    const rows = bets.map(([picks, after], i) => ({
      seq: i + 1,
      ms: times.opensAt + after,
      bet: { game: terms.game, picks },
      stake: String(100_000 * (i + 1)),
      tag: hashOf(`${period} ${i}`).slice(0, 16),
    }))
    log.now = times.closesAt
    const indexes = [this.#index]
    return { period, ...times, rows, seal: null, number: 0, indexes, sealSize: 0, isDecided: false }
  }

  /** Seals a round, signs, and lets the witnesses sign. The clock then stands after the beacon round. */
  seal(round: PlayedRound, changes: Fields = {}, by: readonly PlayedWitness[] = []): PlayedRound {
    const { terms, log } = this
    const { game, chain, delay } = terms
    const { period, rows } = round
    const number = this.used + 1
    const seal: RoundSeal = {
      bets: rows.length,
      digest: betsDigest(game, period, rows),
      secret: this.secret(number),
      sealedAt: log.now,
      round: roundFor(log.now, delay, CHAIN),
      ...(changes as Partial<RoundSeal>),
    }
    this.used = number
    const entry = { t: 'round-seal', game, period, chain, index: number, ...seal, at: log.now, ...changes }
    const index = log.append(entry)
    const sealSize = log.sign()
    for (const witness of by) log.cosign(witness)
    log.now = roundTimeMs(roundFor(log.now, delay, CHAIN), CHAIN) + 100
    return { ...round, seal, number, indexes: [...round.indexes, index], sealSize }
  }

  beaconOf(round: PlayedRound): string {
    return beaconOf(signatureOf(round.seal!.round))
  }

  decide(round: PlayedRound, changes: Fields = {}): PlayedRound {
    const { terms, log } = this
    const { game } = terms
    const { period, seal } = round
    const beacon = this.beaconOf(round)
    const h = gameHash({ secret: seal!.secret, game, period, round: seal!.round, beacon })
    const result = gameResult(GAMES[game], h)
    const entry = { t: 'round-result', game, period, round: seal!.round, beacon, result, at: log.now }
    const index = log.append({ ...entry, ...changes })
    log.sign()
    return { ...round, indexes: [...round.indexes, index], isDecided: true }
  }

  void(round: PlayedRound, changes: Fields = {}): PlayedRound {
    const { game } = this.terms
    const { period, rows } = round
    const bets = rows.length
    const index = this.log.append({
      t: 'round-void',
      game,
      period,
      bets,
      at: this.log.now,
      ...changes,
    })
    this.log.sign()
    return { ...round, indexes: [...round.indexes, index], seal: null, sealSize: 0 }
  }

  /** A whole round. */
  play(by: readonly PlayedWitness[] = []): PlayedRound {
    return this.decide(this.seal(this.open(BETS[GAMES[this.terms.game]]), {}, by))
  }

  proof(round: PlayedRound): RoundProof {
    const { log, terms } = this
    const { period, rows, seal, number, opensAt, closesAt, isDecided } = round
    const isVoid = seal === null
    const place = isVoid ? { index: null, previous: null } : { index: number, previous: number - 1 }
    const proof: RoundProof = {
      version: 'fairlot-proof/2',
      kind: 'round',
      deployment: log.deployment,
      terms: { ...terms, period, ...place, opensAt, closesAt },
      rows: isVoid ? [] : rows,
      seal,
      beacon: null,
      result: null,
      log: this.#part(round),
    }
    if (isVoid || !isDecided) return proof
    const signature = signatureOf(seal.round)
    const beacon = beaconOf(signature)
    const { game } = terms
    const entropy = gameHash({ secret: seal.secret, game, period, round: seal.round, beacon })
    return {
      ...proof,
      beacon: { chain: CHAIN.hash, round: seal.round, signature, publicKey: CHAIN.publicKey },
      result: { entropy, ...gameResult(GAMES[game], entropy) },
    }
  }

  #part({ indexes, sealSize, seal }: PlayedRound): NonNullable<RoundProof['log']> {
    const { log } = this
    const leaves = log.entries.map(leafHash)
    const sealed = log.checkpoints.find(({ note }) => Number(note.split('\n')[1]) === sealSize)
    return {
      entries: indexes.map((index) => ({
        index,
        bytes: log.entries[index]!,
        inclusion: inclusionProof(leaves, index),
      })),
      sealCheckpoint: seal && sealed!.note,
      checkpoint: log.checkpoints.at(-1)!.note,
      consistency: seal ? log.consistency(sealSize) : [],
      cosignatures: seal ? sealed!.cosignatures : [],
      publicKey: log.publicKey,
    }
  }

  /** The signed receipt of a bet. */
  receipt({ period, rows }: PlayedRound, seq: number, changes: Partial<BetReceipt> = {}): SignedReceipt {
    const { ms, bet, stake, tag } = rows[seq - 1]!
    return signReceipt(LOG_SECRET, {
      t: 'receipt',
      kind: 'bet',
      game: this.terms.game,
      period,
      id: '01970000-0000-7000-8000-000000000001',
      tag,
      ms,
      picks: bet.picks,
      amount: String(BigInt(stake) * BigInt(bet.picks.length)),
      logSize: 1,
      logRoot: leafHash(this.log.entries[0]!),
      ...changes,
    })
  }
}

/** A few bets on every kind of option. */
export const BETS = {
  lucky: [
    [['green', '7'], 0],
    [['big'], 1_500],
    [[...OPTIONS.lucky], 1_500],
    [['violet', 'single'], 49_999],
  ],
  king: [
    [['10', 'big'], 10],
    [[...OPTIONS.king], 30_000],
  ],
} as const
