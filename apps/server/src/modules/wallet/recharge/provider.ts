/**
 * What the wallet asks of a payment company. The company hosts the page on which a member pays, and tells the
 * outcome by signed notices: repeated, late and out of order, as such notices are.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { OfferedLanguage } from '@fairlot/contract/languages'

export type PaymentOrder = {
  /** our recharge id: the same reference is the same payment, however often it is opened */
  readonly reference: string
  /** minor units */
  readonly amount: bigint
  readonly currency: string
  /** where the company sends the member afterwards */
  readonly returnUrl: string
  /** Unix milliseconds */
  readonly expiresAtMs: number
}

export type OpenedPayment = { readonly paymentId: string; readonly payUrl: string }

/** A notice whose signature, age and shape have been checked. */
export type Notice = {
  /** unique at the company; a repeated notice has the same */
  readonly eventId: string
  readonly paymentId: string
  readonly type: 'pending' | 'succeeded' | 'failed'
  /** minor units that the company received */
  readonly amount: bigint
  readonly currency: string
  /** the signed text, kept as evidence */
  readonly body: string
}

export type NoticeFault = 'signature' | 'stale' | 'malformed'

/** A notice that proves nothing: it is refused and leaves no trace but a log line. */
export class NoticeRefused extends Error {
  override name = 'NoticeRefused'
  readonly fault: NoticeFault

  constructor(fault: NoticeFault) {
    super(`a notice was refused: ${fault}`)
    this.fault = fault
  }
}

export type PaymentProvider = {
  /** last part of `/hooks/<name>`, and the provider column of what it sent */
  readonly name: string
  /** Opens a payment at the company. Never called inside a transaction of ours. */
  openPayment(order: PaymentOrder): Promise<OpenedPayment>
  /** The page in the member's language. */
  pageUrl(payUrl: string, language: OfferedLanguage): string
  /** Reads a notice from its raw bytes. @throws NoticeRefused */
  readNotice(request: { headers: IncomingHttpHeaders; body: Buffer }): Notice
}
