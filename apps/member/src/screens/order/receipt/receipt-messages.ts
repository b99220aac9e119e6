import type { SignedReceipt } from '@fairlot/fairness/receipt'
import type { Finding, OrderFacts } from './check-receipt.ts'

/** The request to the worker: signature and log together, the draw on request. */
export type ReceiptRequest = {
  what: 'signature' | 'draw'
  signed: SignedReceipt
  facts: OrderFacts
  language: string
  /** the log's key that this device trusts, hex */
  publicKey: string
}

/** `failed`: the data for the check could not be fetched. */
export type ReceiptAnswer =
  | { kind: 'signature'; signature: Finding; log: Finding }
  | { kind: 'draw'; draw: Finding }
  | { kind: 'failed' }
