/**
 * The check on the member's device: the verifier of the fairness package checks the proof, and the page is compared
 * with the proof. Pure; `check.worker.ts` runs it beside the page.
 */
import { bigEndian, fromHex } from '@fairlot/fairness/bytes'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import { parseProofText, readProof } from '@fairlot/fairness/proof'
import type { Proof } from '@fairlot/fairness/proof'
import { ReadError } from '@fairlot/fairness/read'
import { verifyProof } from '@fairlot/fairness/verify'
import type { Badge, StepName, StepStatus } from '@fairlot/fairness/verify'

/** What the calculation page shows. A proof is only worth something if it proves these very numbers. */
export type Shown = {
  issue: string
  shares: number
  timesCounted: string
  grade: string
  badge: string
  orders: number
  sum: string
  entropy: string | null
  entropyRemainder: number | null
  remainder: number | null
  code: number | null
  digest: string
}

/** A step of the verifier, or `page`: the numbers on the screen match the proof. */
export type CheckStep = {
  step: StepName | 'page'
  status: StepStatus
  /** the verifier's English message, shown at a failed step */
  detail: string
}

export type OwnRow = { seq: number; ms: number; time: number; first: number; quantity: number }

/** The sealed and revealed values of the proof, for copying. */
export type Revealed = {
  commitment: string | null
  salt: string | null
  digest: string
  sealedAt: number
  round: number | null
  chain: string | null
  signature: string | null
  entropy: string | null
}

export type Checked = {
  ok: boolean
  /** no step is absent: the draw is anchored in the signed log */
  complete: boolean
  badge: Badge | null
  steps: CheckStep[]
  failed: CheckStep | null
  /** null when the document is not a proof */
  revealed: Revealed | null
  /** the member's orders, at most 50; `ownCount` is their total */
  own: OwnRow[]
  ownCount: number
}

const MOST_OWN = 50

/**
 * Checks the text of a proof document: the same text that the member can download.
 * @param tag the member's tag in the issue, null for a visitor
 */
export function checkProof(text: string, shown: Shown, tag: string | null): Checked {
  const document = parsed(text)
  if (document instanceof ReadError) {
    const step: CheckStep = { step: 'terms', status: 'failed', detail: document.message }
    return {
      ok: false,
      complete: false,
      badge: null,
      steps: [step],
      failed: step,
      revealed: null,
      own: [],
      ownCount: 0,
    }
  }
  const { steps: verified, complete, badge } = verifyProof(document)
  const proof = proofIn(document)
  const steps: CheckStep[] = proof === null ? [...verified] : [...verified, pageStep(proof, shown, badge)]
  const failed = steps.find(({ status }) => status === 'failed') ?? null
  const own = proof === null || tag === null ? [] : proof.rows.filter((row) => row.tag === tag)
  return {
    ok: failed === null,
    complete: complete && failed === null,
    badge,
    steps,
    failed,
    revealed: proof === null ? null : revealedBy(proof),
    own: own
      .slice(0, MOST_OWN)
      .map(({ seq, ms, time, first, quantity }) => ({ seq, ms, time, first, quantity })),
    ownCount: own.length,
  }
}

function parsed(text: string): unknown {
  try {
    return parseProofText(text)
  } catch (error) {
    if (error instanceof ReadError) return error
    throw error
  }
}

/** The proof in a document; null when the verifier refused it in its first step. */
function proofIn(document: unknown): Proof | null {
  try {
    return readProof(document)
  } catch (error) {
    if (error instanceof ReadError) return null
    throw error
  }
}

function pageStep(proof: Proof, shown: Shown, badge: Badge | null): CheckStep {
  const different = differences(proof, shown, badge)
  return different.length === 0
    ? { step: 'page', status: 'passed', detail: 'the page shows the numbers of the proof' }
    : { step: 'page', status: 'failed', detail: `the page differs from the proof: ${different.join(', ')}` }
}

function differences({ terms, seal, result }: Proof, shown: Shown, badge: Badge | null): string[] {
  const entropyRemainder =
    result.entropy === null ? 0 : Number(bigEndian(fromHex(result.entropy, 32)) % BigInt(terms.shares))
  const proven: Shown = {
    issue: terms.issue,
    shares: terms.shares,
    timesCounted: terms.reading,
    grade: terms.grade,
    badge: badge ?? '',
    orders: seal.orders,
    sum: seal.sum,
    entropy: result.entropy,
    entropyRemainder,
    remainder: result.code - FIRST_CODE,
    code: result.code,
    digest: seal.digest,
  }
  return Object.entries(proven).flatMap(([name, value]) => {
    const own = shown[name as keyof Shown]
    return own === value ? [] : [`${name} is ${own} here and ${value} there`]
  })
}

function revealedBy({ terms, seal, beacon, result }: Proof): Revealed {
  return {
    commitment: terms.commitment,
    salt: seal.salt,
    digest: seal.digest,
    sealedAt: seal.sealedAt,
    round: seal.round,
    chain: terms.chain,
    signature: beacon?.signature ?? null,
    entropy: result.entropy,
  }
}
