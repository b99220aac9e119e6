/** The step `receipt` of version 3: a signed receipt is that of a row, of this content and of this log. */
import { claimedRunning, type ClaimedRow, claimOf } from '../../claimed-rows.ts'
import type { ProofEntry } from '../../proof/types.ts'
import type { EventProof3, IssueProof3, LinkedNote, RoundProof3 } from '../../proof/version-3/documents.ts'
import { demand } from '../../read.ts'
import type { EventReceipt3, OrderReceipt3, Receipt3 } from '../../receipt.ts'
import { demandEqual } from '../draw-steps.ts'
import { parsed } from '../entry-text.ts'
import { joinedRow } from '../event-log.ts'
import { compareStates, openReceipt, soldRow } from '../receipt-step.ts'
import { betRow, demandRound } from '../round-log.ts'
import type { VerifyOptions } from '../types.ts'

/** What a receipt is compared with of the log part of a document. */
type Logged = {
  readonly publicKey: string
  readonly entries: readonly ProofEntry[]
  readonly notes: readonly (string | null)[]
}

const notesOf = (notes: readonly LinkedNote[]): string[] => notes.map(({ note }) => note)

function opened(
  document: unknown,
  log: Logged | null,
  { publicKey }: VerifyOptions,
): { readonly receipt: Receipt3; readonly remark: string } {
  const { receipt, unknown } = openReceipt(document, log, publicKey)
  demand(receipt.t === 'receipt/3', 'the receipt is not one of version 3')
  const { logSize: size, logRoot: root } = receipt
  if (log === null) return { receipt, remark: unknown }
  demand(size > log.entries[0]!.index, `the receipt is of a log of ${size} entries, before the opening`)
  compareStates(log.notes, size, root)
  return { receipt, remark: '' }
}

/** @throws ReadError */
export function checkOrderReceipt3(proof: IssueProof3, document: unknown, options: VerifyOptions): string {
  const { terms, rows, log } = proof
  const { receipt, remark } = opened(document, loggedOf(log), options)
  demand(receipt.kind === 'order', 'the receipt is not the receipt of an order')
  const row = soldRow(receipt, terms.issue, rows)
  const amount = BigInt(terms.price) * BigInt(receipt.quantity)
  const isFree = terms.free > 0 && receipt.quantity === 1 && receipt.amount === '0'
  demand(
    isFree || BigInt(receipt.amount) === amount,
    `the order costs ${amount} under the terms of the proof`,
  )
  checkBound(receipt, row, terms.content)
  checkRunning(receipt, row, claimedRunning(terms.issue, terms.shares, rows.slice(0, row.seq)))
  return `the signed receipt matches order ${row.seq} and all orders before it${remark}`
}

/** Nobody took part in a void event, or the pool is shared evenly: then its document has no rows. @throws ReadError */
export function checkParticipantReceipt3(
  proof: EventProof3,
  document: unknown,
  options: VerifyOptions,
): string {
  const { terms, rows, log, seal } = proof
  const { receipt, remark } = opened(document, loggedOf(log), options)
  demand(receipt.kind === 'event', 'the receipt is not the receipt of a participant')
  const { event } = receipt
  demand(event === terms.event, `the receipt is for event ${event}, the proof for event ${terms.event}`)
  demandEqual('the content of the receipt', receipt.content, terms.content)
  if (seal === null) {
    const isEmpty = log !== null && parsed(log.entries[1]!, 'the void')['participants'] === 0
    demand(!isEmpty, 'the receipt is that of a participant, but the event is void because nobody took part')
    return `the signed receipt is that of a participant of this void event${remark}`
  }
  const row = joinedRow(receipt, rows)
  checkBound(receipt, row, terms.content)
  checkRunning(receipt, row, claimedRunning(event, EVENT_SHARES, rows.slice(0, row.seq)))
  return `the signed receipt matches participant ${row.seq} and all before it${remark}`
}

/** The opening of an event states no number of codes. */
const EVENT_SHARES = 0

/** @throws ReadError */
export function checkBetReceipt3(proof: RoundProof3, document: unknown, options: VerifyOptions): string {
  const { terms, rows, log } = proof
  const logged = log && {
    ...log,
    notes: [log.chainCheckpoint.note, log.checkpoint, ...notesOf(log.chainLines)],
  }
  const { receipt, remark } = opened(document, logged, options)
  demand(receipt.kind === 'bet', 'the receipt is not the receipt of a bet')
  demandRound(receipt, terms)
  const own = rows.filter((row) => row.claim === claimOf(receipt.order))
  demand(own.length === 1, `${own.length} bets of the proof have the claim of the receipt's order`)
  const row = betRow(receipt, own)
  demandEqual('the number of the bet', receipt.seq, row.seq)
  return `the signed receipt matches bet ${row.seq}${remark}`
}

function loggedOf(log: IssueProof3['log']): Logged | null {
  if (log === null) return null
  const { lines, confirmation, sealCheckpoint, checkpoint } = log
  return { ...log, notes: [sealCheckpoint, checkpoint, ...notesOf(lines), ...notesOf(confirmation)] }
}

/** The row is that of the receipt's purchase, and the receipt names the content of the opening. */
function checkBound(receipt: OrderReceipt3 | EventReceipt3, row: ClaimedRow, content: string): void {
  demandEqual("the claim of the receipt's order", row.claim, claimOf(receipt.order))
  demandEqual('the content of the receipt', receipt.content, content)
}

function checkRunning(receipt: OrderReceipt3 | EventReceipt3, row: ClaimedRow, computed: string): void {
  demandEqual('the number of the row', receipt.seq, row.seq)
  demandEqual(`the running hash of the rows 1 to ${row.seq}`, receipt.running, computed)
}
