/**
 * The verifier: recomputes a draw from its proof document and reports the result of each step. It needs no network. It
 * uses its built-in keys, chains and rules; from the proof it takes only values that it has no other source for.
 */
import { QUICKNET } from './beacon.ts'
import { hasBeacon } from './draw.ts'
import { type Proof, readProof } from './proof.ts'
import { ReadError } from './read.ts'
import { DRAW_CHECKS } from './verify/draw-steps.ts'
import { checkAuditedLog, checkCheckpoints, checkInclusion } from './verify/log-steps.ts'
import { checkReceipt } from './verify/receipt-step.ts'
import { runStep } from './verify/run-step.ts'
import { failureSummary, summaryOf } from './verify/summary.ts'
import {
  type Badge,
  type Outcome,
  type ProofStep,
  type Step,
  STEPS,
  type Verdict,
  type Verification,
  type VerifyOptions,
} from './verify/types.ts'
import { checkWitnesses } from './verify/witness-step.ts'

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
  let proof: Proof
  try {
    proof = readProof(document)
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    return verification([{ step: 'terms', status: 'failed', detail: error.message }], null, options)
  }
  const steps = STEPS.map((step) => runStep(step, () => CHECKS[step](proof, options)))
  const { receipt, log, publicKey } = options
  if (receipt !== undefined) steps.push(runStep('receipt', () => checkReceipt(proof, receipt, publicKey)))
  if (log !== undefined) steps.push(runStep('log', () => checkAuditedLog(proof, log)))
  return verification(steps, proof, options)
}

function verification(steps: readonly Step[], proof: Proof | null, options: VerifyOptions): Verification {
  const badge = proof && badgeOf(proof)
  const failed = steps.find(({ status }) => status === 'failed')?.step
  if (proof === null || failed !== undefined) {
    const step = failed ?? 'terms'
    return { verdict: 'failed', ok: false, badge, steps, failed: step, summary: failureSummary(step) }
  }
  const verdict = verdictOf(proof)
  return { verdict, ok: verdict !== 'arithmetic', badge, steps, summary: summaryOf(proof, verdict, options) }
}

/** The verdict on a document of which no step failed. */
function verdictOf({ log, result }: Proof): Exclude<Verdict, 'failed'> {
  if (log === null) return 'arithmetic'
  return result === null ? 'sealed' : 'verified'
}

function badgeOf({ terms: { grade, chain } }: Proof): Badge {
  if (!hasBeacon(grade) || chain === QUICKNET.hash) return grade
  return grade === 'witnessed' ? 'witnessed-local' : 'beacon-local'
}
