/**
 * The check of a round on the member's device: the verifier of the fairness package checks the proof, and the page is compared with
 * it. Pure; `round-check.worker.ts` runs it beside the page.
 */
import { UnknownZone } from '@fairlot/fairness/games/periods'
import { parseProofText, PROOF_VERSION_3 } from '@fairlot/fairness/proof'
import type { RoundProof, RoundProof3 } from '@fairlot/fairness/proof'
import { ReadError } from '@fairlot/fairness/read'
import type { Badge, StepStatus } from '@fairlot/fairness/verify'
import { readRound, verifyRound } from '@fairlot/fairness/verify/round'
import type { ROUND_STEPS } from '@fairlot/fairness/verify/round'
import type { ROUND_STEPS_3 } from '@fairlot/fairness/verify/version-3/round'
import { keysNamed, verdictFor, verifyTrusting } from './trust.ts'
import type { DeviceVerdict, Trusted } from './trust.ts'
import { vouchedChainOf } from './vouched-chain.ts'
import type { Vouched } from './vouched.ts'

/** What the page shows of a round. A proof is only worth something if it proves these very values. */
export type ShownRound = {
  game: string
  period: string
  bets: number
  opensAt: number
  closesAt: number
  /** the number of a lucky ball, the champion of a King; null without a result */
  outcome: number | null
  price: string | null
  finish: readonly number[] | null
  isVoid: boolean
}

export type RoundStepName = (typeof ROUND_STEPS | typeof ROUND_STEPS_3)[number] | 'receipt' | 'page'
export type RoundCheckStep = {
  step: RoundStepName
  status: StepStatus
  /** an English message, shown at a failed step */
  detail: string
}

export type CheckedRound = {
  /** `unknown-zone`: this browser has no rules of the zone that the chain names */
  verdict: DeviceVerdict | 'unknown-zone'
  badge: Badge | null
  isVoid: boolean
  isDemo: boolean
  /** the chain is of version 3: its witnesses sign it before its first round opens */
  hasQuorum: boolean
  /** the witnesses that the chain names and their quorum; null before version 3 and in grade beacon */
  vouched: Vouched | null
  trusted: Trusted | null
  steps: RoundCheckStep[]
  failed: RoundCheckStep | null
}

type RoundKnown = {
  /** the log's key that this device trusts, hex */
  publicKey: string
  /** signed receipts of the member's bets in the round */
  receipts: readonly unknown[]
  /** the key of the witness that the member trusts */
  witness?: string | null
}

/** Checks the text of a proof document: the same text that the member can download. */
export function checkRound(
  text: string,
  shown: ShownRound,
  { publicKey, receipts, witness = null }: RoundKnown,
): CheckedRound {
  let document: unknown
  let proof: RoundProof | RoundProof3
  try {
    document = parseProofText(text)
    proof = readRound(document)
  } catch (error) {
    const isUnknown = error instanceof UnknownZone
    if (!isUnknown && !(error instanceof ReadError)) throw error
    const status = isUnknown ? 'absent' : 'failed'
    const step: RoundCheckStep = { step: 'terms', status, detail: error.message }
    return {
      verdict: isUnknown ? 'unknown-zone' : 'failed',
      badge: null,
      isVoid: shown.isVoid,
      isDemo: false,
      hasQuorum: false,
      vouched: null,
      trusted: null,
      steps: [step],
      failed: isUnknown ? null : step,
    }
  }
  const { verification, trusted } = verifyTrusting((options) => verifyRound(document, options), {
    publicKey,
    witness,
    named: keysNamed(proof.terms),
    // the witnesses of a chain sign it before the round; those of version 2 the seal of the round
    isOpen: proof.version !== PROOF_VERSION_3 && proof.seal !== null && proof.result === null,
  })
  const { verdict, badge, steps: verified } = verification
  const receiptSteps = receipts.flatMap((receipt) =>
    verifyRound(document, { publicKey, receipt }).steps.filter(({ step }) => step === 'receipt'),
  )
  const worst = receiptSteps.find(({ status }) => status === 'failed') ?? receiptSteps[0]
  const steps = [...verified, ...(worst ? [worst] : []), pageStep(proof, shown)] as RoundCheckStep[]
  const failed = steps.find(({ status }) => status === 'failed') ?? null
  return {
    verdict: failed === null ? verdictFor(verdict, trusted) : 'failed',
    badge,
    isVoid: proof.seal === null,
    isDemo: proof.terms.demo,
    hasQuorum: proof.version === PROOF_VERSION_3,
    vouched: proof.version === PROOF_VERSION_3 ? vouchedChainOf(proof) : null,
    trusted: failed === null ? trusted : null,
    steps,
    failed,
  }
}

/** Whether a document has a result or is that of a void round; null when it is not the proof of a round. */
export function hasEnded(text: string): boolean | null {
  try {
    const { seal, result } = readRound(parseProofText(text))
    return seal === null || result !== null
  } catch (error) {
    if (error instanceof ReadError) return null
    throw error
  }
}

function pageStep({ terms, seal, result }: RoundProof | RoundProof3, shown: ShownRound): RoundCheckStep {
  const finish = result && 'finish' in result ? result.finish : null
  const lucky = result && 'price' in result ? result : null
  const proven: ShownRound = {
    game: terms.game,
    period: terms.period,
    // a void round proves no bets
    bets: seal === null ? shown.bets : seal.bets,
    opensAt: terms.opensAt,
    closesAt: terms.closesAt,
    outcome: lucky ? lucky.number : (finish?.[0] ?? null),
    price: lucky && lucky.price,
    finish,
    isVoid: seal === null,
  }
  const different = Object.entries(proven).flatMap(([name, value]) => {
    const own = shown[name as keyof ShownRound]
    return JSON.stringify(own) === JSON.stringify(value)
      ? []
      : [`${name} is ${String(own)} here and ${String(value)} there`]
  })
  return different.length === 0
    ? { step: 'page', status: 'passed', detail: 'the page shows the numbers of the proof' }
    : { step: 'page', status: 'failed', detail: `the page differs from the proof: ${different.join(', ')}` }
}
