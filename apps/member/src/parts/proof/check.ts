/**
 * The check on the member's device: the verifier of the fairness package checks the proof, and the page is compared
 * with the proof. Pure; `check.worker.ts` runs it beside the page.
 */
import { bigEndian, fromHex } from '@fairlot/fairness/bytes'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import { parseProofText, PROOF_VERSION_1, PROOF_VERSION_3, readProof } from '@fairlot/fairness/proof'
import type { IssueProof3, Proof } from '@fairlot/fairness/proof'
import { ReadError } from '@fairlot/fairness/read'
import { verifyProof } from '@fairlot/fairness/verify'
import type { Badge, StepName, StepStatus } from '@fairlot/fairness/verify'
import type { LostReading } from './lost.ts'
import { changedSince, predictCode, soldShares } from './prediction.ts'
import { silentWitnesses, timelineOf } from './timeline.ts'
import type { Moment } from './timeline.ts'
import { keysNamed, verdictFor, verifyTrusting } from './trust.ts'
import type { DeviceVerdict, Trusted } from './trust.ts'
import { vouchedOf } from './vouched.ts'
import type { Vouched } from './vouched.ts'

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
  /** null while the issue is sealed and not drawn */
  code: number | null
  digest: string
}

/** What the check knows beside the document. */
export type Known = {
  /** the log's key that this device trusts, hex. A document without a log then fails; undefined only where no key is known. */
  publicKey?: string
  /** the member's tag in the issue, null for a visitor */
  tag: string | null
  /** the text of the sealed document that this device held before the draw */
  sealed?: string
  /** the key of the witness that the member trusts; without it the quorum of the opening counts */
  witness?: string | null
}

/**
 * A step of the verifier, or one of the app. `held`: the sealed document that this device held is the one that was drawn.
 * `page`: the numbers on the screen match the proof.
 */
export type CheckStep = {
  step: StepName | 'held' | 'page'
  status: StepStatus
  /** an English message, shown at a failed step */
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
  verdict: DeviceVerdict
  /** the verdict is `verified` or `sealed` */
  ok: boolean
  badge: Badge | null
  steps: CheckStep[]
  failed: CheckStep | null
  /** the document carries no log: it proves nothing */
  isLogMissing: boolean
  /** the issue opened under the rules of version 1 */
  isOld: boolean
  /** the issue opened under the rules of version 3: a quorum of its witnesses signs in time */
  hasQuorum: boolean
  /** too few witnesses signed in time, so the draw stands in favour of the members */
  isFavour: boolean
  /** the named witnesses and their quorum; null before version 3 and in grades without witnesses */
  vouched: Vouched | null
  /** the witness that the member trusts; null: none, or a step fails */
  trusted: Trusted | null
  /** the issue belongs to the demo world */
  isDemo: boolean
  /** the number of the seal that counts */
  attempt: number
  timeline: Moment[]
  /** names of the witnesses that the opening names and whose line the document does not have */
  silent: string[]
  /** the code that this device computed from the sealed document that it held; null when it held none */
  predicted: number | null
  /** null when the document is not a proof */
  revealed: Revealed | null
  /** the member's orders, at most 50; `ownCount` is their total */
  own: OwnRow[]
  ownCount: number
}

const MOST_OWN = 50

/**
 * Checks the text of a proof document: the same text that the member can download.
 * @param lost how to read and verify it, where its log was lost
 */
export function checkProof(
  text: string,
  shown: Shown,
  known: Known,
  lost?: LostReading<IssueProof3>,
): Checked {
  const document = parsed(text)
  if (document instanceof ReadError) return unreadable(document.message)
  const { publicKey, tag, witness = null } = known
  const proof = proofIn(document, lost?.read)
  const { verification, trusted } = verifyTrusting(
    (options) => (lost?.verify ?? verifyProof)(document, options),
    {
      ...(publicKey !== undefined && { publicKey }),
      witness,
      named: proof === null ? [] : keysNamed(proof.terms),
      isOpen: proof?.result === null,
    },
  )
  const { verdict, steps: verified, badge } = verification
  if (proof === null) return { ...unreadable(verified[0]?.detail ?? ''), steps: [...verified] }
  const sealed = known.sealed === undefined ? null : proofIn(parsed(known.sealed))
  const steps: CheckStep[] = [
    ...verified,
    ...(sealed === null ? [] : [heldStep(sealed, proof)]),
    pageStep(proof, shown, badge),
  ]
  const failed = steps.find(({ status }) => status === 'failed') ?? null
  const hasQuorum = proof.version === PROOF_VERSION_3
  const own = tag === null ? [] : proof.rows.filter((row) => row.tag === tag)
  const shownVerdict = failed === null ? verdictFor(verdict, trusted) : 'failed'
  return {
    verdict: shownVerdict,
    ok: shownVerdict === 'verified' || shownVerdict === 'sealed',
    badge,
    steps,
    failed,
    isLogMissing: proof.log === null,
    isOld: proof.version === PROOF_VERSION_1,
    hasQuorum,
    // of a lost log the page says why
    isFavour: hasQuorum && !lost && proof.result?.favour === true,
    vouched: hasQuorum && !lost ? vouchedOf(proof) : null,
    trusted: failed === null ? trusted : null,
    isDemo: 'demo' in proof.terms && proof.terms.demo,
    attempt: 'attempt' in proof.seal ? proof.seal.attempt : 1,
    timeline: timelineOf(proof),
    silent: silentWitnesses(proof),
    predicted: sealed === null || proof.beacon === null ? null : predictCode(sealed, proof.beacon),
    revealed: revealedBy(proof),
    own: own
      .slice(0, MOST_OWN)
      .map(({ seq, ms, time, first, quantity }) => ({ seq, ms, time, first, quantity })),
    ownCount: own.length,
  }
}

/** Whether a document has a result; null when it is not a proof. */
export function isDrawn(text: string): boolean | null {
  const document = parsed(text)
  const proof = document instanceof ReadError ? null : proofIn(document)
  return proof && proof.result !== null
}

function unreadable(detail: string): Checked {
  const step: CheckStep = { step: 'terms', status: 'failed', detail }
  return {
    verdict: 'failed',
    ok: false,
    badge: null,
    steps: [step],
    failed: step,
    isLogMissing: false,
    isOld: false,
    hasQuorum: false,
    isFavour: false,
    vouched: null,
    trusted: null,
    isDemo: false,
    attempt: 1,
    timeline: [],
    silent: [],
    predicted: null,
    revealed: null,
    own: [],
    ownCount: 0,
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
function proofIn(document: unknown, read: (document: unknown) => Proof = readProof): Proof | null {
  try {
    return read(document)
  } catch (error) {
    if (error instanceof ReadError) return null
    throw error
  }
}

/** @param refuted what is wrong; null: nothing */
const appStep = (step: CheckStep['step'], shown: string, refuted: string | null): CheckStep => ({
  step,
  status: refuted === null ? 'passed' : 'failed',
  detail: refuted ?? shown,
})

/** The house may not change the document that this device held before the draw. */
function heldStep(sealed: Proof, proof: Proof): CheckStep {
  const changed = changedSince(sealed, proof)
  const refuted = changed && `this device held a document with other values: ${changed}`
  return appStep('held', 'the draw used the document that this device held', refuted)
}

function pageStep(proof: Proof, shown: Shown, badge: Badge | null): CheckStep {
  const different = differences(proof, shown, badge)
  const refuted = different.length === 0 ? null : `the page differs from the proof: ${different.join(', ')}`
  return appStep('page', 'the page shows the numbers of the proof', refuted)
}

function differences(proof: Proof, shown: Shown, badge: Badge | null): string[] {
  const { terms, seal, result } = proof
  const proven: Shown = {
    issue: terms.issue,
    shares: terms.shares,
    timesCounted: terms.reading,
    grade: terms.grade,
    badge: badge ?? '',
    orders: seal.orders,
    sum: seal.sum,
    entropy: result?.entropy ?? null,
    entropyRemainder: remainderOf(proof),
    remainder: result && result.code - FIRST_CODE,
    code: result && result.code,
    digest: seal.digest,
  }
  return Object.entries(proven).flatMap(([name, value]) => {
    const own = shown[name as keyof Shown]
    return own === value ? [] : [`${name} is ${own} here and ${value} there`]
  })
}

/** E mod M; 0 in grade plain, null before the draw. */
function remainderOf({ terms, seal, result }: Proof): number | null {
  if (terms.grade === 'plain') return 0
  if (result === null || result.entropy === null) return null
  return Number(bigEndian(fromHex(result.entropy, 32)) % BigInt(soldShares({ terms, seal })))
}

function revealedBy({ terms: { commitment, chain }, seal, beacon, result }: Proof): Revealed {
  const { salt, digest, sealedAt, round } = seal
  const [signature, entropy] = [beacon?.signature ?? null, result?.entropy ?? null]
  return { commitment, salt, digest, sealedAt, round, chain, signature, entropy }
}
