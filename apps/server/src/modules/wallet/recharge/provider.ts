/**
 * The interface to a payment company. The company hosts the page on which a member pays, and reports the outcome by signed
 * notices. Notices may be repeated, late and out of order.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { OfferedLanguage } from '@fairlot/contract/languages'

export type PaymentOrder = {
  /** id of the recharge; opening a payment with the same reference again returns the same payment */
  readonly reference: string
  /** minor units */
  readonly amount: bigint
  readonly currency: string
  /** URL to which the company sends the member after the payment */
  readonly returnUrl: string
  /** Unix milliseconds */
  readonly expiresAtMs: number
}

export type OpenedPayment = { readonly paymentId: string; readonly payUrl: string }

/** A notice whose signature, age and shape have been checked. */
export type Notice = {
  /** unique per company; repetitions of a notice have the same id */
  readonly eventId: string
  readonly paymentId: string
  readonly type: 'pending' | 'succeeded' | 'failed'
  /** minor units that the company received */
  readonly amount: bigint
  readonly currency: string
  /** the signed text; the wallet stores it as evidence */
  readonly body: string
}

/** A refund of a part of a payment, or of all of it. */
export type RefundOrder = {
  /** id of the withdrawal; a repeated call with the same reference is the same refund */
  readonly reference: string
  readonly paymentId: string
  /** minor units */
  readonly amount: bigint
  readonly currency: string
}

/** A notice that a refund was paid, whose signature, age and shape have been checked. `amount`: what was refunded. */
export type RefundNotice = Omit<Notice, 'type'> & {
  readonly type: 'refunded'
  /** of the order */
  readonly reference: string
  /** the company's id of the refund */
  readonly refundId: string
}

export type PaymentProvider = {
  /** name in the URL of the hook (`/hooks/<name>`) and in the database */
  readonly name: string
  /** Opens a payment at the company. Never called inside a database transaction. */
  openPayment(order: PaymentOrder): Promise<OpenedPayment>
  /** The URL of the payment page in the member's language. */
  pageUrl(payUrl: string, language: OfferedLanguage): string
  /** Verifies and parses a notice. @throws NoticeRefused */
  readNotice(request: { headers: IncomingHttpHeaders; body: Buffer }): Notice | RefundNotice
  /** Orders a refund; the company reports it by a notice. Absent: the company pays nothing back. Never called inside a transaction. */
  refund?(order: RefundOrder): Promise<void>
}
