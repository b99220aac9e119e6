/**
 * The verifier: recomputes a draw from its proof document and reports the result of each step. It needs no network. It
 * uses its built-in keys, chains and rules; from the proof it takes only values that it has no other source for.
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

/** The steps of every verification in order. Step `receipt` follows when the caller gives a receipt. */
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
 * `passed` or `failed`: the step ran. `absent`: the proof does not contain the data that the step checks.
 * `unneeded`: the draw's grade has no such step.
 */
export type StepStatus = 'passed' | 'failed' | 'absent' | 'unneeded'

export type Step = {
  readonly step: StepName
  readonly status: StepStatus
  /** one plain sentence in English, without a full stop */
  readonly detail: string
}

/** The grade as apps show it. A beacon whose key the house holds is shown as `beacon-local`, never as `beacon`. */
export type Badge = 'plain' | 'salt' | 'beacon' | 'beacon-local'

export type Verification = {
  /** no step failed */
  readonly ok: boolean
  /** true when no step failed and none is absent: a signed log contains the draw */
  readonly complete: boolean
  /** null when the terms cannot be read */
  readonly badge: Badge | null
  /** all steps in order; only `terms` when the document is not a well-formed proof */
  readonly steps: readonly Step[]
  /** the first step that failed */
  readonly failed?: StepName
  /** the whole result in one or two English sentences */
  readonly summary: string
}

export type VerifyOptions = {
  /** the log's Ed25519 key (32 bytes hex) from a source that the member trusts; without it the key in the proof is used */
  readonly publicKey?: string
  /** a signed receipt (a parsed JSON value) to compare with the proof */
  readonly receipt?: unknown
}

/** The result of a step: its detail when it passed, or why it did not run. A failed check throws a ReadError. */
type Outcome = string | { readonly status: 'absent' | 'unneeded'; readonly detail: string }
type Check = (proof: Proof, options: VerifyOptions) => Outcome

/**
 * Verifies a proof document (a parsed JSON value, see `parseProofText`). Never throws because of a document's content.
 * All steps run, even after one has failed: each step takes the other steps' values as the proof states them.
 */
export function verifyProof(document: unknown, options: VerifyOptions = {}): Verification {
  let proof: Proof
  try {
    proof = readProof(document)
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    return verification([{ step: 'terms', status: 'failed', detail: error.message }], null)
  }
  const steps = STEPS.map((step) => runStep(step, () => CHECKS[step](proof, options)))
  const { receipt, publicKey } = options
  if (receipt !== undefined) steps.push(runStep('receipt', () => checkReceipt(proof, receipt, publicKey)))
  return verification(steps, badgeOf(proof))
}

function runStep(step: StepName, check: () => Outcome): Step {
  try {
    const outcome = check()
    return typeof outcome === 'string' ? { step, status: 'passed', detail: outcome } : { step, ...outcome }
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    return { step, status: 'failed', detail: error.message }
  }
}

function verification(steps: readonly Step[], badge: Badge | null): Verification {
  const failed = steps.find((step) => step.status === 'failed')
  const complete = !failed && steps.every((step) => step.status !== 'absent')
  if (failed) {
    const summary = `This proof does not verify: step "${failed.step}" fails.`
    return { ok: false, complete, badge, steps, failed: failed.step, summary }
  }
  const summary = complete
    ? 'This proof verifies, and the signed log holds its terms, seal and result.'
    : 'The draw verifies from this document. The transparency log is not present, so this document does not prove ' +
      'when its terms and its seal were published.'
  return { ok: true, complete, badge, steps, summary }
}

function badgeOf({ terms }: Proof): Badge {
  return terms.grade === 'beacon' && terms.chain !== QUICKNET.hash ? 'beacon-local' : terms.grade
}

/** Fails the step when the stated value differs from the computed one. */
function demandEqual(what: string, stated: string | number | null, computed: string | number | null): void {
  demand(stated === computed, `${what} is stated as ${stated}, but computed as ${computed}`)
}

const unneeded = (detail: string): Outcome => ({ status: 'unneeded', detail })

const CHECKS: Readonly<Record<ProofStep, Check>> = {
  terms: ({ terms }) =>
    `issue ${terms.issue}: ${terms.shares} shares, reading ${terms.reading}, grade ${terms.grade}`,

  commitment: ({ terms, seal }) => {
    if (seal.salt === null) return unneeded('grade plain has no salt')
    demandEqual('the commitment', terms.commitment, commitment(terms.issue, seal.salt))
    return 'the revealed salt matches the commitment'
  },

  times: checkTimes,
  codes: checkCodes,

  digest: ({ terms, rows, seal }) => {
    demandEqual('the number of orders', seal.orders, rows.length)
    demandEqual('the digest of the orders', seal.digest, ordersDigest(terms.issue, terms.shares, rows))
    return `${rows.length} orders have the sealed digest`
  },

  sum: ({ terms, rows, seal }) => {
    demandEqual('the sum of times', seal.sum, String(sumOfTimes(rows, terms.reading)))
    return terms.reading === 'all'
      ? `the times of all orders add up to ${seal.sum}`
      : `the times of all orders before the final one add up to ${seal.sum}`
  },

  round: ({ terms, seal, beacon }) => {
    if (beacon === null || terms.delay === null) return unneeded(`grade ${terms.grade} has no beacon`)
    demandEqual(
      'the round of the seal',
      seal.round,
      roundFor(seal.sealedAt, terms.delay, chainOf(terms.chain, beacon)),
    )
    demandEqual('the round of the beacon', beacon.round, seal.round)
    return `the seal selects round ${seal.round}, published at least ${terms.delay} seconds after it`
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
    demandEqual('the entropy', result.entropy, computed)
    return beacon === null
      ? 'the entropy follows from salt and orders'
      : 'the entropy follows from salt, orders and beacon'
  },

  result: ({ terms, seal, result }) => {
    demandEqual('the winning code', result.code, winningCode(BigInt(seal.sum), result.entropy, terms.shares))
    return `the winning code is ${result.code}`
  },

  tiers: ({ terms, result }) => {
    const computed = canonicalJson(tierTable(terms.shares, terms.bands, terms.prizes))
    demandEqual('the table of tiers', canonicalJson(result.tiers), computed)
    return `${result.tiers.length} ${result.tiers.length === 1 ? 'tier follows' : 'tiers follow'} from the terms`
  },

  inclusion: (proof) =>
    proof.log === null
      ? { status: 'absent', detail: 'not present: this proof carries no transparency log' }
      : (checkLogInclusion(proof, proof.log) ?? {
          status: 'absent',
          detail: 'not checked: size and root of log.checkpoint cannot be read',
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
      `rows[${i}].ms is earlier than ${i === 0 ? 'the opening' : 'the order before it'}`,
    )
    const time = timeOfDay(row.ms, terms.offset)
    demandEqual(`rows[${i}].time`, row.time, time)
    previous = row.ms
  })
  demand(previous <= seal.sealedAt, 'an order is later than the seal')
  return 'no order is earlier than the one before it, and each time of day is right'
}

function checkCodes({ terms, rows }: Proof): Outcome {
  let next = FIRST_CODE
  rows.forEach((row, i) => {
    demand(row.first === next, `rows[${i}].first is ${row.first}, not ${next}`)
    next += row.quantity
  })
  demandEqual('the number of codes sold', next - FIRST_CODE, terms.shares)
  return `each of the codes ${FIRST_CODE} to ${next - 1} was sold once`
}

/** The chain to verify with: the pinned public chain, or the local chain of the key in the proof. */
function chainOf(hash: string | null, beacon: ProofBeacon): Chain {
  return hash === QUICKNET.hash || beacon.publicKey === undefined ? QUICKNET : localChainOf(beacon.publicKey)
}

function checkBeacon({ terms, beacon }: Proof): Outcome {
  if (beacon === null) return unneeded(`grade ${terms.grade} has no beacon`)
  const chain = chainOf(terms.chain, beacon)
  const local = chain !== QUICKNET
  demandEqual("the beacon's chain", beacon.chain, terms.chain)
  demand(
    beacon.publicKey === undefined || local,
    'the proof contains a key for the public beacon, but the verifier has that key built in',
  )
  demandEqual("the chain of the beacon's key", chain.hash, terms.chain)
  demand(
    verifyRound(chain, beacon.round, beacon.signature),
    `round ${beacon.round} is not signed by the beacon's key`,
  )
  return local
    ? `round ${beacon.round} is signed by a LOCAL beacon (beacon-local): the house holds its key; sandbox only`
    : `round ${beacon.round} is signed by the public beacon drand quicknet`
}
