/** Valid proofs with random content, as a deployment would write them. The tests compare two verifiers on them. */
import { beaconOf, QUICKNET, roundFor, roundTimeMs } from '../beacon.ts'
import { localChain, signRound } from '../bls.ts'
import { toHex } from '../bytes.ts'
import { signCheckpoint } from '../checkpoint.ts'
import * as draw from '../draw.ts'
import { publicKeyOf } from '../ed25519.ts'
import { entryText, type LogEntry } from '../entries.ts'
import { sha256 } from '../hash.ts'
import * as log from '../log.ts'
import type { IssueProof, IssueTerms, ProofLog } from '../proof.ts'
import { type SignedReceipt, signReceipt } from '../receipt.ts'
import { LOCAL_SECRET, LOG_SECRET } from './proof-samples.ts'

/** A generator of whole numbers below a bound. The same seed gives the same numbers. */
export type Dice = (below: number) => number

/** Mulberry32: a repeatable generator whose quality is sufficient for tests. */
export function dice(seed: number): Dice {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

const hexOf = (roll: Dice, bytes: number): string =>
  toHex(Uint8Array.from({ length: bytes }, () => roll(256)))
const CHAIN = localChain(LOCAL_SECRET)
/** Few rounds, because a signature costs far more time than the rest of a proof. */
const ROUNDS = 8
const SEALED_MS = 1_750_000_000_123
const signatures = new Map<number, string>()

function signatureOf(round: number): string {
  const known = signatures.get(round) ?? signRound(LOCAL_SECRET, round)
  signatures.set(round, known)
  return known
}

export type RandomOptions = { readonly grade: draw.Grade; readonly withLog: boolean }

export function randomProof(roll: Dice, { grade, withLog }: RandomOptions): IssueProof {
  const salt = hexOf(roll, 32)
  const rolled = randomTerms(roll, grade, salt)
  const { rows, shares } = randomRows(roll, rolled.offset, SEALED_MS + roll(ROUNDS) * 3_000)
  const terms = { ...rolled, shares, at: rows[0]!.ms - roll(5_000), ...randomTiers(roll, shares) }
  const sealedAt = rows.at(-1)!.ms
  const digest = draw.ordersDigest(terms.issue, shares, rows)
  const sum = draw.sumOfTimes(rows, terms.reading)
  const round = terms.delay === null ? null : roundFor(sealedAt, terms.delay, CHAIN)
  const signature = round === null ? null : signatureOf(round)
  const beacon = signature && beaconOf(signature)
  const entropy =
    grade === 'plain' ? null : draw.drawEntropy({ salt, issue: terms.issue, digest, round, beacon })
  const proof: IssueProof = {
    version: 'fairlot-proof/1',
    kind: 'issue',
    deployment: `d${roll(1000)}`,
    terms,
    rows,
    seal: {
      orders: rows.length,
      digest,
      sum: String(sum),
      salt: grade === 'plain' ? null : salt,
      sealedAt,
      round,
    },
    beacon:
      round === null || signature === null
        ? null
        : { chain: CHAIN.hash, round, signature, publicKey: CHAIN.publicKey },
    result: {
      entropy,
      code: draw.winningCode(sum, entropy, shares),
      tiers: draw.tierTable(shares, terms.bands, terms.prizes),
    },
    log: null,
  }
  return withLog ? { ...proof, log: randomLog(roll, proof) } : proof
}

function randomTerms(
  roll: Dice,
  grade: draw.Grade,
  salt: string,
): Omit<IssueTerms, 'shares' | 'at' | 'bands' | 'prizes'> {
  const issue = `P${roll(100)}-${String(1 + roll(20_000)).padStart(4, '0')}`
  return {
    issue,
    price: String(1 + roll(1_000_000)),
    reading: roll(2) === 0 ? 'all' : 'before-final',
    grade,
    offset: roll(1681) - 840,
    chain: grade === 'beacon' ? CHAIN.hash : null,
    delay: grade === 'beacon' ? 30 : null,
    commitment: grade === 'plain' ? null : draw.commitment(issue, salt),
  }
}

function randomRows(roll: Dice, offset: number, lastMs: number): { rows: draw.OrderRow[]; shares: number } {
  const quantities = Array.from({ length: 1 + roll(9) }, () => 1 + roll(12))
  let ms = lastMs
  // backwards from the last order: some orders have the same millisecond, some are hours apart
  const times = quantities.map(() => {
    const now = ms
    ms -= roll(3) === 0 ? 0 : roll(roll(4) === 0 ? 90_000_000 : 60_000)
    return now
  })
  let first = draw.FIRST_CODE
  const rows = quantities.map((quantity, i) => {
    const at = times.at(-1 - i)!
    const row = { seq: i + 1, ms: at, time: draw.timeOfDay(at, offset), first, quantity, tag: hexOf(roll, 8) }
    first += quantity
    return row
  })
  return { rows, shares: first - draw.FIRST_CODE }
}

function randomTiers(roll: Dice, shares: number): Pick<IssueTerms, 'bands' | 'prizes'> {
  const bands: draw.Band[] = [[0, 0]]
  const widest = Math.floor((shares - 1) / 2)
  for (let from = 1; bands.length < 5 && from <= widest && roll(3) > 0;) {
    const to = Math.min(widest, from + roll(4))
    bands.push([from, to])
    from = to + 1 + roll(2)
  }
  return { bands, prizes: bands.map(() => String(roll(10_000_000))) }
}

function randomLog(roll: Dice, { deployment, terms, seal, beacon, result }: IssueProof): ProofLog {
  const { issue } = terms
  const filler = (): LogEntry => ({
    t: 'verifier',
    version: `${roll(9)}`,
    sha256: hexOf(roll, 32),
    at: roll(1e9),
  })
  const some = (): LogEntry[] => Array.from({ length: roll(6) }, filler)
  const value = beacon && beaconOf(beacon.signature)
  const { entropy, code } = result
  const known = seal.round === null ? seal.sealedAt + 30_000 : roundTimeMs(seal.round, QUICKNET)
  const all: LogEntry[] = [...some(), { t: 'issue-open', ...terms }, ...some()]
  const open = all.findIndex(({ t }) => t === 'issue-open')
  const sealIndex = all.push({ t: 'issue-seal', issue, ...seal, at: seal.sealedAt + roll(50) }) - 1
  all.push(...some())
  const sealSize = sealIndex + 1 + roll(all.length - sealIndex)
  const drawIndex =
    all.push({ t: 'issue-draw', issue, round: seal.round, beacon: value, entropy, code, at: known }) - 1
  all.push(...some())
  const size = drawIndex + 1 + roll(all.length - drawIndex)
  const leaves = all.slice(0, size).map((entry) => log.leafHash(entryText(entry)))
  const note = (covered: number, timeMs: number): string => {
    const own = leaves.slice(0, covered)
    const head = own.reduce(log.nextHead, log.firstHead(deployment))
    return signCheckpoint(LOG_SECRET, { deployment, size: covered, root: log.treeRoot(own), head, timeMs })
  }
  return {
    entries: [open, sealIndex, drawIndex].map((index) => ({
      index,
      bytes: entryText(all[index]!),
      inclusion: log.inclusionProof(leaves, index),
    })),
    sealCheckpoint: note(sealSize, known - 1 - roll(20_000)),
    checkpoint: note(size, known + roll(60_000)),
    consistency: log.consistencyProof(leaves, sealSize),
    publicKey: publicKeyOf(LOG_SECRET),
  }
}

/** The receipt of one of a proof's orders, signed with the key of the sample logs. */
export function randomReceipt(roll: Dice, { terms, rows }: IssueProof): SignedReceipt {
  const { first, quantity, ms, tag } = rows[roll(rows.length)]!
  return signReceipt(LOG_SECRET, {
    t: 'receipt',
    kind: 'order',
    issue: terms.issue,
    id: `0197${hexOf(roll, 2)}-${hexOf(roll, 2)}-7${hexOf(roll, 2).slice(1)}-8${hexOf(roll, 2).slice(1)}-${hexOf(roll, 6)}`,
    tag,
    ms,
    first,
    quantity,
    amount: String(BigInt(terms.price) * BigInt(quantity)),
    logSize: 100 + roll(1000),
    logRoot: toHex(sha256(Uint8Array.of(roll(256)))),
  })
}
