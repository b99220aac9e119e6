/**
 * The verifier of rounds: recomputes the result of a round from its proof document and reports each step. Like the verifier
 * of issues (verify.ts), it needs no network and uses its built-in keys, chains and rules.
 */
import { QUICKNET } from '../beacon.ts'
import { type RoundProof3, readProofKind, statesVersion3 } from '../proof.ts'
import { readRoundProof3 } from '../proof/version-3/round.ts'
import type { RoundProof } from '../proof/round-types.ts'
import { readRoundProof } from '../proof/round.ts'
import { demand } from '../read.ts'
import {
  checkAuditedRound,
  checkBetReceipt,
  checkRoundCheckpoints,
  checkRoundInclusion,
} from './round-log.ts'
import {
  checkRoundTerms,
  ROUND_CHECKS,
  ROUND_STEPS,
  type RoundStep,
  type SealedRound,
  VOID_STEPS,
} from './round-steps.ts'
import { absent, type Badge, type Outcome, type Verification, type VerifyOptions } from './types.ts'
import { type Verifier, verifyWith } from './verification.ts'
import { verifyRound3 } from './version-3/round.ts'
import { checkLines } from './witness-step.ts'

export { ROUND_STEPS, VOID_STEPS } from './round-steps.ts'

/**
 * Reads a parsed JSON value as the proof of a round.
 * @throws ReadError that names the field
 */
export function readRound(value: unknown): RoundProof | RoundProof3 {
  return statesVersion3(value) ? readRoundProof3(readKind(value)) : readRoundProof(readKind(value))
}

function readKind(value: unknown): Record<string, unknown> {
  const { kind, proof } = readProofKind(value)
  demand(kind === 'round', `the proof is that of kind ${kind}`)
  return proof
}

/**
 * Verifies the proof document of a round (a parsed JSON value). Never throws because of a document's content. All steps
 * run, even after one has failed. A void round has the steps `terms`, `inclusion` and `checkpoint` only.
 */
export function verifyRound(document: unknown, options: VerifyOptions = {}): Verification {
  if (statesVersion3(document)) return verifyRound3(document, options)
  return verifyWith(ROUNDS, document, options)
}

const ROUNDS: Verifier<RoundProof, RoundStep> = {
  what: 'round',
  read: (document) => readRoundProof(readKind(document)),
  stepsOf: ({ seal }) => (seal === null ? VOID_STEPS : ROUND_STEPS),
  check,
  checkReceipt: checkBetReceipt,
  checkAudited: checkAuditedRound,
  badgeOf,
  namedLinesOf: ({ terms: { witnesses }, log }) =>
    witnesses === null || log === null ? null : { witnesses, cosignatures: log.cosignatures },
  mainSentence,
  originOf: ({ terms }) => ({ version: 2, demo: terms.demo }),
}

function check(step: RoundStep, proof: RoundProof, options: VerifyOptions): Outcome {
  if (step === 'terms') return checkRoundTerms(proof)
  if (step === 'inclusion') return checkRoundInclusion(proof, options)
  if (step === 'checkpoint') return checkRoundCheckpoints(proof, options)
  const { seal, log } = proof
  if (seal === null) throw new TypeError(`a void round has no step ${step}`)
  if (step !== 'witnesses') return ROUND_CHECKS[step]({ ...proof, seal } satisfies SealedRound)
  if (log === null || log.sealCheckpoint === null)
    return absent('not present: this document carries no signatures of witnesses')
  const { terms, result } = proof
  const lines = { sealCheckpoint: log.sealCheckpoint, cosignatures: log.cosignatures }
  return checkLines({ terms, seal: { round: seal.round, attempt: 1 }, result, log: lines }, options.witness)
}

function badgeOf({ terms: { grade, beaconChain } }: RoundProof): Badge {
  return beaconChain === QUICKNET.hash ? grade : `${grade}-local`
}

function mainSentence({ seal }: RoundProof, verdict: 'verified' | 'sealed' | 'unconfirmed'): string {
  if (seal === null) return 'This document verifies: the round is void, and all stakes go back.'
  if (verdict === 'sealed') {
    return `This document verifies: the round is sealed, and round ${seal.round} of the beacon decides its result.`
  }
  return 'This proof verifies, and the signed log holds the chain, the seal and the result of the round.'
}
