/** Valid proofs with random content, as a deployment would write them. The tests compare two verifiers on them. */
import { beaconOf, QUICKNET, roundFor, roundTimeMs } from '../beacon.ts'
import { localChain, signRound } from '../signatures/bls.ts'
import { toHex } from '../bytes.ts'
import * as draw from '../draw.ts'
import type { LogEntry } from '../entries.ts'
import { sha256 } from '../hash.ts'
import type { Grade1, IssueProof, IssueProof1, IssueTerms, ProofLog, ProofLog1 } from '../proof.ts'
import { type OrderReceipt1, type SignedReceipt, signReceipt } from '../receipt.ts'
import { runningHash } from '../running.ts'
import { lineOf, logParts, WITNESSES, witnessText } from './log-samples.ts'
import { LOCAL_SECRET, LOG_SECRET } from './proof-samples.ts'
import { version1Of } from './version-1.ts'

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
/** From one attempt to the next: after the round, and a multiple of the beacon's period, so that few rounds are used. */
const AGAIN_MS = 36_000
const signatures = new Map<number, string>()

function signatureOf(round: number): string {
  const known = signatures.get(round) ?? signRound(LOCAL_SECRET, round)
  signatures.set(round, known)
  return known
}

export type RandomOptions = {
  readonly grade: draw.Grade
  readonly withLog: boolean
  /** the document before the draw */
  readonly sealed?: boolean
}

/** In grade `witnessed` a third of the proofs each have one, two and three attempts, and one to three witnesses. */
export function randomProof(roll: Dice, { grade, withLog, sealed = false }: RandomOptions): IssueProof {
  const salt = hexOf(roll, 32)
  const rolled = randomTerms(roll, grade, salt)
  const { rows, shares } = randomRows(roll, rolled.offset, SEALED_MS + roll(ROUNDS) * 3_000)
  const at = rows[0]!.ms - roll(5_000)
  const tiers = randomTiers(roll, shares)
  const mode = tiers.bands.length > 1 ? 'cash' : rolled.mode
  const terms = { ...rolled, mode, shares, at, ...tiers }
  const attempt = grade === 'witnessed' ? 1 + roll(3) : 1
  const sealedAt = rows.at(-1)!.ms + (attempt - 1) * AGAIN_MS
  const digest = draw.ordersDigest(terms.issue, shares, rows)
  const sum = draw.sumOfTimes(rows, terms.reading)
  const round = terms.delay === null ? null : roundFor(sealedAt, terms.delay, CHAIN)
  const signature = round === null ? null : signatureOf(round)
  const beacon = signature && beaconOf(signature)
  const entropy =
    grade === 'plain' ? null : draw.drawEntropy({ salt, issue: terms.issue, digest, round, beacon })
  const drawn: IssueProof = {
    version: 'fairlot-proof/2',
    kind: 'issue',
    deployment: `d${roll(1000)}`,
    terms,
    rows,
    seal: {
      attempt,
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
  const proof = sealed ? { ...drawn, beacon: null, result: null } : drawn
  return withLog ? { ...proof, log: randomLog(roll, proof) } : proof
}

/** A random proof of an issue that opened under the rules of version 1. */
export function randomProof1(
  roll: Dice,
  { grade, withLog }: { readonly grade: Grade1; readonly withLog: boolean },
): IssueProof1 {
  const old = version1Of(randomProof(roll, { grade, withLog: false }), grade)
  return withLog ? { ...old, log: randomLog(roll, old) } : old
}

function randomTerms(
  roll: Dice,
  grade: draw.Grade,
  salt: string,
): Omit<IssueTerms, 'shares' | 'at' | 'bands' | 'prizes'> {
  const issue = `P${roll(100)}-${String(1 + roll(20_000)).padStart(4, '0')}`
  const witnesses = WITNESSES.slice(0, 1 + roll(WITNESSES.length)).map(witnessText)
  return {
    issue,
    price: String(1 + roll(1_000_000)),
    reading: roll(2) === 0 ? 'all' : 'before-final',
    grade,
    offset: roll(1681) - 840,
    chain: draw.hasBeacon(grade) ? CHAIN.hash : null,
    delay: draw.hasBeacon(grade) ? 30 : null,
    commitment: grade === 'plain' ? null : draw.commitment(issue, salt),
    recyclePercent: roll(101),
    value: String(roll(100_000_000)),
    maxPerMember: roll(3) * roll(100),
    minVip: roll(3),
    deadline: SEALED_MS + roll(1e9),
    mode: 'goods',
    demo: roll(4) === 0,
    witnesses: grade === 'witnessed' ? witnesses : null,
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

function randomLog(roll: Dice, proof: IssueProof): ProofLog
function randomLog(roll: Dice, proof: IssueProof1): ProofLog1
function randomLog(roll: Dice, proof: IssueProof | IssueProof1): ProofLog | ProofLog1 {
  const { deployment, terms, seal, beacon, result } = proof
  const { issue } = terms
  const filler = (): LogEntry => ({
    t: 'verifier',
    version: `${roll(9)}`,
    sha256: hexOf(roll, 32),
    at: roll(1e9),
  })
  const some = (): LogEntry[] => Array.from({ length: roll(6) }, filler)
  const value = beacon && beaconOf(beacon.signature)
  const known = seal.round === null ? seal.sealedAt + 30_000 : roundTimeMs(seal.round, QUICKNET)
  const entries: LogEntry[] = [...some(), { t: 'issue-open', ...terms }, ...some(), ...sealsOf(roll, proof)]
  const sealIndex = entries.length - 1
  entries.push(...some())
  const sealSize = sealIndex + 1 + roll(entries.length - sealIndex)
  if (result !== null) {
    const { entropy, code } = result
    entries.push({ t: 'issue-draw', issue, round: seal.round, beacon: value, entropy, code, at: known })
    entries.push(...some())
  }
  const parts = logParts({
    deployment,
    entries,
    isShown: ({ t }) => t.startsWith('issue-'),
    sealSize,
    sealMs: known - 1 - roll(20_000),
    ms: known + roll(60_000),
  })
  if (proof.version === 'fairlot-proof/1') return parts
  const signing = WITNESSES.filter((witness) => proof.terms.witnesses?.includes(witnessText(witness)))
  const least = result === null ? 0 : 1
  const timely = signing.slice(0, least + roll(signing.length + 1 - least))
  const lineMs = (): number => known - 1_000 - roll(25_000)
  return {
    ...parts,
    cosignatures: timely.map((witness) => lineOf(witness, parts.sealCheckpoint, lineMs())),
  }
}

/** The seals of all attempts, with other entries between them. */
function sealsOf(roll: Dice, proof: IssueProof | IssueProof1): LogEntry[] {
  const { issue } = proof.terms
  if (proof.version === 'fairlot-proof/1') {
    return [{ t: 'issue-seal', issue, ...proof.seal, at: proof.seal.sealedAt + roll(50) }]
  }
  const { seal } = proof
  return Array.from({ length: seal.attempt }, (_, i): LogEntry => {
    const sealedAt = seal.sealedAt - (seal.attempt - 1 - i) * AGAIN_MS
    const round = seal.round === null ? null : roundFor(sealedAt, 30, CHAIN)
    return { t: 'issue-seal', issue, ...seal, attempt: i + 1, sealedAt, round, at: sealedAt }
  })
}

/** The receipt of one of a proof's orders, signed with the key of the sample logs; half of them have a running hash. */
export function randomReceipt(roll: Dice, { terms, rows }: IssueProof | IssueProof1): SignedReceipt {
  const { seq, first, quantity, ms, tag } = rows[roll(rows.length)]!
  const receipt: OrderReceipt1 = {
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
  }
  if (roll(2) === 0) return signReceipt(LOG_SECRET, receipt)
  const running = runningHash(terms.issue, terms.shares, rows.slice(0, seq))
  return signReceipt(LOG_SECRET, { ...receipt, seq, running })
}
