import type { SignedReceipt } from '@fairlot/fairness/receipt'
import type { Chosen, Finding, OrderFacts } from './check-receipt.ts'

/** The request to the worker: signature, log and id together, the draw on request. */
export type ReceiptRequest = {
  what: 'signature' | 'draw'
  signed: SignedReceipt
  facts: OrderFacts
  language: string
  /** the log's key that this device trusts, hex */
  publicKey: string
  /** null where this device does not know it */
  chosen: Chosen | null
}

/** `failed`: the data for the check could not be fetched. */
export type ReceiptAnswer =
  | { kind: 'signature'; signature: Finding; log: Finding; id: Finding | null }
  | { kind: 'draw'; draw: Finding }
  | { kind: 'failed' }
