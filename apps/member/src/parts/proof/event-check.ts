/**
 * The check of a prize-share event on the member's device: the verifier of the fairness package checks the proof, and the page is
 * compared with it. Pure; `event-check.worker.ts` runs it beside the page.
 */
import { parseMoney } from '@fairlot/contract/money/money'
import { parseProofText, PROOF_VERSION_3 } from '@fairlot/fairness/proof'
import type { EventProof, EventProof3 } from '@fairlot/fairness/proof'
import { ReadError } from '@fairlot/fairness/read'
import type { Badge, StepStatus } from '@fairlot/fairness/verify'
import { readEvent, verifyEvent } from '@fairlot/fairness/verify/event'
import type { EVENT_STEPS } from '@fairlot/fairness/verify/event'
import type { EVENT_STEPS_3 } from '@fairlot/fairness/verify/version-3/event'
import type { LostReading } from './lost.ts'
import { keysNamed, verdictFor, verifyTrusting } from './trust.ts'
import type { DeviceVerdict, Trusted } from './trust.ts'
import { vouchedOf } from './vouched.ts'
import type { Vouched } from './vouched.ts'

/** What the page shows of an event, with the member's place in the list. Amounts are those of the wire. */
export type ShownEvent = {
  event: string
  pool: string
  winners: number
  prize: string
  friends: number
  topUp: string
  deadline: number
  commitment: string
  participants: number
  /** how many of them are left out */
  leftOut: number
  /** places in the list of those who won, in the drawn order; null before the draw */
  results: readonly number[] | null
  isVoid: boolean
  own: { seq: number; tag: string; isOut: boolean } | null
}

export type EventStepName = (typeof EVENT_STEPS | typeof EVENT_STEPS_3)[number] | 'loss' | 'page'
export type EventCheckStep = {
  step: EventStepName
  status: StepStatus
  /** an English message, shown at a failed step */
  detail: string
}

export type CheckedEvent = {
  verdict: DeviceVerdict
  badge: Badge | null
  isVoid: boolean
  /** too few witnesses signed in time, so the draw stands in favour of the members */
  isFavour: boolean
  /** the named witnesses and their quorum; null before version 3 and in grades without witnesses */
  vouched: Vouched | null
  /** places in the list of those who are left out, ascending */
  out: readonly number[]
  trusted: Trusted | null
  steps: EventCheckStep[]
  failed: EventCheckStep | null
}

/**
 * Checks the text of a proof document: the same text that the member can download.
 * @param publicKey the log's key that this device trusts, hex
 * @param witness the key of the witness that the member trusts
 * @param lost how to read and verify it, where its log was lost
 */
export function checkEvent(
  text: string,
  shown: ShownEvent,
  publicKey: string,
  witness: string | null = null,
  lost?: LostReading<EventProof3>,
): CheckedEvent {
  let document: unknown
  let proof: EventProof | EventProof3
  try {
    document = parseProofText(text)
    proof = (lost?.read ?? readEvent)(document)
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    const step: EventCheckStep = { step: 'terms', status: 'failed', detail: error.message }
    const nothing = { badge: null, isFavour: false, vouched: null, out: [], trusted: null }
    return { ...nothing, verdict: 'failed', isVoid: shown.isVoid, steps: [step], failed: step }
  }
  const { verification, trusted } = verifyTrusting(
    (options) => (lost?.verify ?? verifyEvent)(document, options),
    {
      publicKey,
      witness,
      named: keysNamed(proof.terms),
      isOpen: proof.seal !== null && proof.result === null,
    },
  )
  const { verdict, badge, steps: verified } = verification
  const steps = [...verified, pageStep(proof, shown)] as EventCheckStep[]
  const failed = steps.find(({ status }) => status === 'failed') ?? null
  return {
    verdict: failed === null ? verdictFor(verdict, trusted) : 'failed',
    badge,
    isVoid: proof.seal === null,
    // of a lost log the page says why
    isFavour: !lost && proof.result !== null && 'favour' in proof.result && proof.result.favour,
    vouched: !lost && proof.version === PROOF_VERSION_3 ? vouchedOf(proof) : null,
    out: outOf(proof),
    trusted: failed === null ? trusted : null,
    steps,
    failed,
  }
}

/** Whether a document has winners or is that of a void event; null when it is not the proof of an event. */
export function hasEnded(text: string): boolean | null {
  try {
    const { seal, result } = readEvent(parseProofText(text))
    return seal === null || result !== null
  } catch (error) {
    if (error instanceof ReadError) return null
    throw error
  }
}

/** Who is left out: the seal of version 3 says so, or the entry of the void, which the verifier has checked. */
function outOf(proof: EventProof | EventProof3): readonly number[] {
  if (proof.version !== PROOF_VERSION_3) return []
  if (proof.seal !== null) return proof.seal.out ?? []
  const out = /"out":\[([\d,]+)\]/.exec(proof.log?.entries[1]?.bytes ?? '')
  return out ? out[1]!.split(',').map(Number) : []
}

/** The ledger's units of a wire amount, as proofs have them. */
const units = (amount: string): string => String(parseMoney(amount))

function pageStep(proof: EventProof | EventProof3, shown: ShownEvent): EventCheckStep {
  const { terms, seal, rows, result } = proof
  const out = outOf(proof)
  const { event, pool, winners, prize, friends, topUp, deadline, commitment } = terms
  const isVoid = seal === null
  const { own } = shown
  const row = own === null ? undefined : rows[own.seq - 1]
  const proven = {
    event,
    pool,
    winners,
    prize,
    friends,
    topUp,
    deadline,
    commitment,
    // a void event proves no participants
    participants: isVoid ? shown.participants : rows.length,
    leftOut: out.length,
    results: result?.winners ?? null,
    isVoid,
    own: own && { seq: own.seq, tag: isVoid ? own.tag : (row?.tag ?? ''), isOut: out.includes(own.seq) },
  }
  const page = { ...shown, pool: units(shown.pool), prize: units(shown.prize), topUp: units(shown.topUp) }
  const different = Object.entries(proven).flatMap(([name, value]) => {
    const here = JSON.stringify(page[name as keyof typeof page])
    const there = JSON.stringify(value)
    return here === there ? [] : [`${name} is ${here} here and ${there} there`]
  })
  return different.length === 0
    ? { step: 'page', status: 'passed', detail: 'the page shows the values of the proof' }
    : { step: 'page', status: 'failed', detail: `the page differs from the proof: ${different.join(', ')}` }
}
