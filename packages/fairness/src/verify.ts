/**
 * The verifier: recomputes a draw from its proof alone and says, step by step, what holds. Needs no network and
 * takes no key, chain or rule from the proof that it could take from itself.
 */
import { beaconOf, type Chain, localChainOf, QUICKNET, roundFor } from './beacon.ts'
import { verifyRound } from './bls.ts'
import { canonicalJson } from './canonical.ts'
import {
  commitment,
  drawEntropy,
  FIRST_CODE,
  ordersDigest,
  sumOfTimes,
  tierTable,
  timeOfDay,
  winningCode,
} from './draw.ts'
import { type Proof, type ProofBeacon, readProof } from './proof.ts'
import { demand, ReadError } from './read.ts'
import { checkLogCheckpoints, checkLogInclusion } from './verify-log.ts'
import { checkReceipt } from './verify-receipt.ts'

/** The steps of every proof in their order; `receipt` follows them when a receipt is given. */
export const STEPS = [
  'terms',
  'commitment',
  'times',
  'codes',
  'digest',
  'sum',
  'round',
  'beacon',
  'entropy',
  'result',
  'tiers',
  'inclusion',
  'checkpoint',
] as const

type ProofStep = (typeof STEPS)[number]

export type StepName = ProofStep | 'receipt'

/**
 * `passed` and `failed` were checked; `absent`: the proof does not carry what the step would check;
 * `unneeded`: the draw's grade has no such step.
 */
export type StepStatus = 'passed' | 'failed' | 'absent' | 'unneeded'

export type Step = {
  readonly step: StepName
  readonly status: StepStatus
  /** one plain sentence in English, without a full stop */
  readonly detail: string
}

/** The grade as it is shown: a beacon whose key the house holds is never shown as `beacon`. */
export type Badge = 'plain' | 'salt' | 'beacon' | 'beacon-local'

export type Verification = {
  /** no step failed */
  readonly ok: boolean
  /** true when no step is absent either: the draw is anchored in a signed log */
  readonly complete: boolean
  /** null when the terms cannot be read */
  readonly badge: Badge | null
  /** all steps in order; only `terms` when the document cannot be read as a proof */
  readonly steps: readonly Step[]
  /** the first step that failed */
  readonly failed?: StepName
  /** one sentence for the whole answer, in English */
  readonly summary: string
}

export type VerifyOptions = {
  /** the log's Ed25519 key (32 bytes hex) as the member knows it; without it the proof's own key is used */
  readonly publicKey?: string
  /** a signed receipt (a parsed JSON value), to be held against the proof */
  readonly receipt?: unknown
}

/** What a step answers: its sentence, or why it does not apply. Problems are thrown as ReadError. */
type Outcome = string | { readonly status: 'absent' | 'unneeded'; readonly detail: string }
type Check = (proof: Proof, options: VerifyOptions) => Outcome

/**
 * Verifies a proof document (a parsed JSON value, see `parseProofText`). Never throws for what a document holds.
 * All steps are checked even after one failed, each against what the proof states for the others.
 */
export function verifyProof(document: unknown, options: VerifyOptions = {}): Verification {
  let proof: Proof
  try {
    proof = readProof(document)
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    return answer([{ step: 'terms', status: 'failed', detail: error.message }], null)
  }
  const steps = STEPS.map((step) => taken(step, () => CHECKS[step](proof, options)))
  const { receipt, publicKey } = options
  if (receipt !== undefined) steps.push(taken('receipt', () => checkReceipt(proof, receipt, publicKey)))
  return answer(steps, badgeOf(proof))
}

function taken(step: StepName, check: () => Outcome): Step {
  try {
    const outcome = check()
    return typeof outcome === 'string' ? { step, status: 'passed', detail: outcome } : { step, ...outcome }
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    return { step, status: 'failed', detail: error.message }
  }
}

function answer(steps: readonly Step[], badge: Badge | null): Verification {
  const failed = steps.find((step) => step.status === 'failed')
  const complete = !failed && steps.every((step) => step.status !== 'absent')
  if (failed) {
    const summary = `This proof does not verify: step "${failed.step}" fails.`
    return { ok: false, complete, badge, steps, failed: failed.step, summary }
  }
  const summary = complete
    ? 'This proof verifies, and the signed log holds its terms, seal and result.'
    : 'The draw verifies from this document. The transparency log is not present, so nothing here proves when ' +
      'its terms and its seal were published.'
  return { ok: true, complete, badge, steps, summary }
}

function badgeOf({ terms }: Proof): Badge {
  return terms.grade === 'beacon' && terms.chain !== QUICKNET.hash ? 'beacon-local' : terms.grade
}

/** Fails the step when two values differ. */
function same(what: string, stated: string | number | null, computed: string | number | null): void {
  if (stated !== computed) throw new ReadError(`${what} is ${stated}, but ${computed} comes out`)
}

const unneeded = (detail: string): Outcome => ({ status: 'unneeded', detail })

const CHECKS: Readonly<Record<ProofStep, Check>> = {
  terms: ({ terms }) =>
    `issue ${terms.issue}: ${terms.shares} shares, reading ${terms.reading}, grade ${terms.grade}`,

  commitment: ({ terms, seal }) => {
    if (seal.salt === null) return unneeded('grade plain has no salt')
    same('the commitment', terms.commitment, commitment(terms.issue, seal.salt))
    return 'the revealed salt is the one that was committed to'
  },

  times: checkTimes,
  codes: checkCodes,

  digest: ({ terms, rows, seal }) => {
    same('the number of orders', seal.orders, rows.length)
    same('the digest of the orders', seal.digest, ordersDigest(terms.issue, terms.shares, rows))
    return `${rows.length} orders have the sealed digest`
  },

  sum: ({ terms, rows, seal }) => {
    same('the sum of times', seal.sum, String(sumOfTimes(rows, terms.reading)))
    return terms.reading === 'all'
      ? `the times of all orders add up to ${seal.sum}`
      : `the times of all orders before the final one add up to ${seal.sum}`
  },

  round: ({ terms, seal, beacon }) => {
    if (beacon === null || terms.delay === null) return unneeded(`grade ${terms.grade} has no beacon`)
    same('the beacon round', seal.round, roundFor(seal.sealedAt, terms.delay, chainOf(terms.chain, beacon)))
    same("the beacon's own round", beacon.round, seal.round)
    return `the seal fixes round ${seal.round}, at least ${terms.delay} seconds after it`
  },

  beacon: checkBeacon,

  entropy: ({ terms, seal, beacon, result }) => {
    if (seal.salt === null) return unneeded('grade plain adds no entropy')
    const round = seal.round
    const value = beacon === null ? null : beaconOf(beacon.signature)
    const computed = drawEntropy({
      salt: seal.salt,
      issue: terms.issue,
      digest: seal.digest,
      round,
      beacon: value,
    })
    same('the entropy', result.entropy, computed)
    return beacon === null
      ? 'the entropy follows from salt and orders'
      : 'the entropy follows from salt, orders and beacon'
  },

  result: ({ terms, seal, result }) => {
    same('the winning code', result.code, winningCode(BigInt(seal.sum), result.entropy, terms.shares))
    return `the winning code is ${result.code}`
  },

  tiers: ({ terms, result }) => {
    const computed = canonicalJson(tierTable(terms.shares, terms.bands, terms.prizes))
    same('the table of tiers', canonicalJson(result.tiers), computed)
    return `${result.tiers.length} ${result.tiers.length === 1 ? 'tier follows' : 'tiers follow'} from the terms`
  },

  inclusion: (proof) =>
    proof.log === null
      ? { status: 'absent', detail: 'not present: this proof carries no transparency log' }
      : (checkLogInclusion(proof, proof.log) ?? {
          status: 'absent',
          detail: 'log.checkpoint names no tree that the entries could be in',
        }),

  checkpoint: (proof, { publicKey }) => {
    if (proof.log === null) {
      return { status: 'absent', detail: 'not present: this proof carries no signed checkpoint' }
    }
    const { terms, seal, beacon } = proof
    const chain = beacon === null ? null : chainOf(terms.chain, beacon)
    return checkLogCheckpoints({ ...proof, log: proof.log }, chain, seal.round, publicKey)
  },
}

function checkTimes({ terms, rows, seal }: Proof): Outcome {
  let previous = terms.at
  rows.forEach((row, i) => {
    demand(row.seq === i + 1, `rows[${i}].seq is ${row.seq}, not ${i + 1}`)
    demand(
      row.ms >= previous,
      `rows[${i}].ms goes back before ${i === 0 ? 'the opening' : 'the order before it'}`,
    )
    const time = timeOfDay(row.ms, terms.offset)
    demand(row.time === time, `rows[${i}].time is ${row.time}, but ${time} comes out`)
    previous = row.ms
  })
  demand(previous <= seal.sealedAt, 'an order is later than the seal')
  return 'no order time goes back, and each time of day is right'
}

function checkCodes({ terms, rows }: Proof): Outcome {
  let next = FIRST_CODE
  rows.forEach((row, i) => {
    demand(row.first === next, `rows[${i}].first is ${row.first}, not ${next}`)
    next += row.quantity
  })
  same('the number of codes sold', next - FIRST_CODE, terms.shares)
  return `the codes ${FIRST_CODE} to ${next - 1} were each sold once`
}

/** The chain that the terms name: the pinned public one, or a local one whose hash binds the key in the proof. */
function chainOf(hash: string | null, beacon: ProofBeacon): Chain {
  return hash === QUICKNET.hash || beacon.publicKey === undefined ? QUICKNET : localChainOf(beacon.publicKey)
}

function checkBeacon({ terms, beacon }: Proof): Outcome {
  if (beacon === null) return unneeded(`grade ${terms.grade} has no beacon`)
  const chain = chainOf(terms.chain, beacon)
  const local = chain !== QUICKNET
  same("the beacon's chain", beacon.chain, terms.chain)
  demand(
    beacon.publicKey === undefined || local,
    'the proof brings a key for the public beacon, whose key is fixed',
  )
  same("the chain of the beacon's key", chain.hash, terms.chain)
  demand(
    verifyRound(chain, beacon.round, beacon.signature),
    `round ${beacon.round} is not signed by the beacon's key`,
  )
  return local
    ? `round ${beacon.round} is signed by a LOCAL beacon (beacon-local): the house holds its key, sandbox only`
    : `round ${beacon.round} is signed by the public beacon drand quicknet`
}
