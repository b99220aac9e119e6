/** A prize-share event of version 3 that tests play in a log, honest by default. */
import { roundFor } from '../beacon.ts'
import type { Json } from '../canonical.ts'
import { claimedDigest, type ClaimedRow, claimOf } from '../claimed-rows.ts'
import { contentHash } from '../content.ts'
import { commitment, drawEntropy, hasBeacon, sumOfTimes } from '../draw.ts'
import { drawWinners, eventRow, prizeOf } from '../events.ts'
import { eventFavour } from '../favour.ts'
import type { EventResult } from '../proof/event-types.ts'
import type { EventSeal3, EventTerms3 } from '../proof/version-3/types.ts'
import { purchaseId } from '../purchase-id.ts'
import { CONTENT, type PlayedOrder } from './played-issue-3.ts'
import {
  beaconValue,
  hashOf,
  lineLimitMs,
  LOCAL_CHAIN,
  publishedMs,
  signatureOf,
  uuidOf,
  vouchedNotes,
} from './played-lines.ts'
import type { PlayedLog, PlayedWitness } from './played-log.ts'

const DELAY = 30

type Fields = Readonly<Record<string, Json>>

export class PlayedEvent3 {
  readonly log: PlayedLog
  readonly terms: EventTerms3
  readonly salt: string
  readonly content = CONTENT
  rows: ClaimedRow[] = []
  readonly orders: PlayedOrder[] = []
  /** who is left out */
  out: readonly number[] = []
  sealed: EventSeal3 | null = null
  /** indexes of the event's entries */
  readonly indexes: number[] = []
  /** number of entries that the checkpoint for the seal covers */
  sealSize = 0
  drawn: { readonly winners: readonly number[]; readonly isFavour: boolean } | null = null

  /** @param changes of the terms; pool and winners give the prize */
  constructor(log: PlayedLog, changes: Partial<EventTerms3> = {}) {
    const { event = 'PS3-0001', grade = 'beacon', pool = '10000000', winners = 3 } = changes
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
      chain: hasBeacon(grade) ? LOCAL_CHAIN.hash : null,
      delay: hasBeacon(grade) ? DELAY : null,
      commitment: commitment(event, this.salt),
      demo: false,
      witnesses: null,
      quorum: null,
      content: contentHash(CONTENT),
      at: log.now,
      ...changes,
    }
  }

  /** The same event in the second history of a house with two databases. */
  on(log: PlayedLog): PlayedEvent3 {
    const twin = new PlayedEvent3(log, this.terms)
    twin.rows = [...this.rows]
    twin.orders.push(...this.orders)
    twin.out = this.out
    twin.sealed = this.sealed
    twin.indexes.push(...this.indexes)
    twin.sealSize = this.sealSize
    twin.drawn = this.drawn
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
      const [member, request] = [uuidOf(`member ${seq}`), uuidOf(`${terms.event} request ${seq}`)]
      const id = purchaseId(member, request)
      this.orders.push({ member, request, id })
      const tag = hashOf(`${terms.event} ${seq}`).slice(0, 16)
      this.rows.push({ ...eventRow(seq, log.now, terms.offset, tag), claim: claimOf(id) })
    }
    log.now = terms.deadline
    return this
  }

  /** Leaves participants out, as the seal or the void states. */
  leave(...seqs: readonly number[]): this {
    this.out = seqs
    return this
  }

  /** Seals the event, signs, and lets the witnesses sign. The clock then stands after the beacon round. */
  seal(changes: Fields = {}, by: readonly PlayedWitness[] = []): this {
    const { terms, log, rows, salt } = this
    const { event, delay } = terms
    const seal: EventSeal3 = {
      orders: rows.length,
      digest: claimedDigest(event, rows.length, rows),
      sum: String(sumOfTimes(rows, 'all')),
      salt,
      sealedAt: log.now,
      round: delay === null ? null : roundFor(log.now, delay, LOCAL_CHAIN),
      ...this.#left(),
      ...(changes as Partial<EventSeal3>),
    }
    this.sealed = seal
    this.#append({ t: 'event-seal', event, ...seal, at: log.now, ...changes })
    this.sealSize = log.sign()
    for (const witness of by) log.cosign(witness)
    if (seal.round !== null) log.now = publishedMs(seal.round) + 100
    return this
  }

  /** When the round of the seal is published, Unix milliseconds. */
  get knownMs(): number {
    return publishedMs(this.sealed!.round!)
  }

  /** E and the winners that the formulas give. */
  outcome(): EventResult & { readonly beacon: string | null } {
    const { digest, round, orders, out } = this.sealed!
    const { event, winners } = this.terms
    const beacon = round === null ? null : beaconValue(round)
    const entropy = drawEntropy({ salt: this.salt, issue: event, digest, round, beacon })
    return { beacon, entropy, winners: drawWinners(entropy, orders, winners, out) }
  }

  /** The timely lines among the log's checkpoints; without a quorum of them the draw is in favour. */
  lines(): { lines: readonly string[] | null; favour?: true } {
    const { witnesses, quorum } = this.terms
    if (witnesses === null) return { lines: null }
    const limitMs = lineLimitMs(this.sealed!.round!)
    const { notes, keys } = vouchedNotes(this.log, this.sealSize - 1, limitMs, witnesses)
    return keys.length < quorum! ? { lines: notes, favour: true } : { lines: notes }
  }

  draw(changes: Fields = {}): this {
    const { log, terms, sealed } = this
    const { round } = sealed!
    const outcome = this.outcome()
    const signature = round === null ? null : signatureOf(round)
    const entry = {
      t: 'event-draw',
      event: terms.event,
      round,
      signature,
      ...outcome,
      ...this.lines(),
      at: log.now,
    }
    const stated: Fields = { ...entry, ...changes }
    this.#append(stated)
    this.drawn = { winners: outcome.winners, isFavour: stated['favour'] === true }
    log.sign()
    return this
  }

  /** The pool once more for those who did not win. */
  favour(changes: Fields = {}): this {
    const { log, terms, rows, drawn, out } = this
    const members = rows.length - out.length - drawn!.winners.length
    const amount = String(eventFavour(BigInt(terms.pool), members))
    this.#append({ t: 'event-favour', event: terms.event, members, amount, at: log.now, ...changes })
    log.sign()
    return this
  }

  void(changes: Fields = {}): this {
    const { event, pool } = this.terms
    const participants = this.rows.length
    this.#append({
      t: 'event-void',
      event,
      participants,
      pool,
      ...this.#left(),
      at: this.log.now,
      ...changes,
    })
    this.log.sign()
    return this
  }

  #left(): { out?: readonly number[] } {
    return this.out.length === 0 ? {} : { out: this.out }
  }

  #append(entry: Fields): this {
    this.indexes.push(this.log.append(entry))
    return this
  }

  /** A whole event; the draw is in favour, and its favour follows, when fewer than a quorum of witnesses sign. */
  play(by: readonly PlayedWitness[] = []): this {
    this.open().join().seal({}, by).draw()
    return this.drawn!.isFavour ? this.favour() : this
  }
}
