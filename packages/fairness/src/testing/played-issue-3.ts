/** An issue of version 3 that tests play in a log, honest by default. */
import { roundFor } from '../beacon.ts'
import type { Json } from '../canonical.ts'
import { claimedDigest, type ClaimedRow, claimOf } from '../claimed-rows.ts'
import { type Content, contentHash } from '../content.ts'
import * as draw from '../draw.ts'
import { beyondWon, favourAmounts } from '../favour.ts'
import type { Mode } from '../proof/types.ts'
import type { IssueSeal3, IssueTerms3, RefundReason } from '../proof/version-3/types.ts'
import { purchaseId } from '../purchase-id.ts'
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
const WITNESSED_DELAY = 60
const DAY = 86_400_000

export const CONTENT: Content = {
  art: 'phone',
  texts: { 'en-us': { title: 'Nova X Pro', description: 'A phone.' } },
  pictures: [hashOf('a picture')],
}

const PRIZES: Readonly<Record<Mode, Pick<IssueTerms3, 'bands' | 'prizes'>>> = {
  goods: { bands: [[0, 0]], prizes: ['90000'] },
  cash: {
    bands: [
      [0, 0],
      [1, 2],
    ],
    prizes: ['50000', '12000'],
  },
  pk: { bands: [[0, 0]], prizes: ['90000'] },
}

type Fields = Readonly<Record<string, Json>>

/** An order as the buyer's device knows it. */
export type PlayedOrder = { readonly member: string; readonly request: string; readonly id: string }

export class PlayedIssue3 {
  readonly log: PlayedLog
  readonly terms: IssueTerms3
  readonly salt: string
  readonly content = CONTENT
  rows: ClaimedRow[] = []
  readonly orders: PlayedOrder[] = []
  sealed: IssueSeal3 | null = null
  /** indexes of the issue's entries */
  readonly indexes: number[] = []
  /** number of entries that the checkpoint for the seal covers */
  sealSize = 0
  drawn: { readonly code: number; readonly isFavour: boolean } | null = null

  /** @param changes of the terms; the grade gives chain and delay, and the mode the prizes */
  constructor(log: PlayedLog, changes: Partial<IssueTerms3> = {}) {
    const { issue = 'M3-0001', grade = 'beacon', mode = 'goods', closes = null } = changes
    const beacon = draw.hasBeacon(grade)
    this.log = log
    this.salt = hashOf(`salt of ${issue}`)
    this.terms = {
      issue,
      shares: 10,
      price: '10000',
      reading: 'all',
      grade,
      offset: 360,
      chain: beacon ? LOCAL_CHAIN.hash : null,
      delay: beacon ? (grade === 'witnessed' ? WITNESSED_DELAY : DELAY) : null,
      ...PRIZES[mode],
      commitment: grade === 'plain' ? null : draw.commitment(issue, this.salt),
      at: log.now,
      recyclePercent: 80,
      value: '100000',
      maxPerMember: 0,
      minVip: 0,
      deadline: closes ?? log.now + DAY,
      mode,
      demo: false,
      witnesses: null,
      quorum: null,
      content: contentHash(CONTENT),
      closes,
      minimum: closes === null ? null : 5,
      free: 0,
      ...changes,
    }
  }

  /** The same issue in the second history of a house with two databases. */
  on(log: PlayedLog): PlayedIssue3 {
    const twin = new PlayedIssue3(log, this.terms)
    twin.rows = [...this.rows]
    twin.orders.push(...this.orders)
    twin.sealed = this.sealed
    twin.indexes.push(...this.indexes)
    twin.sealSize = this.sealSize
    twin.drawn = this.drawn
    return twin
  }

  open(changes: Fields = {}): this {
    return this.#append({ t: 'issue-open', ...this.terms, ...changes })
  }

  /** The number of sold codes. */
  get sold(): number {
    return this.rows.reduce((sum, { quantity }) => sum + quantity, 0)
  }

  /** Members buy these quantities, each a second after the one before. @param members who buys each; by default different ones */
  sell(quantities: readonly number[] = [3, 2, 4, 1], members: readonly number[] = []): this {
    const { terms, log } = this
    for (const [i, quantity] of quantities.entries()) {
      log.now += 1_000
      const seq = this.rows.length + 1
      const who = `member ${members[i] ?? seq}`
      const [member, request] = [uuidOf(who), uuidOf(`${terms.issue} request ${seq}`)]
      const id = purchaseId(member, request)
      this.orders.push({ member, request, id })
      this.rows.push({
        seq,
        ms: log.now,
        time: draw.timeOfDay(log.now, terms.offset),
        first: draw.FIRST_CODE + this.sold,
        quantity,
        tag: hashOf(`${terms.issue} ${who}`).slice(0, 16),
        claim: claimOf(id),
      })
    }
    return this
  }

  /** The clock moves to the closing of a draw by date. */
  close(): this {
    this.log.now = this.terms.closes!
    return this
  }

  /** Seals the issue, signs, and lets the witnesses sign. The clock then stands after the beacon round. */
  seal(changes: Fields = {}, by: readonly PlayedWitness[] = []): this {
    const { terms, log, rows, salt, sold } = this
    const { issue, grade, delay, reading } = terms
    const seal: IssueSeal3 = {
      orders: rows.length,
      digest: claimedDigest(issue, sold, rows),
      sum: String(draw.sumOfTimes(rows, reading)),
      salt: grade === 'plain' ? null : salt,
      sealedAt: log.now,
      round: delay === null ? null : roundFor(log.now, delay, LOCAL_CHAIN),
      shares: sold,
      freeEntries: 0,
      ...(changes as Partial<IssueSeal3>),
    }
    this.sealed = seal
    this.#append({ t: 'issue-seal', issue, ...seal, at: log.now, ...changes })
    this.sealSize = log.sign()
    for (const witness of by) log.cosign(witness)
    if (seal.round !== null) log.now = publishedMs(seal.round) + 100
    return this
  }

  /** When the round of the seal is published, Unix milliseconds. */
  get knownMs(): number {
    return publishedMs(this.sealed!.round!)
  }

  /** E and the winning code that the formulas give. */
  outcome(): { beacon: string | null; entropy: string | null; code: number } {
    const { digest, round, sum, shares, salt } = this.sealed!
    const { issue } = this.terms
    const beacon = round === null ? null : beaconValue(round)
    const entropy = salt === null ? null : draw.drawEntropy({ salt, issue, digest, round, beacon })
    return { beacon, entropy, code: draw.winningCode(BigInt(sum), entropy, shares) }
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
      t: 'issue-draw',
      issue: terms.issue,
      round,
      signature,
      ...outcome,
      ...this.lines(),
      at: log.now,
    }
    this.#append({ ...entry, ...changes })
    const stated: Fields = { ...entry, ...changes }
    this.drawn = { code: Number(stated['code']), isFavour: stated['favour'] === true }
    log.sign()
    return this
  }

  /** What members get beyond what they won. */
  favour(changes: Fields = {}): this {
    const { log, terms, rows, drawn } = this
    const amounts = favourAmounts(terms, rows, drawn!.code)
    const more = new Set(amounts.filter(({ amount, won }) => amount > won).map(({ tag }) => tag))
    const orders = rows.filter(({ tag }) => more.has(tag)).length
    const amount = String(beyondWon(amounts))
    this.#append({ t: 'issue-favour', issue: terms.issue, orders, amount, at: log.now, ...changes })
    log.sign()
    return this
  }

  refund(reason: RefundReason, changes: Fields = {}): this {
    const { log, terms, rows, sold: shares } = this
    const amount = String(BigInt(shares) * BigInt(terms.price))
    const entry = { t: 'issue-refund', issue: terms.issue, orders: rows.length, shares, amount, reason }
    this.#append({ ...entry, at: log.now, ...changes })
    log.sign()
    return this
  }

  #append(entry: Fields): this {
    this.indexes.push(this.log.append(entry))
    return this
  }

  /** A whole issue; the draw is in favour, and its favour follows, when fewer than a quorum of witnesses sign. */
  play(by: readonly PlayedWitness[] = []): this {
    this.open().sell().seal({}, by).draw()
    return this.drawn!.isFavour ? this.favour() : this
  }
}
