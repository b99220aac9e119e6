/** The receipt step of a verification: the signed receipt of an order matches the order in the proof. */
import { parseCheckpoint } from '../checkpoint.ts'
import type { OrderRow } from '../draw.ts'
import { treeRoot } from '../log.ts'
import type { EarlierProof } from '../proof/types.ts'
import { demand } from '../read.ts'
import { type OrderReceipt, readReceipt, type Receipt, verifyReceipt } from '../receipt.ts'
import { runningHash } from '../running.ts'
import type { VerifyOptions } from './types.ts'

/**
 * Opens a signed receipt: its key is the log's, and it has signed the receipt.
 * @param document the signed receipt, a parsed JSON value
 * @param trusted the log's key (32 bytes hex) from a source that the member trusts; without it, the log's key in the
 *   proof is used, and without a log the key in the receipt
 * @returns the receipt, and a remark for the detail of the step
 * @throws ReadError
 */
export function openReceipt(
  document: unknown,
  log: { readonly publicKey: string } | null,
  trusted: string | undefined,
): { readonly receipt: Receipt; readonly unknown: string } {
  const { signed, receipt } = readReceipt(document)
  const key = trusted ?? log?.publicKey
  demand(key === undefined || key === signed.publicKey, "the receipt's key is not the log's key")
  demand(verifyReceipt(signed), 'the receipt is not signed by its key')
  const unknown =
    key === undefined ? "; its key is the receipt's own (none was given, and the proof has no log)" : ''
  return { receipt, unknown }
}

/** The row of an order that a receipt is about. @throws ReadError */
export function soldRow<R extends OrderRow>(
  receipt: Pick<OrderReceipt, 'issue' | 'first' | 'quantity' | 'ms' | 'tag'>,
  issue: string,
  rows: readonly R[],
): R {
  demand(receipt.issue === issue, `the receipt is for issue ${receipt.issue}, the proof for issue ${issue}`)
  const row = rows.find(({ first }) => first === receipt.first)
  demand(row !== undefined, `no order of the proof begins with code ${receipt.first}`)
  demand(row.quantity === receipt.quantity, `the order has ${row.quantity} codes in the proof`)
  demand(row.ms === receipt.ms, `the order was placed at ${row.ms} in the proof`)
  demand(row.tag === receipt.tag, `the order has tag ${row.tag} in the proof`)
  return row
}

/** Step `receipt`. @throws ReadError */
export function checkReceipt(
  proof: EarlierProof,
  document: unknown,
  { publicKey }: Pick<VerifyOptions, 'publicKey'>,
): string {
  const { terms, rows, log } = proof
  const { receipt, unknown } = openReceipt(document, log, publicKey)
  demand(receipt.t === 'receipt', 'the receipt is one of version 3, the proof is not')
  demand(receipt.kind === 'order', 'the receipt is not the receipt of an order')
  const row = soldRow(receipt, terms.issue, rows)
  const amount = BigInt(terms.price) * BigInt(receipt.quantity)
  demand(BigInt(receipt.amount) === amount, `the order costs ${amount} under the terms of the proof`)
  if ('running' in receipt) checkRunning(proof, receipt)
  checkLogState(log, receipt.logSize, receipt.logRoot)
  const before = 'running' in receipt ? ' and all orders before it' : ''
  return `the signed receipt matches order ${row.seq}${before}${unknown}`
}

/** The receipt's row number and its running hash are those of the proof's rows: no order was put before it later. */
function checkRunning({ terms, rows }: EarlierProof, { first, seq, running }: OrderReceipt): void {
  const row = rows[seq - 1]
  demand(row?.first === first, `the receipt is of order ${seq}, which is another one in the proof`)
  const computed = runningHash(terms.issue, terms.shares, rows.slice(0, seq))
  demand(running === computed, `the running hash of the orders 1 to ${seq} is ${computed} in the proof`)
}

/** The two signed notes of a proof; a void round has no note for a seal. */
type Notes = { readonly sealCheckpoint: string | null; readonly checkpoint: string }

/** Compares the receipt's log root with the proof's root of the same size, when the proof has one. */
export function checkLogState(log: Notes | null, size: number, root: string): void {
  compareStates(log === null ? [] : [log.sealCheckpoint, log.checkpoint], size, root)
}

/** @param notes signed notes; null where the proof has none */
export function compareStates(notes: readonly (string | null)[], size: number, root: string): void {
  const known = new Map([[0, treeRoot([])]])
  for (const note of notes) {
    const checkpoint = note === null ? null : parseCheckpoint(note)
    if (checkpoint) known.set(checkpoint.size, checkpoint.root)
  }
  demand(
    (known.get(size) ?? root) === root,
    `receipt and proof state different roots for the log of size ${size}`,
  )
}
