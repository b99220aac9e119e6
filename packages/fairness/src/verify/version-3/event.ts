/** The verifier of prize-share events of version 3. */
import { claimedDigest } from '../../claimed-rows.ts'
import { eventName } from '../../entries.ts'
import type { EventProof3 } from '../../proof/version-3/documents.ts'
import { readEventProof3 } from '../../proof/version-3/event.ts'
import { readProofKind } from '../../proof.ts'
import { demand } from '../../read.ts'
import { badgeOf, demandEqual } from '../draw-steps.ts'
import { checkEventTerms, EVENT_CHECKS, type EventDrawStep, type SealedEvent } from '../event-steps.ts'
import type { Outcome, StepName, Verification, VerifyOptions } from '../types.ts'
import { type Verifier, verifyWith } from '../verification.ts'
import { checkClaim } from './claim.ts'
import { checkEventFavour } from './favour.ts'
import { checkAudited3, checkCheckpoints3, checkContent, checkInclusion3 } from './logged.ts'
import { checkParticipantReceipt3 } from './receipts.ts'
import { sentenceOn } from './sentence.ts'
import { checkWitnesses3, isConfirmed, vouchedFor } from './witnesses.ts'

/** The steps of an event in order. */
export const EVENT_STEPS_3 = [
  'terms',
  'content',
  'commitment',
  'times',
  'codes',
  'digest',
  'sum',
  'round',
  'beacon',
  'entropy',
  'result',
  'inclusion',
  'checkpoint',
  'witnesses',
  'favour',
  'claim',
] as const satisfies readonly StepName[]
type EventStep = (typeof EVENT_STEPS_3)[number]

const VOID_EVENT_STEPS_3 = ['terms', 'content', 'inclusion', 'checkpoint', 'witnesses'] as const

type OtherStep = Exclude<EventStep, EventDrawStep>
const OTHER_CHECKS: Readonly<Record<OtherStep, (proof: EventProof3, options: VerifyOptions) => Outcome>> = {
  terms: checkEventTerms,
  content: checkContent,
  inclusion: checkInclusion3,
  checkpoint: checkCheckpoints3,
  witnesses: checkWitnesses3,
  favour: checkEventFavour,
  claim: ({ rows }, options) => checkClaim(rows, options),
}

/** @param document a parsed JSON value that states version 3 */
export function verifyEvent3(document: unknown, options: VerifyOptions): Verification {
  return verifyWith(EVENTS_3, document, options)
}

export const EVENTS_3: Verifier<EventProof3, EventStep> = {
  what: 'event',
  read: (document) => {
    const { kind, proof } = readProofKind(document)
    demand(kind === 'event', `the proof is that of kind ${kind}`)
    return readEventProof3(proof)
  },
  stepsOf: ({ seal }) => (seal === null ? VOID_EVENT_STEPS_3 : EVENT_STEPS_3),
  check,
  checkReceipt: checkParticipantReceipt3,
  checkAudited: (proof, audited) => checkAudited3(proof, eventName(proof.terms.event), audited),
  badgeOf,
  mainSentence: sentenceOn,
  originOf: ({ terms }) => ({ version: 3, demo: terms.demo }),
  isConfirmed,
  vouchedFor,
}

const isOther = (step: EventStep): step is OtherStep => step in OTHER_CHECKS

function check(step: EventStep, proof: EventProof3, options: VerifyOptions): Outcome {
  if (isOther(step)) return OTHER_CHECKS[step](proof, options)
  const { seal, terms, rows } = proof
  if (seal === null) throw new TypeError(`a void event has no step ${step}`)
  if (step !== 'digest') return EVENT_CHECKS[step]({ ...proof, seal } satisfies SealedEvent)
  demandEqual('the number of participants', seal.orders, rows.length)
  demandEqual('the digest of the participants', seal.digest, claimedDigest(terms.event, rows.length, rows))
  return `${rows.length} participants have the sealed digest`
}
