/** The verifier of events whose log was lost after the seal. */
import { eventName } from '../../entries.ts'
import type { Verification, VerifyOptions } from '../types.ts'
import { verifyWith } from '../verification.ts'
import { EVENTS_3 } from './event.ts'
import { checkEventAmount } from './favour.ts'
import { lostVerifier } from './lost.ts'

const LOST_EVENTS = lostVerifier(EVENTS_3, ({ terms }) => eventName(terms.event), checkEventAmount)

/** Reads an event that has the part `lost`. @throws ReadError that names the field */
export const readLostEvent = LOST_EVENTS.read

/** Verifies a document of an event that has the part `lost`, as `verifyEvent` does others. */
export const verifyLostEvent = (document: unknown, options: VerifyOptions = {}): Verification =>
  verifyWith(LOST_EVENTS, document, options)
