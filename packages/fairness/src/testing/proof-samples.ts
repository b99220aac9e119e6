/** Sample proofs for tests: the draw of the worked values in every grade and reading, with and without a log. */
import { beaconOf, type Chain, QUICKNET, roundFor, roundTimeMs } from '../beacon.ts'
import { localChain, signRound } from '../signatures/bls.ts'
import * as draw from '../draw.ts'
import type { LogEntry } from '../entries.ts'
import type {
  Grade1,
  IssueProof,
  IssueProof1,
  IssueResult,
  IssueSeal,
  IssueTerms,
  ProofLog,
} from '../proof.ts'
import type { FairnessVectors } from '../vectors/vectors-shape.ts'
import { version1Of } from './version-1.ts'
import { lineOf, LOG_SECRET, logParts, WITNESSES, witnessText } from './log-samples.ts'

export { LOG_SECRET }
export const LOCAL_SECRET = '2a'.repeat(32)
const DELAY = 30
/** An attempt is sealed again after its round has passed. */
const AGAIN_MS = 60_000

export type SampleOptions = {
  readonly grade: draw.Grade
  readonly reading: draw.Reading
  readonly local?: boolean
  readonly withLog?: boolean
  /** the number of the counting attempt; above 1 only with a local beacon, which signs any round */
  readonly attempts?: number
  /** the witnesses that the opening names; all of them sign in time */
  readonly witnesses?: number
  readonly demo?: boolean
}

/** A proof that has a result: the sample proofs except sealed ones. */
export type DrawnProof = IssueProof & { readonly result: IssueResult }

export function sampleProof(v: FairnessVectors['draw'], options: SampleOptions): DrawnProof {
  const { grade, reading, attempts = 1, local = false } = options
  if (attempts > 1 && !local) throw new RangeError('only the local beacon signs any round')
  const chain = !draw.hasBeacon(grade) ? null : local ? localChain(LOCAL_SECRET) : QUICKNET
  const terms = sampleTerms(v, options, chain)
  let first = draw.FIRST_CODE
  const rows = v.orders.map(({ seq, ms, quantity, tag }) => {
    const row = { seq, ms, time: draw.timeOfDay(ms, terms.offset), first, quantity, tag }
    first += quantity
    return row
  })
  const sealedAt = v.sealedAtMs + (attempts - 1) * AGAIN_MS
  const digest = draw.ordersDigest(terms.issue, terms.shares, rows)
  const sum = draw.sumOfTimes(rows, reading)
  const round = chain && roundFor(sealedAt, DELAY, chain)
  const salt = grade === 'plain' ? null : v.salt
  const signature = local ? signRound(LOCAL_SECRET, round ?? 1) : v.beaconSignature
  const beacon = chain === null || round === null ? null : { chain: chain.hash, round, signature }
  const value = beacon && beaconOf(signature)
  const entropy = salt && draw.drawEntropy({ salt, issue: terms.issue, digest, round, beacon: value })
  const proof: DrawnProof = {
    version: 'fairlot-proof/2',
    kind: 'issue',
    deployment: 'demo',
    terms,
    rows,
    seal: { attempt: attempts, orders: rows.length, digest, sum: String(sum), salt, sealedAt, round },
    beacon: beacon && local && chain ? { ...beacon, publicKey: chain.publicKey } : beacon,
    result: {
      entropy,
      code: draw.winningCode(sum, entropy, terms.shares),
      tiers: draw.tierTable(terms.shares, terms.bands, terms.prizes),
    },
    log: null,
  }
  return options.withLog ? { ...proof, log: sampleLog(proof) } : proof
}

/** The document of the same issue before its draw. */
export function sampleSealed(v: FairnessVectors['draw'], options: SampleOptions): IssueProof {
  const proof: IssueProof = { ...sampleProof(v, { ...options, withLog: false }), beacon: null, result: null }
  return options.withLog ? { ...proof, log: sampleLog(proof) } : proof
}

/** The same draw of an issue that opened under the rules of version 1. */
export function sampleProof1(
  v: FairnessVectors['draw'],
  options: SampleOptions & { readonly grade: Grade1 },
): IssueProof1 {
  const old = version1Of(sampleProof(v, { ...options, withLog: false }), options.grade)
  return options.withLog ? { ...old, log: sampleLog1(old) } : old
}

function sampleTerms(
  v: FairnessVectors['draw'],
  { grade, reading, witnesses = 2, demo = false }: SampleOptions,
  chain: Chain | null,
): IssueTerms {
  return {
    issue: v.subject,
    shares: v.shares,
    price: '10000',
    reading,
    grade,
    offset: v.utcOffsetMinutes,
    chain: chain?.hash ?? null,
    delay: chain === null ? null : DELAY,
    bands: [
      [0, 0],
      [1, 2],
    ],
    prizes: ['500000', '20000'],
    commitment: grade === 'plain' ? null : draw.commitment(v.subject, v.salt),
    at: v.orders[0]!.ms - 60_000,
    recyclePercent: 80,
    value: '500000',
    maxPerMember: 0,
    minVip: 0,
    deadline: v.orders[0]!.ms + 30 * 86_400_000,
    mode: 'goods',
    demo,
    witnesses: grade === 'witnessed' ? WITNESSES.slice(0, witnesses).map(witnessText) : null,
  }
}

const filler = (n: number, at: number): LogEntry => ({
  t: 'verifier',
  version: `${n}`,
  sha256: 'ab'.repeat(32),
  at,
})

/** When the seal's round is published; in grades without a beacon the draw follows the seal at once. */
const knownAt = ({ round, sealedAt }: Pick<IssueSeal, 'round' | 'sealedAt'>): number =>
  round === null ? sealedAt : roundTimeMs(round, QUICKNET)

function drawEntry({ terms, seal, beacon, result }: IssueProof | IssueProof1, at: number): LogEntry {
  const { entropy, code } = result!
  const value = beacon && beaconOf(beacon.signature)
  return { t: 'issue-draw', issue: terms.issue, round: seal.round, beacon: value, entropy, code, at }
}

/** All entries of the log that a sample proof comes from: those of the issue among others. */
export function sampleEntries(proof: IssueProof): LogEntry[] {
  const { deployment, terms, seal } = proof
  const known = knownAt(seal)
  const began = terms.demo ? known + 3_600_000 : terms.at - 3_600_000
  const entries: LogEntry[] = [
    { t: 'log-begin', deployment, mode: 'sandbox', at: began },
    { t: 'issue-open', ...terms },
  ]
  for (let attempt = 1; attempt <= seal.attempt; attempt++) {
    const sealedAt = seal.sealedAt - (seal.attempt - attempt) * AGAIN_MS
    const round = terms.delay === null ? null : roundFor(sealedAt, terms.delay, QUICKNET)
    entries.push(filler(attempt, sealedAt))
    entries.push({ t: 'issue-seal', issue: terms.issue, ...seal, attempt, sealedAt, round, at: sealedAt })
  }
  entries.push(filler(98, seal.sealedAt))
  if (proof.result !== null) entries.push(drawEntry(proof, known), filler(99, known))
  return entries
}

/** The log part of a proof as a deployment serves it. */
function sampleLog(proof: IssueProof): ProofLog {
  const { deployment, terms, seal } = proof
  const known = knownAt(seal)
  const entries = sampleEntries(proof)
  const sealSize = entries.findLastIndex(({ t }) => t === 'issue-seal') + 1
  const sealMs = seal.round === null ? seal.sealedAt : known - 20_000
  const ms = proof.result === null ? sealMs + 1_000 : known + 60_000
  const isShown = ({ t }: LogEntry): boolean => t.startsWith('issue-')
  const parts = logParts({ deployment, entries, isShown, sealSize, sealMs, ms })
  const timely = WITNESSES.filter((witness) => terms.witnesses?.includes(witnessText(witness)))
  return {
    ...parts,
    cosignatures: timely.map((witness, i) =>
      lineOf(witness, parts.sealCheckpoint, known - 15_000 + i * 1_000),
    ),
  }
}

function sampleLog1(proof: IssueProof1): NonNullable<IssueProof1['log']> {
  const { deployment, terms, seal } = proof
  const at = seal.sealedAt
  const known = seal.round === null ? at + 30_000 : knownAt(seal)
  return logParts({
    deployment,
    entries: [
      filler(1, at),
      { t: 'issue-open', ...terms },
      filler(2, at),
      { t: 'issue-seal', issue: terms.issue, ...seal, at: at + 5 },
      filler(3, at),
      drawEntry(proof, at + 40_000),
      filler(4, at),
    ],
    isShown: ({ t }) => t.startsWith('issue-'),
    sealSize: 4,
    sealMs: known - 20_000,
    ms: known + 60_000,
  })
}
