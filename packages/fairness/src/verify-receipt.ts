/** The receipt's part of a verification: what the house signed for an order is what the proof says of it. */
import { parseCheckpoint } from './checkpoint.ts'
import { treeRoot } from './log.ts'
import type { Proof } from './proof.ts'
import { demand } from './read.ts'
import { readReceipt, verifyReceipt } from './receipt.ts'

/**
 * Step `receipt`.
 * @param document the signed receipt, a parsed JSON value
 * @param trusted the log's key as the member knows it
 * @throws ReadError
 */
export function checkReceipt(proof: Proof, document: unknown, trusted: string | undefined): string {
  const { signed, receipt } = readReceipt(document)
  const { terms, rows, log } = proof
  const key = trusted ?? log?.publicKey
  demand(key === undefined || key === signed.publicKey, 'the receipt is of another key than the log')
  demand(verifyReceipt(signed), 'the receipt is not signed by its key')
  demand(receipt.kind === 'order', 'the receipt is not one of an order')
  demand(
    receipt.issue === terms.issue,
    `the receipt is of issue ${receipt.issue}, the proof of ${terms.issue}`,
  )
  const row = rows.find(({ first }) => first === receipt.first)
  demand(row !== undefined, `no order of the proof begins with code ${receipt.first}`)
  demand(row.quantity === receipt.quantity, `the order has ${row.quantity} codes in the proof`)
  demand(row.ms === receipt.ms, `the order was placed at ${row.ms} in the proof`)
  demand(row.tag === receipt.tag, `the order is that of tag ${row.tag} in the proof`)
  const amount = BigInt(terms.price) * BigInt(receipt.quantity)
  demand(BigInt(receipt.amount) === amount, `the order cost ${amount} by the terms of the proof`)
  checkLogState(proof, receipt.logSize, receipt.logRoot)
  const unknown =
    key === undefined ? "; its key is the receipt's own (none was given, and the proof has no log)" : ''
  return `the signed receipt is that of order ${row.seq}${unknown}`
}

/** Where the proof knows the log's root of the receipt's size, they are the same. */
function checkLogState({ log }: Proof, size: number, root: string): void {
  const known = new Map([[0, treeRoot([])]])
  for (const note of log === null ? [] : [log.sealCheckpoint, log.checkpoint]) {
    const checkpoint = parseCheckpoint(note)
    if (checkpoint) known.set(checkpoint.size, checkpoint.root)
  }
  demand((known.get(size) ?? root) === root, `the receipt shows another log of size ${size} than the proof`)
}
