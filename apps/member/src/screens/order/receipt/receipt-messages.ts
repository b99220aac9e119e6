import type { SignedReceipt } from '@fairlot/fairness/receipt'
import type { Finding, OrderFacts } from './check-receipt.ts'

/** What the page asks of the worker: signature and log at once, the draw when the member wants it. */
export type ReceiptRequest = {
  what: 'signature' | 'draw'
  signed: SignedReceipt
  facts: OrderFacts
  language: string
}

/** `failed`: what the check needs could not be fetched. */
export type ReceiptAnswer =
  | { kind: 'signature'; signature: Finding; log: Finding }
  | { kind: 'draw'; draw: Finding }
  | { kind: 'failed' }
