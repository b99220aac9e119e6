/** The signed receipt of an order, which its member keeps as evidence. */
import type { SignedReceipt } from '@fairlot/fairness/receipt'
import { memberTag } from '@fairlot/fairness/tag'
import type { Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Receipts, TagKeys } from '../../fair/index.ts'
import { createRunningHashes } from '../draws/running-hash.ts'
import type { TermsReader } from '../issues/issue-terms.ts'
import { orderOf } from './orders.queries.ts'

export type OrderReceiptOptions = { db: Executor; terms: TermsReader; tagKeys: TagKeys; receipts: Receipts }

/** @returns signs the receipt of a member's order; it throws the Refusals NO_SUCH_DATA (also for one that came to nothing) and PENDING */
export function createOrderReceipts({
  db,
  terms,
  tagKeys,
  receipts,
}: OrderReceiptOptions): (memberId: string, orderId: string) => Promise<SignedReceipt> {
  const running = createRunningHashes({ db, tagKeys })
  return async (memberId, orderId) => {
    const row = await orderOf(db, memberId, orderId)
    if (row?.state === 'held') throw new Refusal('PENDING')
    const issue = row && (await terms.byIds([row.issueId])).get(row.issueId)
    if (!issue || row.state !== 'done' || row.first === null || row.seq === null)
      throw new Refusal('NO_SUCH_DATA')
    const { seq, rules, content } = row
    return receipts.ofOrder({
      memberId,
      orderId: row.order,
      issue: issue.number,
      tag: memberTag(tagKeys.of(issue.number), memberId),
      ms: Number(row.ms),
      first: row.first,
      quantity: row.quantity,
      amount: row.amount,
      rules,
      content,
      seq,
      running: () => running.of({ ...issue, rules }, seq),
    })
  }
}
