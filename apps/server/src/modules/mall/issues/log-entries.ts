/** What the mall publishes in the transparency log, left behind by the transactions that it tells of. */
import type { Band } from '@fairlot/fairness/draw'
import type { IssueTerms as PublishedTerms } from '@fairlot/fairness/proof'
import type { Tx } from '../../../platform/db.ts'
import type { LogWriter } from '../../fair/index.ts'
import { createTerms, type IssueTerms } from './issue-terms.ts'

/** Goods have one prize: for the winning code alone. */
export const GOODS_BANDS: readonly Band[] = [[0, 0]]

/** The terms as the log and proofs have them. @param openedMs opening, Unix milliseconds */
export function publishedTerms(terms: IssueTerms, openedMs: number): PublishedTerms {
  return {
    issue: terms.number,
    shares: terms.shares,
    price: String(terms.price),
    reading: terms.timesCounted,
    grade: terms.grade,
    offset: terms.utcOffset,
    chain: terms.chain,
    delay: terms.delay,
    bands: GOODS_BANDS,
    prizes: [String(terms.prizeValue)],
    commitment: terms.commitment,
    at: openedMs,
  }
}

/** Leaves the entry of an issue that this transaction puts on sale. */
export async function publishOpening(tx: Tx, writer: LogWriter, issueId: string): Promise<void> {
  const [issue] = await tx.query<{ openedMs: bigint }>(
    `select floor(extract(epoch from opened_at) * 1000)::bigint as "openedMs" from issue
     where issue_id = $1 and opened_at is not null`,
    [issueId],
  )
  const terms = (await createTerms(tx).byIds([issueId])).get(issueId)
  if (!issue || !terms) throw new Error(`issue ${issueId} is not on sale`)
  await writer.leave(tx, { t: 'issue-open', ...publishedTerms(terms, Number(issue.openedMs)) })
}

/**
 * Leaves the entry of an issue whose orders are paid back by this transaction's end.
 * @param refund how many orders, and their money in minor units
 */
export async function publishRefund(
  tx: Tx,
  writer: LogWriter,
  issueId: string,
  { orders, amount }: { orders: number; amount: bigint },
): Promise<void> {
  const [issue] = await tx.query<{ number: string; now: bigint }>(
    `select number, floor(extract(epoch from business_now()) * 1000)::bigint as now from issue_terms where issue_id = $1`,
    [issueId],
  )
  if (!issue) throw new Error(`there is no issue ${issueId}`)
  const { number, now } = issue
  await writer.leave(tx, {
    t: 'issue-refund',
    issue: number,
    orders,
    amount: String(amount),
    at: Number(now),
  })
}
