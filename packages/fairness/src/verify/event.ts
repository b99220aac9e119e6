/**
 * The verifier of prize-share events: recomputes the winners from the proof document and reports each step. Like the verifier
 * of issues (verify.ts), it needs no network and uses its built-in keys, chains and rules.
 */
import { hasBeacon } from '../draw.ts'
import { readEventProof } from '../proof/event.ts'
import type { EventProof } from '../proof/event-types.ts'
import { type EventProof3, readProofKind, statesVersion3 } from '../proof.ts'
import { readEventProof3 } from '../proof/version-3/event.ts'
import { demand } from '../read.ts'
import { badgeOf } from './draw-steps.ts'
import {
  checkAuditedEvent,
  checkEventCheckpoints,
  checkEventInclusion,
  checkParticipantReceipt,
} from './event-log.ts'
import { checkEventTerms, EVENT_CHECKS, EVENT_STEPS, type EventStep } from './event-steps.ts'
import { absent, type Outcome, unneeded, type Verification, type VerifyOptions } from './types.ts'
import { VOID_STEPS } from './round-steps.ts'
import { type Verifier, verifyWith } from './verification.ts'
import { verifyEvent3 } from './version-3/event.ts'
import { checkLines } from './witness-step.ts'

export { EVENT_STEPS } from './event-steps.ts'

/**
 * Reads a parsed JSON value as the proof of an event.
 * @throws ReadError that names the field
 */
export function readEvent(value: unknown): EventProof | EventProof3 {
  return statesVersion3(value) ? readEventProof3(readKind(value)) : readEventProof(readKind(value))
}

function readKind(value: unknown): Record<string, unknown> {
  const { kind, proof } = readProofKind(value)
  demand(kind === 'event', `the proof is that of kind ${kind}`)
  return proof
}

/**
 * Verifies the proof document of an event (a parsed JSON value). Never throws because of a document's content. All steps
 * run, even after one has failed. A void event has the steps `terms`, `inclusion` and `checkpoint` only.
 */
export function verifyEvent(document: unknown, options: VerifyOptions = {}): Verification {
  if (statesVersion3(document)) return verifyEvent3(document, options)
  return verifyWith(EVENTS, document, options)
}

const EVENTS: Verifier<EventProof, EventStep> = {
  what: 'event',
  read: (document) => readEventProof(readKind(document)),
  stepsOf: ({ seal }) => (seal === null ? VOID_STEPS : EVENT_STEPS),
  check,
  checkReceipt: checkParticipantReceipt,
  checkAudited: checkAuditedEvent,
  badgeOf,
  namedLinesOf: ({ terms: { witnesses }, log }) =>
    witnesses === null || log === null ? null : { witnesses, cosignatures: log.cosignatures },
  mainSentence,
  originOf: ({ terms }) => ({ version: 2, demo: terms.demo }),
}

function check(step: EventStep, proof: EventProof, options: VerifyOptions): Outcome {
  if (step === 'terms') return checkEventTerms(proof)
  if (step === 'inclusion') return checkEventInclusion(proof, options)
  if (step === 'checkpoint') return checkEventCheckpoints(proof, options)
  const { seal } = proof
  if (seal === null) throw new TypeError(`a void event has no step ${step}`)
  return step === 'witnesses'
    ? checkEventWitnesses({ ...proof, seal }, options)
    : EVENT_CHECKS[step]({ ...proof, seal })
}

function checkEventWitnesses(
  { log, seal, terms, result }: EventProof & { seal: NonNullable<EventProof['seal']> },
  { witness }: VerifyOptions,
): Outcome {
  if (log === null || log.sealCheckpoint === null)
    return absent('not present: this document carries no signatures of witnesses')
  if (!hasBeacon(terms.grade)) {
    demand(witness === undefined, `grade ${terms.grade} carries no signatures of witnesses`)
    return unneeded(`grade ${terms.grade} carries no signatures of witnesses`)
  }
  const { sealCheckpoint, cosignatures } = log
  return checkLines({ terms, seal, result, log: { sealCheckpoint, cosignatures } }, witness)
}

function mainSentence({ seal }: EventProof, verdict: 'verified' | 'sealed' | 'unconfirmed'): string {
  if (seal === null) return 'This document verifies: the event is void, because nobody took part.'
  if (verdict === 'verified')
    return 'This proof verifies, and the signed log holds its terms, seal and winners.'
  const decides = seal.round === null ? '.' : `; round ${seal.round} of the beacon decides the winners.`
  return `This document verifies: the event is sealed, not drawn${decides}`
}
