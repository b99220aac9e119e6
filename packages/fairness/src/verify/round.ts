/**
 * The verifier of rounds: recomputes the result of a round from its proof document and reports each step. Like the verifier
 * of issues (verify.ts), it needs no network and uses its built-in keys, chains and rules.
 */
import { QUICKNET } from '../beacon.ts'
import { readProofKind } from '../proof.ts'
import type { RoundProof } from '../proof/round-types.ts'
import { readRoundProof } from '../proof/round.ts'
import { demand, ReadError } from '../read.ts'
import { runStep } from './run-step.ts'
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
import { ARITHMETIC, failureSummary } from './summary.ts'
import {
  absent,
  type Badge,
  type Outcome,
  type Verdict,
  type Verification,
  type VerifyOptions,
} from './types.ts'
import { checkLines } from './witness-step.ts'

export { ROUND_STEPS, VOID_STEPS } from './round-steps.ts'

/**
 * Reads a parsed JSON value as the proof of a round.
 * @throws ReadError that names the field
 */
export function readRound(value: unknown): RoundProof {
  const { kind, proof } = readProofKind(value)
  demand(kind === 'round', `the proof is that of kind ${kind}`)
  return readRoundProof(proof)
}

/**
 * Verifies the proof document of a round (a parsed JSON value). Never throws because of a document's content. All steps
 * run, even after one has failed. A void round has the steps `terms`, `inclusion` and `checkpoint` only.
 */
export function verifyRound(document: unknown, options: VerifyOptions = {}): Verification {
  let proof: RoundProof
  try {
    proof = readRound(document)
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    const steps = [{ step: 'terms', status: 'failed', detail: error.message }] as const
    return {
      verdict: 'failed',
      ok: false,
      badge: null,
      steps,
      failed: 'terms',
      summary: failureSummary('terms'),
    }
  }
  const names: readonly RoundStep[] = proof.seal === null ? VOID_STEPS : ROUND_STEPS
  const steps = names.map((step) => runStep(step, () => check(step, proof, options)))
  const { receipt, log, publicKey } = options
  if (receipt !== undefined) steps.push(runStep('receipt', () => checkBetReceipt(proof, receipt, publicKey)))
  if (log !== undefined) steps.push(runStep('log', () => checkAuditedRound(proof, log)))
  const badge = badgeOf(proof)
  const failed = steps.find(({ status }) => status === 'failed')?.step
  if (failed !== undefined) {
    return { verdict: 'failed', ok: false, badge, steps, failed, summary: failureSummary(failed) }
  }
  const verdict = verdictOf(proof)
  return { verdict, ok: verdict !== 'arithmetic', badge, steps, summary: summaryOf(proof, verdict, options) }
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

/** A void round is settled: its document shows everything that there is. */
function verdictOf({ log, seal, result }: RoundProof): Exclude<Verdict, 'failed'> {
  if (log === null) return 'arithmetic'
  return seal !== null && result === null ? 'sealed' : 'verified'
}

function summaryOf(
  proof: RoundProof,
  verdict: Exclude<Verdict, 'failed'>,
  { log, witness }: VerifyOptions,
): string {
  const sentences = [mainSentence(proof, verdict)]
  if (proof.terms.demo) {
    sentences.push('The round belongs to the demo world: its times lie before the log began.')
  }
  if (verdict === 'verified' && log === undefined && witness === undefined) {
    sentences.push(
      proof.seal === null
        ? 'A proof alone cannot show that no seal of this round exists; the whole log shows it.'
        : 'A proof alone cannot show that no other seal of this round exists; the whole log or the key of a witness shows it.',
    )
  }
  return sentences.join(' ')
}

function mainSentence({ seal, result }: RoundProof, verdict: Exclude<Verdict, 'failed'>): string {
  if (verdict === 'arithmetic') return `${ARITHMETIC}${result === null ? ' It states no result.' : ''}`
  if (seal === null) return 'This document verifies: the round is void, and all stakes go back.'
  if (verdict === 'sealed') {
    return `This document verifies: the round is sealed, and round ${seal.round} of the beacon decides its result.`
  }
  return 'This proof verifies, and the signed log holds the chain, the seal and the result of the round.'
}
