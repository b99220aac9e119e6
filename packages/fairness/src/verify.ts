/**
 * The verifier: recomputes a draw from its proof document and reports the result of each step. It needs no network. It
 * uses its built-in keys, chains and rules; from the proof it takes only values that it has no other source for.
 */
import { QUICKNET } from './beacon.ts'
import { hasBeacon } from './draw.ts'
import { type Proof, readProof } from './proof.ts'
import { PROOF_VERSION_1 } from './proof/types.ts'
import { DRAW_CHECKS } from './verify/draw-steps.ts'
import { checkAuditedLog, checkCheckpoints, checkInclusion } from './verify/log-steps.ts'
import { checkReceipt } from './verify/receipt-step.ts'
import {
  type Badge,
  type Outcome,
  type ProofStep,
  STEPS,
  type Verification,
  type VerifyOptions,
} from './verify/types.ts'
import { type Verifier, verifyWith } from './verify/verification.ts'
import { checkWitnesses, type NamedLines } from './verify/witness-step.ts'

export { STEPS } from './verify/types.ts'
export type {
  Badge,
  FinishedAudit,
  Step,
  StepName,
  StepStatus,
  Verdict,
  Verification,
  VerifyOptions,
} from './verify/types.ts'

const CHECKS: Readonly<Record<ProofStep, (proof: Proof, options: VerifyOptions) => Outcome>> = {
  ...DRAW_CHECKS,
  inclusion: checkInclusion,
  checkpoint: checkCheckpoints,
  witnesses: checkWitnesses,
}

/**
 * Verifies a proof document (a parsed JSON value, see `parseProofText`). Never throws because of a document's content.
 * All steps run, even after one has failed: each step takes the other steps' values as the proof states them.
 */
export function verifyProof(document: unknown, options: VerifyOptions = {}): Verification {
  return verifyWith(ISSUES, document, options)
}

const ISSUES: Verifier<Proof, ProofStep> = {
  what: 'issue',
  read: readProof,
  stepsOf: () => STEPS,
  check: (step, proof, options) => CHECKS[step](proof, options),
  checkReceipt,
  checkAudited: checkAuditedLog,
  badgeOf,
  namedLinesOf,
  mainSentence,
  originOf: (proof) => (proof.version === PROOF_VERSION_1 ? 'version 1' : proof.terms.demo ? 'demo' : null),
}

function namedLinesOf({ terms, log }: Proof): NamedLines | null {
  if (log === null || !('witnesses' in terms) || !('cosignatures' in log)) return null
  return terms.witnesses === null ? null : { witnesses: terms.witnesses, cosignatures: log.cosignatures }
}

function badgeOf({ terms: { grade, chain } }: Proof): Badge {
  if (!hasBeacon(grade) || chain === QUICKNET.hash) return grade
  return grade === 'witnessed' ? 'witnessed-local' : 'beacon-local'
}

function mainSentence({ seal }: Proof, verdict: 'verified' | 'sealed'): string {
  if (verdict === 'verified')
    return 'This proof verifies, and the signed log holds its terms, seal and result.'
  const decides = seal.round === null ? '.' : `; round ${seal.round} of the beacon decides the result.`
  return `This document verifies: the issue is sealed, not drawn. The signed log holds its terms and its seal${decides}`
}
