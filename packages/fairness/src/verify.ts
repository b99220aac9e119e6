/**
 * The verifier: recomputes a draw from its proof document and reports the result of each step. It needs no network. It
 * uses its built-in keys, chains and rules; from the proof it takes only values that it has no other source for.
 */
import { readEarlierProof, statesVersion3 } from './proof.ts'
import { type EarlierProof, PROOF_VERSION_1 } from './proof/types.ts'
import { badgeOf, DRAW_CHECKS } from './verify/draw-steps.ts'
import { checkAuditedLog, checkCheckpoints, checkInclusion } from './verify/log-steps.ts'
import { checkReceipt } from './verify/receipt-step.ts'
import { type Outcome, type ProofStep, STEPS, type Verification, type VerifyOptions } from './verify/types.ts'
import { type Verifier, verifyWith } from './verify/verification.ts'
import { verifyIssue3 } from './verify/version-3/issue.ts'
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

const CHECKS: Readonly<Record<ProofStep, (proof: EarlierProof, options: VerifyOptions) => Outcome>> = {
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
  return statesVersion3(document) ? verifyIssue3(document, options) : verifyWith(ISSUES, document, options)
}

const ISSUES: Verifier<EarlierProof, ProofStep> = {
  what: 'issue',
  read: readEarlierProof,
  stepsOf: () => STEPS,
  check: (step, proof, options) => CHECKS[step](proof, options),
  checkReceipt,
  checkAudited: checkAuditedLog,
  badgeOf,
  namedLinesOf,
  mainSentence,
  originOf: (proof) =>
    proof.version === PROOF_VERSION_1 ? { version: 1, demo: false } : { version: 2, demo: proof.terms.demo },
}

function namedLinesOf({ terms, log }: EarlierProof): NamedLines | null {
  if (log === null || !('witnesses' in terms) || !('cosignatures' in log)) return null
  return terms.witnesses === null ? null : { witnesses: terms.witnesses, cosignatures: log.cosignatures }
}

function mainSentence({ seal }: EarlierProof, verdict: 'verified' | 'sealed' | 'unconfirmed'): string {
  if (verdict === 'verified')
    return 'This proof verifies, and the signed log holds its terms, seal and result.'
  const decides = seal.round === null ? '.' : `; round ${seal.round} of the beacon decides the result.`
  return `This document verifies: the issue is sealed, not drawn. The signed log holds its terms and its seal${decides}`
}
