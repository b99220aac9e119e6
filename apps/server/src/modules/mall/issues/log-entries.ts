/** The mall's entries in the transparency log. The transaction that an entry reports also enqueues the entry. */
import type { IssueTerms as PublishedTerms } from '@fairlot/fairness/proof'
import { FLOOR_MS, type Tx } from '../../../platform/db.ts'
import type { LogWriter } from '../../fair/index.ts'
import { createTerms, type IssueTerms } from './issue-terms.ts'
import { prizeTiersOf } from './tiers.ts'

/** The terms as log and proofs contain them. @param openedMs time of the opening, Unix milliseconds */
export function toPublishedTerms(terms: IssueTerms, openedMs: number): PublishedTerms {
  const { bands, prizes } = prizeTiersOf(terms)
  return {
    issue: terms.number,
    shares: terms.shares,
    price: String(terms.price),
    reading: terms.timesCounted,
    grade: terms.grade,
    offset: terms.utcOffset,
    chain: terms.chain,
    delay: terms.delay,
    bands,
    prizes: prizes.map(String),
    commitment: terms.commitment,
    at: openedMs,
  }
}

/** Enqueues the entry of an issue that this transaction puts on sale. */
export async function publishOpening(tx: Tx, writer: LogWriter, issueId: string): Promise<void> {
  const [issue] = await tx.query<{ openedMs: bigint }>(
    `select ${FLOOR_MS('opened_at')} as "openedMs" from issue
     where issue_id = $1 and opened_at is not null`,
    [issueId],
  )
  const terms = (await createTerms(tx).byIds([issueId])).get(issueId)
  if (!issue || !terms) throw new Error(`issue ${issueId} is not on sale`)
  await writer.enqueue(tx, { t: 'issue-open', ...toPublishedTerms(terms, Number(issue.openedMs)) })
}

/**
 * Enqueues the entry of an issue whose refund this transaction completes.
 * @param refund number of refunded orders, and their total amount in minor units
 */
export async function publishRefund(
  tx: Tx,
  writer: LogWriter,
  issueId: string,
  { orders, amount }: { orders: number; amount: bigint },
): Promise<void> {
  const [issue] = await tx.query<{ number: string; now: bigint }>(
    `select number, ${FLOOR_MS('business_now()')} as now from issue_terms where issue_id = $1`,
    [issueId],
  )
  if (!issue) throw new Error(`there is no issue ${issueId}`)
  const { number, now } = issue
  await writer.enqueue(tx, {
    t: 'issue-refund',
    issue: number,
    orders,
    amount: String(amount),
    at: Number(now),
  })
}
