/**
 * A house that sells and draws issues in a log: honest by default. The kit alters what it publishes, and lets it cheat
 * with everything that a house can sign. The same seed gives the same documents.
 */
import { beaconOf, roundFor } from '../src/beacon.ts'
import { localChain, signRound } from '../src/signatures/bls.ts'
import type { Json } from '../src/canonical.ts'
import * as draw from '../src/draw.ts'
import { inclusionProof, leafHash } from '../src/log.ts'
import type { IssueProof, IssueSeal, IssueTerms } from '../src/proof.ts'
import { LOCAL_SECRET } from '../src/testing/proof-samples.ts'
import { PlayedLog, type PlayedWitness, playedWitness } from '../src/testing/played-log.ts'
import { dice } from '../src/testing/random-proofs.ts'
import { toHex } from '../src/bytes.ts'

export const CHAIN = localChain(LOCAL_SECRET)
export const WITNESSES: readonly PlayedWitness[] = ['w1.example', 'w2.example', 'w3.example'].map(
  playedWitness,
)
const DELAY = 30

const signatures = new Map<number, string>()
/** The local beacon's signature of a round. */
export function roundSignature(round: number): string {
  const known = signatures.get(round) ?? signRound(LOCAL_SECRET, round)
  signatures.set(round, known)
  return known
}

export type IssuePlan = {
  readonly issue: string
  readonly grade: draw.Grade
  readonly reading?: draw.Reading
  /** number of seals; above 1 only in grade `witnessed` */
  readonly attempts?: number
  /** stop before the draw */
  readonly sealed?: boolean
  readonly seed: number
}

/** What the house knows of an issue. */
export type SoldIssue = {
  readonly terms: IssueTerms
  readonly salt: string
  readonly rows: readonly draw.OrderRow[]
  /** indexes of the opening, of each seal, and of the draw */
  readonly indexes: readonly number[]
  readonly seal: IssueSeal
  readonly sealed: boolean
  /** position of the checkpoint for the seal among the log's checkpoints */
  readonly sealCheckpoint: number
}

/** Opens, sells, seals and draws an issue in the log. The clock of the log moves on. */
export function sell(log: PlayedLog, plan: IssuePlan): SoldIssue {
  const { issue, grade, reading = 'all', attempts = 1, sealed = false } = plan
  const roll = dice(plan.seed)
  const hexOf = (bytes: number): string => toHex(Uint8Array.from({ length: bytes }, () => roll(256)))
  const salt = hexOf(32)
  const hasBeacon = draw.hasBeacon(grade)
  const quantities = Array.from({ length: 4 + roll(4) }, () => 1 + roll(6))
  const shares = quantities.reduce((sum, quantity) => sum + quantity, 0)
  const terms: IssueTerms = {
    issue,
    shares,
    price: String(10_000 * (1 + roll(50))),
    reading,
    grade,
    offset: 60 * (roll(25) - 12),
    chain: hasBeacon ? CHAIN.hash : null,
    delay: hasBeacon ? DELAY : null,
    bands: [
      [0, 0],
      [1, 1],
    ],
    prizes: ['5000000', '20000'],
    commitment: grade === 'plain' ? null : draw.commitment(issue, salt),
    at: log.now,
    recyclePercent: 80,
    value: '6000000',
    maxPerMember: 5,
    minVip: 0,
    deadline: log.now + 86_400_000,
    mode: 'goods',
    demo: false,
    witnesses: grade === 'witnessed' ? WITNESSES.map(({ key }) => key) : null,
  }
  const indexes = [log.append({ t: 'issue-open', ...terms })]
  let first = draw.FIRST_CODE
  const rows = quantities.map((quantity, i): draw.OrderRow => {
    log.now += 1 + roll(90_000)
    const time = draw.timeOfDay(log.now, terms.offset)
    const row = { seq: i + 1, ms: log.now, time, first, quantity, tag: hexOf(8) }
    first += quantity
    return row
  })
  const sums = { digest: draw.ordersDigest(issue, shares, rows), sum: String(draw.sumOfTimes(rows, reading)) }
  const base = { orders: rows.length, ...sums, salt: grade === 'plain' ? null : salt }
  let seal: IssueSeal = { ...base, attempt: 0, sealedAt: 0, round: null }
  for (let attempt = 1; attempt <= attempts; attempt++) {
    log.now += 500
    seal = { ...base, attempt, sealedAt: log.now, round: hasBeacon ? roundFor(log.now, DELAY, CHAIN) : null }
    indexes.push(log.append({ t: 'issue-seal', issue, at: log.now, ...seal }))
    log.now += 5
    log.sign()
    if (attempt === attempts && grade === 'witnessed') for (const witness of WITNESSES) log.cosign(witness)
    log.now += 40_000
  }
  const sealCheckpoint = log.checkpoints.length - 1
  if (!sealed) {
    indexes.push(log.append(drawEntry({ terms, seal }, log.now)))
    log.now += 5
    log.sign()
  }
  log.now += 10_000
  return { terms, salt, rows, indexes, seal, sealed, sealCheckpoint }
}

/** The entry of the draw that the formulas give. */
export function drawEntry(
  { terms, seal }: Pick<SoldIssue, 'terms' | 'seal'>,
  at: number,
): Record<string, Json> {
  const { issue } = terms
  return { t: 'issue-draw', issue, round: seal.round, ...outcome({ terms, seal }), at }
}

/** B, E and the winning code. */
export function outcome({ terms, seal }: Pick<SoldIssue, 'terms' | 'seal'>) {
  const { salt, digest, round } = seal
  const beacon = round === null ? null : beaconOf(roundSignature(round))
  const entropy = salt === null ? null : draw.drawEntropy({ salt, issue: terms.issue, digest, round, beacon })
  return { beacon, entropy, code: draw.winningCode(BigInt(seal.sum), entropy, terms.shares) }
}

/** The proof of an issue as the house serves it now. */
export function proofOf(log: PlayedLog, sold: SoldIssue): IssueProof {
  const { terms, rows, seal, indexes, sealed } = sold
  const { entropy, code } = outcome(sold)
  const leaves = log.entries.map(leafHash)
  const sealed1 = log.checkpoints[sold.sealCheckpoint]!
  const { round } = seal
  return {
    version: 'fairlot-proof/2',
    kind: 'issue',
    deployment: log.deployment,
    terms,
    rows,
    seal,
    beacon:
      round === null || sealed
        ? null
        : { chain: CHAIN.hash, round, signature: roundSignature(round), publicKey: CHAIN.publicKey },
    result: sealed ? null : { entropy, code, tiers: draw.tierTable(terms.shares, terms.bands, terms.prizes) },
    log: {
      entries: indexes.map((index) => ({
        index,
        bytes: log.entries[index]!,
        inclusion: inclusionProof(leaves, index),
      })),
      sealCheckpoint: sealed1.note,
      checkpoint: log.checkpoints.at(-1)!.note,
      consistency: log.consistency(sizeOf(sealed1.note)),
      publicKey: log.publicKey,
      cosignatures: sealed1.cosignatures,
    },
  }
}

const sizeOf = (note: string): number => Number(note.split('\n')[1])

/** A log with one issue that was sold and sealed, and drawn unless the plan says otherwise. */
export function played(plan: IssuePlan): { log: PlayedLog; sold: SoldIssue; proof: IssueProof } {
  const log = new PlayedLog('kit')
  log.begin()
  log.funding()
  const sold = sell(log, plan)
  return { log, sold, proof: proofOf(log, sold) }
}
