/** A prize-share event that tests play in a log, honest by default. The proofs are those of a server. */
import { beaconOf, roundFor, roundTimeMs } from '../beacon.ts'
import { localChain, signRound } from '../signatures/bls.ts'
import { toHex, utf8 } from '../bytes.ts'
import type { Json } from '../canonical.ts'
import { commitment, drawEntropy, hasBeacon, type OrderRow, sumOfTimes } from '../draw.ts'
import { drawWinners, eventDigest, eventRow, prizeOf } from '../events.ts'
import { sha256 } from '../hash.ts'
import { inclusionProof, leafHash } from '../log.ts'
import type { EventProof, EventResult, EventSeal, EventTerms } from '../proof/event-types.ts'
import { type EventReceipt, type SignedReceipt, signReceipt } from '../receipt.ts'
import type { PlayedLog, PlayedWitness } from './played-log.ts'
import { LOCAL_SECRET, LOG_SECRET } from './proof-samples.ts'

const CHAIN = localChain(LOCAL_SECRET)
const DELAY = 30
const hashOf = (text: string): string => toHex(sha256(utf8(text)))

const signatures = new Map<number, string>()
function signatureOf(round: number): string {
  const known = signatures.get(round) ?? signRound(LOCAL_SECRET, round)
  signatures.set(round, known)
  return known
}

type Fields = Readonly<Record<string, Json>>

export class PlayedEvent {
  readonly log: PlayedLog
  readonly terms: EventTerms
  readonly salt: string
  rows: OrderRow[] = []
  /** the last attempt */
  sealed: EventSeal | null = null
  /** indexes of the event's entries */
  readonly indexes: number[] = []
  /** number of entries that the checkpoint for the seal covers */
  sealSize = 0
  isDrawn = false

  /** @param changes of the terms; pool and winners give the prize */
  constructor(log: PlayedLog, changes: Partial<EventTerms> = {}) {
    const { event = 'PS-0001', grade = 'beacon', pool = '10000000', winners = 3 } = changes
    this.log = log
    this.salt = hashOf(`salt of event ${event}`)
    this.terms = {
      event,
      pool,
      winners,
      prize: String(prizeOf(BigInt(pool), winners)),
      friends: 3,
      topUp: '1000000',
      deadline: log.now + 3_600_000,
      grade,
      offset: 360,
      chain: hasBeacon(grade) ? CHAIN.hash : null,
      delay: hasBeacon(grade) ? DELAY : null,
      commitment: commitment(event, this.salt),
      demo: false,
      witnesses: null,
      at: log.now,
      ...changes,
    }
  }

  /** The same event in the second history of a house with two databases. */
  on(log: PlayedLog): PlayedEvent {
    const twin = new PlayedEvent(log, this.terms)
    twin.rows = [...this.rows]
    twin.sealed = this.sealed
    twin.indexes.push(...this.indexes)
    twin.sealSize = this.sealSize
    twin.isDrawn = this.isDrawn
    return twin
  }

  open(changes: Fields = {}): this {
    return this.#append({ t: 'event-open', ...this.terms, ...changes })
  }

  /** Members join, each so many milliseconds after the one before. The clock then stands at the deadline. */
  join(after: readonly number[] = [1_000, 0, 250, 60_000, 1]): this {
    const { terms, log } = this
    for (const ms of after) {
      log.now += ms
      const seq = this.rows.length + 1
      this.rows.push(eventRow(seq, log.now, terms.offset, hashOf(`${terms.event} ${seq}`).slice(0, 16)))
    }
    log.now = terms.deadline
    return this
  }

  /** Seals the event, or seals it again; signs, and lets the witnesses sign. The clock then stands after the beacon round. */
  seal(changes: Fields = {}, by: readonly PlayedWitness[] = []): this {
    const { terms, log, rows, salt } = this
    const { event, delay } = terms
    const seal: EventSeal = {
      orders: rows.length,
      digest: eventDigest(event, rows),
      sum: String(sumOfTimes(rows, 'all')),
      salt,
      sealedAt: log.now,
      round: delay === null ? null : roundFor(log.now, delay, CHAIN),
      attempt: (this.sealed?.attempt ?? 0) + 1,
      ...(changes as Partial<EventSeal>),
    }
    this.sealed = seal
    this.#append({ t: 'event-seal', event, ...seal, at: log.now, ...changes })
    this.sealSize = log.sign()
    for (const witness of by) log.cosign(witness)
    log.now = (delay === null ? log.now : roundTimeMs(roundFor(log.now, delay, CHAIN), CHAIN)) + 100
    return this
  }

  /** When the round of the last attempt is published, Unix milliseconds. */
  get knownMs(): number {
    return roundTimeMs(this.sealed!.round!, CHAIN)
  }

  /** E and the winners that the formulas give. */
  outcome(): EventResult & { readonly beacon: string | null } {
    const { digest, round, orders } = this.sealed!
    const { event, winners } = this.terms
    const beacon = round === null ? null : beaconOf(signatureOf(round))
    const entropy = drawEntropy({ salt: this.salt, issue: event, digest, round, beacon })
    return { beacon, entropy, winners: drawWinners(entropy, orders, winners) }
  }

  draw(changes: Fields = {}): this {
    const { log, terms, sealed } = this
    const { event } = terms
    this.#append({ t: 'event-draw', event, round: sealed!.round, ...this.outcome(), at: log.now, ...changes })
    this.isDrawn = true
    log.sign()
    return this
  }

  void(changes: Fields = {}): this {
    const { event, pool } = this.terms
    this.#append({ t: 'event-void', event, participants: 0, pool, at: this.log.now, ...changes })
    this.rows = []
    this.sealed = null
    this.log.sign()
    return this
  }

  #append(entry: Fields): this {
    this.indexes.push(this.log.append(entry))
    return this
  }

  /** A whole event. */
  play(by: readonly PlayedWitness[] = []): this {
    return this.open().join().seal({}, by).draw()
  }

  proof(): EventProof {
    const { log, terms, rows, sealed: seal, isDrawn } = this
    const proof: EventProof = {
      version: 'fairlot-proof/2',
      kind: 'event',
      deployment: log.deployment,
      terms,
      rows: [...rows],
      seal,
      beacon: null,
      result: null,
      log: this.#part(),
    }
    if (seal === null || !isDrawn) return proof
    const { entropy, winners } = this.outcome()
    const { round } = seal
    return {
      ...proof,
      beacon:
        round === null
          ? null
          : { chain: CHAIN.hash, round, signature: signatureOf(round), publicKey: CHAIN.publicKey },
      result: { entropy, winners },
    }
  }

  #part(): NonNullable<EventProof['log']> {
    const { log, indexes, sealed: seal, sealSize, terms } = this
    const leaves = log.entries.map(leafHash)
    const shown = log.checkpoints.find(({ note }) => Number(note.split('\n')[1]) === sealSize)
    return {
      entries: indexes.map((index) => ({
        index,
        bytes: log.entries[index]!,
        inclusion: inclusionProof(leaves, index),
      })),
      sealCheckpoint: seal && shown!.note,
      checkpoint: log.checkpoints.at(-1)!.note,
      consistency: seal ? log.consistency(sealSize) : [],
      cosignatures: seal && hasBeacon(terms.grade) ? shown!.cosignatures : [],
      publicKey: log.publicKey,
    }
  }

  /** The signed receipt of a participant. */
  receipt(seq: number, changes: Partial<EventReceipt> = {}): SignedReceipt {
    const { ms, tag, first } = this.rows[seq - 1]!
    return signReceipt(LOG_SECRET, {
      t: 'receipt',
      kind: 'event',
      event: this.terms.event,
      id: `01970000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
      tag,
      ms,
      first,
      quantity: 1,
      amount: '0',
      logSize: 1,
      logRoot: leafHash(this.log.entries[0]!),
      ...changes,
    })
  }
}
