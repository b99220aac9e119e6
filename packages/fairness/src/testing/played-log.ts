/**
 * A log that tests write entry by entry: honest by default, and every value can be replaced. Beacon values are made up,
 * because a log alone cannot show the beacon's signature.
 */
import { QUICKNET, roundFor, roundTimeMs } from '../beacon.ts'
import { toHex, utf8 } from '../bytes.ts'
import { canonicalJson, type Json } from '../canonical.ts'
import { type Checkpoint, signCheckpoint } from '../checkpoint.ts'
import * as draw from '../draw.ts'
import { localChain } from '../signatures/bls.ts'
import { publicKeyOf } from '../signatures/ed25519.ts'
import type { LogMode } from '../entries.ts'
import { sha256 } from '../hash.ts'
import { consistencyProof, firstHead, leafHash, nextHead, treeRoot } from '../log.ts'
import { formatKey } from '../note.ts'
import type { IssueSeal, IssueTerms } from '../proof/types.ts'
import { cosign, witnessKey } from '../witness.ts'
import { LOCAL_SECRET, LOG_SECRET } from './proof-samples.ts'

/** A witness of the tests. */
export type PlayedWitness = { readonly name: string; readonly secret: string; readonly key: string }

export function playedWitness(name: string): PlayedWitness {
  const secret = toHex(sha256(utf8(`secret of ${name}`)))
  return { name, secret, key: formatKey(witnessKey(name, publicKeyOf(secret))) }
}

type Fields = Readonly<Record<string, Json>>
type PlayedIssue = { terms: IssueTerms; salt: string; seals: IssueSeal[] }

const hashOf = (text: string): string => toHex(sha256(utf8(text)))
const DELAY = 30
/** 2025-06-15, in the middle of a beacon period */
const START_MS = 1_750_000_000_123

export class PlayedLog {
  readonly deployment: string
  readonly publicKey = publicKeyOf(LOG_SECRET)
  readonly entries: string[] = []
  readonly checkpoints: { note: string; cosignatures: string[] }[] = []
  /** the house's clock, Unix milliseconds */
  now = START_MS
  readonly #leaves: string[] = []
  readonly #heads: string[]
  readonly #issues = new Map<string, PlayedIssue>()

  constructor(deployment = 'demo') {
    this.deployment = deployment
    this.#heads = [firstHead(deployment)]
  }

  get size(): number {
    return this.entries.length
  }

  /** Appends an entry, or any other text. @returns its index */
  append(entry: Fields | string): number {
    const text = typeof entry === 'string' ? entry : canonicalJson(entry)
    const leaf = leafHash(text)
    this.#leaves.push(leaf)
    this.#heads.push(nextHead(this.#heads.at(-1)!, leaf))
    return this.entries.push(text) - 1
  }

  begin(mode: LogMode = 'real', changes: Fields = {}): number {
    return this.append({ t: 'log-begin', deployment: this.deployment, mode, at: this.now, ...changes })
  }

  /** Version 3 begins, with the local beacon of the tests. */
  rules(changes: Fields = {}): number {
    const { publicKey } = localChain(LOCAL_SECRET)
    return this.append({ t: 'log-rules', version: 3, localBeacon: publicKey, at: this.now, ...changes })
  }

  funding(at: number = this.now): number {
    return this.append({ t: 'funding', account: 'subsidy', amount: '10000', reference: `${this.size}`, at })
  }

  /** @param day `2026-11-22` */
  withdrawals(day: string, changes: Fields = {}): number {
    const figures = { count: 2, amount: '3000000', oldestHours: 5, rejected: { bank_refused: 1 } }
    return this.append({ t: 'withdrawals', day, ...figures, at: this.now, ...changes })
  }

  solvency(changes: Fields = {}): number {
    const figures = { root: hashOf(`tree ${this.size}`), total: '5000000', assets: '7000000' }
    return this.append({ t: 'solvency', ...figures, at: this.now, ...changes })
  }

  /** @param product code of a finance product */
  reserve(product: string, changes: Fields = {}): number {
    const figures = { reserve: '900000', custody: '50000000', liability: '600000' }
    return this.append({ t: 'reserve', product, ...figures, at: this.now, ...changes })
  }

  open(issue: string, changes: Partial<IssueTerms> = {}): number {
    const grade = changes.grade ?? 'beacon'
    const salt = hashOf(`salt of ${issue}`)
    const terms: IssueTerms = {
      issue,
      shares: 10,
      price: '10000',
      reading: 'all',
      grade,
      offset: 360,
      chain: draw.hasBeacon(grade) ? QUICKNET.hash : null,
      delay: draw.hasBeacon(grade) ? DELAY : null,
      bands: [[0, 0]],
      prizes: ['90000'],
      commitment: grade === 'plain' ? null : draw.commitment(issue, salt),
      at: this.now,
      recyclePercent: 80,
      value: '100000',
      maxPerMember: 0,
      minVip: 0,
      deadline: this.now + 86_400_000,
      mode: 'goods',
      demo: false,
      witnesses: null,
      ...changes,
    }
    this.#issues.set(issue, { terms, salt, seals: [] })
    return this.append({ t: 'issue-open', ...terms })
  }

  /** An opening under the rules of version 1. */
  openOld(issue: string, grade: 'plain' | 'salt' | 'beacon' = 'beacon'): number {
    this.open(issue, { grade })
    const entry = JSON.parse(this.entries.at(-1)!) as Record<string, Json>
    for (const field of NEW_TERMS) delete entry[field]
    return this.instead(entry)
  }

  /** Seals an issue, or seals it again. */
  seal(issue: string, changes: Fields = {}): number {
    const known = this.#issues.get(issue)!
    const { grade, delay } = known.terms
    const seal: IssueSeal = {
      orders: 3,
      digest: hashOf(`orders of ${issue}`),
      sum: '123456789',
      salt: grade === 'plain' ? null : known.salt,
      sealedAt: this.now,
      round: delay === null ? null : roundFor(this.now, delay, QUICKNET),
      attempt: known.seals.length + 1,
    }
    known.seals.push({ ...seal, ...(changes as Partial<IssueSeal>) })
    return this.append({ t: 'issue-seal', issue, at: this.now, ...seal, ...changes })
  }

  sealOld(issue: string, changes: Fields = {}): number {
    this.seal(issue, changes)
    const entry = JSON.parse(this.entries.at(-1)!) as Record<string, Json>
    delete entry['attempt']
    return this.instead(entry)
  }

  /** Replaces the last entry. */
  instead(entry: Fields): number {
    this.entries.pop()
    this.#leaves.pop()
    this.#heads.pop()
    return this.append(entry)
  }

  /** When the round of an issue's last attempt is published, Unix milliseconds. */
  roundMs(issue: string): number {
    return roundTimeMs(this.#issues.get(issue)!.seals.at(-1)!.round!, QUICKNET)
  }

  draw(issue: string, changes: Fields = {}): number {
    const { terms, seals } = this.#issues.get(issue)!
    const { salt, digest, round, sum } = seals.at(-1)!
    const beacon = round === null ? null : hashOf(`round ${round}`)
    const entropy = salt === null ? null : draw.drawEntropy({ salt, issue, digest, round, beacon })
    const code = draw.winningCode(BigInt(sum), entropy, terms.shares)
    return this.append({ t: 'issue-draw', issue, round, beacon, entropy, code, at: this.now, ...changes })
  }

  refund(issue: string, changes: Fields = {}): number {
    return this.append({ t: 'issue-refund', issue, orders: 2, amount: '20000', at: this.now, ...changes })
  }

  /** Signs a checkpoint over all entries. @returns its size */
  sign(changes: Partial<Checkpoint> = {}, secret = LOG_SECRET): number {
    const { size } = this
    const checkpoint = {
      deployment: this.deployment,
      size,
      root: treeRoot(this.#leaves),
      head: this.#heads.at(-1)!,
      timeMs: this.now,
      ...changes,
    }
    this.checkpoints.push({ note: signCheckpoint(secret, checkpoint), cosignatures: [] })
    return size
  }

  /** A witness signs the last checkpoint. @param seconds Unix time by its clock */
  cosign({ secret, name }: PlayedWitness, seconds = Math.floor(this.now / 1000)): string {
    const last = this.checkpoints.at(-1)!
    const line = cosign(secret, name, last.note, seconds)
    last.cosignatures.push(line)
    return line
  }

  /** Opens, seals, signs and draws an issue. The clock moves past its round. */
  life(issue: string, changes: Partial<IssueTerms> = {}, by: readonly PlayedWitness[] = []): void {
    this.open(issue, changes)
    this.now += 60_000
    this.seal(issue)
    this.sign()
    for (const witness of by) this.cosign(witness)
    this.now += 40_000
    this.draw(issue)
    this.sign()
  }

  consistency(from: number, to: number = this.size): string[] {
    return consistencyProof(this.#leaves.slice(0, to), from)
  }

  /** A second history of the same log, as a house with two databases has it. */
  copy(): PlayedLog {
    const twin = new PlayedLog(this.deployment)
    for (const entry of this.entries) twin.append(entry)
    for (const { note, cosignatures } of this.checkpoints)
      twin.checkpoints.push({ note, cosignatures: [...cosignatures] })
    for (const [issue, known] of this.#issues) twin.#issues.set(issue, structuredClone(known))
    twin.now = this.now
    return twin
  }
}

const NEW_TERMS = [
  'recyclePercent',
  'value',
  'maxPerMember',
  'minVip',
  'deadline',
  'mode',
  'demo',
  'witnesses',
] as const
