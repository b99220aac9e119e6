/** Sample proofs for tests: the draw of the worked values in every grade and reading, with and without a log. */
import { beaconOf, type Chain, QUICKNET, roundFor, roundTimeMs } from '../beacon.ts'
import { localChain, signRound } from '../bls.ts'
import { canonicalJson, type Json } from '../canonical.ts'
import { signCheckpoint } from '../checkpoint.ts'
import * as draw from '../draw.ts'
import { publicKeyOf } from '../ed25519.ts'
import * as log from '../log.ts'
import type { IssueProof, IssueTerms, ProofLog } from '../proof.ts'
import type { FairnessVectors } from '../vectors-shape.ts'

export const LOCAL_SECRET = '2a'.repeat(32)
export const LOG_SECRET = '5c'.repeat(32)
const DELAY = 30

export type SampleOptions = {
  readonly grade: draw.Grade
  readonly reading: draw.Reading
  readonly local?: boolean
  readonly withLog?: boolean
}

export function sampleProof(v: FairnessVectors['draw'], options: SampleOptions): IssueProof {
  const { grade, reading } = options
  const chain = grade !== 'beacon' ? null : options.local ? localChain(LOCAL_SECRET) : QUICKNET
  const terms = sampleTerms(v, grade, reading, chain)
  let first = draw.FIRST_CODE
  const rows = v.orders.map(({ seq, ms, quantity, tag }) => {
    const row = { seq, ms, time: draw.timeOfDay(ms, terms.offset), first, quantity, tag }
    first += quantity
    return row
  })
  const digest = draw.ordersDigest(terms.issue, terms.shares, rows)
  const sum = draw.sumOfTimes(rows, reading)
  const round = chain === null ? null : roundFor(v.sealedAtMs, DELAY, chain)
  const signature = options.local ? signRound(LOCAL_SECRET, round ?? 1) : v.beaconSignature
  const beacon = chain === null || round === null ? null : { chain: chain.hash, round, signature }
  const value = beacon === null ? null : beaconOf(beacon.signature)
  const entropy =
    grade === 'plain'
      ? null
      : draw.drawEntropy({ salt: v.salt, issue: terms.issue, digest, round, beacon: value })
  const proof: IssueProof = {
    version: 'fairlot-proof/1',
    kind: 'issue',
    deployment: 'demo',
    terms,
    rows,
    seal: {
      orders: rows.length,
      digest,
      sum: String(sum),
      salt: grade === 'plain' ? null : v.salt,
      sealedAt: v.sealedAtMs,
      round,
    },
    beacon: beacon && options.local && chain ? { ...beacon, publicKey: chain.publicKey } : beacon,
    result: {
      entropy,
      code: draw.winningCode(sum, entropy, terms.shares),
      tiers: draw.tierTable(terms.shares, terms.bands, terms.prizes),
    },
    log: null,
  }
  return options.withLog ? { ...proof, log: sampleLog(proof, chain) } : proof
}

function sampleTerms(
  v: FairnessVectors['draw'],
  grade: draw.Grade,
  reading: draw.Reading,
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
  }
}

/** The log part of a proof as a deployment serves it, from a log with the draw's three entries among others. */
function sampleLog(proof: IssueProof, chain: Chain | null): ProofLog {
  const { terms, seal, beacon, result } = proof
  const { issue } = terms
  const at = seal.sealedAt
  const filler = (n: number): Json => ({ t: 'verifier', version: `${n}`, sha256: 'ab'.repeat(32), at })
  const entropy = result.entropy
  const value = beacon === null ? null : beaconOf(beacon.signature)
  const all: Json[] = [
    filler(1),
    { t: 'issue-open', ...terms },
    filler(2),
    { t: 'issue-seal', issue, ...seal, at: at + 5 },
    filler(3),
    { t: 'issue-draw', issue, round: seal.round, beacon: value, entropy, code: result.code, at: at + 40_000 },
    filler(4),
  ]
  const texts = all.map(canonicalJson)
  const leaves = texts.map(log.leafHash)
  const note = (size: number, timeMs: number): string => {
    const covered = leaves.slice(0, size)
    const head = covered.reduce(log.nextHead, log.firstHead(proof.deployment))
    const root = log.treeRoot(covered)
    return signCheckpoint(LOG_SECRET, { deployment: proof.deployment, size, root, head, timeMs })
  }
  const known = chain === null || seal.round === null ? at + 30_000 : roundTimeMs(seal.round, chain)
  return {
    entries: [1, 3, 5].map((index) => ({
      index,
      bytes: texts[index]!,
      inclusion: log.inclusionProof(leaves, index),
    })),
    sealCheckpoint: note(4, known - 20_000),
    checkpoint: note(leaves.length, known + 60_000),
    consistency: log.consistencyProof(leaves, 4),
    publicKey: publicKeyOf(LOG_SECRET),
  }
}
