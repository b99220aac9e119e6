/**
 * Who decides an identity check. `manual` is built in: two operators review the pictures. A company is connected by HTTP: it
 * receives the check in a signed call, and reports its result by signed notices, which may be repeated, late and out of order.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { IdentityReason, IdentitySlot } from '@fairlot/contract/life/identity-life'

export const MANUAL = 'manual'

/** A check as a company receives it. */
export type CheckOrder = {
  /** id of the check, which notices name */
  readonly check: string
  readonly number: string
  readonly document: string
  readonly name: string
  /** `1990-05-03` */
  readonly birthDate: string
  readonly documentNumber: string
  readonly validUntil: string | null
  readonly pictures: readonly { slot: IdentitySlot; type: 'image/webp'; base64: string }[]
}

/** A notice whose signature, age and shape have been checked. */
export type CheckNotice = {
  /** unique; repetitions of a notice have the same id */
  readonly eventId: string
  readonly check: string
  readonly result:
    | { state: 'approved' }
    | { state: 'refused'; reason: IdentityReason; note: string }
    | { state: 'again'; slots: readonly IdentitySlot[]; note: string }
  /** the signed text, kept as evidence */
  readonly body: string
}

export type IdentityProvider = {
  readonly name: 'http'
  /** Sends a check. Sending the same check again is harmless. @throws Error when the company did not take it */
  send(order: CheckOrder): Promise<void>
  /** Verifies and parses a notice. @throws NoticeRefused */
  readNotice(request: { headers: IncomingHttpHeaders; body: Buffer }): CheckNotice
}
