/** The steps that recompute the draw from the rows, the terms, the seal and the beacon: `terms` to `tiers`. */
import { beaconOf, type Chain, localChainOf, QUICKNET, roundFor } from '../beacon.ts'
import { verifyRound } from '../signatures/bls.ts'
import { canonicalJson } from '../canonical.ts'
import {
  commitment,
  drawEntropy,
  FIRST_CODE,
  type Grade,
  hasBeacon,
  type OrderRow,
  ordersDigest,
  sumOfTimes,
  tierTable,
  timeOfDay,
  winningCode,
} from '../draw.ts'
import {
  type IssueResult,
  type IssueSeal1,
  type IssueTerms1,
  PROOF_VERSION_1,
  type ProofBeacon,
} from '../proof/types.ts'
import { demand } from '../read.ts'
import { type Badge, open, type Outcome, type ProofStep, unneeded } from './types.ts'

type LogStep = 'inclusion' | 'checkpoint' | 'witnesses'

/** What these steps read of the proof of an issue, of any version. */
export type DrawnIssue = {
  readonly version: string
  readonly terms: Omit<IssueTerms1, 'grade'> & { readonly grade: Grade }
  readonly rows: readonly OrderRow[]
  /** since version 3 with the number of sold shares, which the seals before always have of all */
  readonly seal: IssueSeal1 & { readonly shares?: number }
  readonly beacon: ProofBeacon | null
  readonly result: IssueResult | null
}

/** M: the sold shares. */
const soldOf = ({ terms, seal }: DrawnIssue): number => seal.shares ?? terms.shares

/** The rounds of all chains that this version supports have quicknet's genesis and period. */
export const ROUND_TIMES: Chain = QUICKNET

/** Fails the step when the stated value differs from the computed one. */
export function demandEqual(
  what: string,
  stated: string | number | null,
  computed: string | number | null,
): void {
  demand(stated === computed, `${what} is stated as ${stated}, but computed as ${computed}`)
}

const noBeacon = ({ terms }: DrawnIssue): Outcome => unneeded(`grade ${terms.grade} has no beacon`)
const notDrawn = open('the issue is sealed, not drawn')

export const DRAW_CHECKS: Readonly<Record<Exclude<ProofStep, LogStep>, (proof: DrawnIssue) => Outcome>> = {
  terms: ({ version, terms }) => {
    const rules = version === PROOF_VERSION_1 ? ', opened under the rules of version 1' : ''
    return `issue ${terms.issue}: ${terms.shares} shares, reading ${terms.reading}, grade ${terms.grade}${rules}`
  },

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

  round: (proof) => {
    const { terms, seal, beacon } = proof
    if (terms.delay === null) return noBeacon(proof)
    demandEqual('the round of the seal', seal.round, roundFor(seal.sealedAt, terms.delay, ROUND_TIMES))
    if (beacon !== null) demandEqual('the round of the beacon', beacon.round, seal.round)
    return `the seal selects round ${seal.round}, published at least ${terms.delay} seconds after it`
  },

  beacon: checkBeacon,

  entropy: ({ terms, seal, beacon, result }) => {
    if (seal.salt === null) return unneeded('grade plain adds no entropy')
    if (result === null) return notDrawn
    const { salt, digest, round } = seal
    const value = beacon === null ? null : beaconOf(beacon.signature)
    demandEqual(
      'the entropy',
      result.entropy,
      drawEntropy({ salt, issue: terms.issue, digest, round, beacon: value }),
    )
    return beacon === null
      ? 'the entropy follows from salt and orders'
      : 'the entropy follows from salt, orders and beacon'
  },

  result: (proof) => {
    const { seal, result } = proof
    if (result === null) return notDrawn
    const code = winningCode(BigInt(seal.sum), result.entropy, soldOf(proof))
    demandEqual('the winning code', result.code, code)
    return `the winning code is ${result.code}`
  },

  tiers: (proof) => {
    const { terms, result } = proof
    if (result === null) return notDrawn
    const computed = canonicalJson(tierTable(soldOf(proof), terms.bands, terms.prizes))
    demandEqual('the table of tiers', canonicalJson(result.tiers), computed)
    return `${result.tiers.length} ${result.tiers.length === 1 ? 'tier follows' : 'tiers follow'} from the terms`
  },
}

function checkTimes({ terms, rows, seal }: DrawnIssue): Outcome {
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

function checkCodes(proof: DrawnIssue): Outcome {
  const { rows } = proof
  let next = FIRST_CODE
  rows.forEach((row, i) => {
    demand(row.first === next, `rows[${i}].first is ${row.first}, not ${next}`)
    next += row.quantity
  })
  demandEqual('the number of codes sold', next - FIRST_CODE, soldOf(proof))
  return `each of the codes ${FIRST_CODE} to ${next - 1} stands in one row`
}

/** The chain to verify with: the pinned public chain, or the local chain of the key in the proof. */
function chainOf(hash: string | null, beacon: ProofBeacon): Chain {
  return hash === QUICKNET.hash || beacon.publicKey === undefined ? QUICKNET : localChainOf(beacon.publicKey)
}

function checkBeacon(proof: DrawnIssue): Outcome {
  const { terms, seal, beacon } = proof
  if (!hasBeacon(terms.grade)) return noBeacon(proof)
  if (beacon === null) return open(`the issue is sealed, not drawn: round ${seal.round} decides`)
  return checkSignature(terms.chain, beacon)
}

/** The grade as apps show it. */
export function badgeOf({
  terms: { grade, chain },
}: {
  readonly terms: { readonly grade: Grade; readonly chain: string | null }
}): Badge {
  if (!hasBeacon(grade) || chain === QUICKNET.hash) return grade
  return grade === 'witnessed' ? 'witnessed-local' : 'beacon-local'
}

/** The beacon's round is signed by the key of the chain that the terms name. @throws ReadError */
export function checkSignature(hash: string | null, beacon: ProofBeacon): string {
  const chain = chainOf(hash, beacon)
  const local = chain !== QUICKNET
  demandEqual("the beacon's chain", beacon.chain, hash)
  demand(
    beacon.publicKey === undefined || local,
    'the proof contains a key for the public beacon, but the verifier has that key built in',
  )
  demandEqual("the chain of the beacon's key", chain.hash, hash)
  demand(
    verifyRound(chain, beacon.round, beacon.signature),
    `round ${beacon.round} is not signed by the beacon's key`,
  )
  return local
    ? `round ${beacon.round} is signed by a LOCAL beacon: the house holds its key; sandbox only`
    : `round ${beacon.round} is signed by the public beacon drand quicknet`
}
