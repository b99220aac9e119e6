/** The mall's entries in the transparency log. The transaction that an entry reports also writes the entry. */
import type { IssueTerms as PublishedTerms, IssueTerms1 as PublishedTerms1 } from '@fairlot/fairness/proof'
import type { IssueTerms3 as PublishedTerms3 } from '@fairlot/fairness/proof/version-3/types'
import { FLOOR_MS, type Tx } from '../../../platform/db.ts'
import { publishedVouching, type LogTimes, type LogWriter } from '../../fair/index.ts'
import { createTerms, type IssueTerms } from './issue-terms.ts'
import { prizeTiersOf } from './tiers.ts'

/** The terms as log and proofs contain them. @param openedMs time of the opening, Unix milliseconds */
export function toPublishedTerms(terms: IssueTerms, openedMs: number): PublishedTerms {
  return { ...promisesOf(terms, openedMs), witnesses: terms.witnesses }
}

/**
 * The terms of an issue that opened under the rules of version 3. Issues are drawn when they are sold out, and sell every share.
 * @param content hash of what the issue opened with
 */
export function toPublishedTerms3(terms: IssueTerms, openedMs: number, content: string): PublishedTerms3 {
  const vouching = publishedVouching(terms)
  return { ...promisesOf(terms, openedMs), ...vouching, content, closes: null, minimum: null, free: 0 }
}

function promisesOf(terms: IssueTerms, openedMs: number): Omit<PublishedTerms, 'witnesses'> {
  return {
    ...commonTerms(terms, openedMs),
    grade: terms.grade,
    recyclePercent: terms.recyclePercent,
    value: String(terms.prizeValue),
    maxPerMember: terms.maxPerMember,
    minVip: terms.minVip,
    deadline: terms.closesAtMs,
    mode: terms.mode,
    demo: terms.demo,
  }
}

/** The terms of an issue that opened under the rules of version 1. @throws Error for a grade that those rules do not have */
export function toPublishedTerms1(terms: IssueTerms, openedMs: number): PublishedTerms1 {
  const { grade } = terms
  if (grade === 'witnessed') throw new Error(`issue ${terms.number} cannot have opened under the old rules`)
  return { ...commonTerms(terms, openedMs), grade }
}

function commonTerms(terms: IssueTerms, openedMs: number): Omit<PublishedTerms1, 'grade'> {
  const { bands, prizes } = prizeTiersOf(terms)
  return {
    issue: terms.number,
    shares: terms.shares,
    price: String(terms.price),
    reading: terms.timesCounted,
    offset: terms.utcOffset,
    chain: terms.chain,
    delay: terms.delay,
    bands,
    prizes: prizes.map(String),
    commitment: terms.commitment,
    at: openedMs,
  }
}

/**
 * Appends the entry of an issue that this transaction puts on sale, and signs a checkpoint that covers it: no order is older
 * than the publication of its terms. The transaction has locked the log before everything else.
 * @throws Error when the issue's mark as part of the demo world contradicts the time of its opening
 */
export async function publishOpening(
  tx: Tx,
  writer: LogWriter,
  issueId: string,
  { beganMs }: LogTimes,
): Promise<void> {
  const [issue] = await tx.query<{ openedMs: bigint; rules: number; content: string }>(
    `select ${FLOOR_MS('opened_at')} as "openedMs", log_rules as rules, kept.hash as content
     from issue join issue_content kept using (issue_id) where issue_id = $1 and opened_at is not null`,
    [issueId],
  )
  const terms = (await createTerms(tx).byIds([issueId])).get(issueId)
  if (!issue || !terms) throw new Error(`issue ${issueId} is not on sale`)
  const openedMs = Number(issue.openedMs)
  if (terms.demo !== openedMs < beganMs)
    throw new Error(`issue ${terms.number} cannot open: its terms say that demo is ${terms.demo}`)
  const published =
    issue.rules < 3 ? toPublishedTerms(terms, openedMs) : toPublishedTerms3(terms, openedMs, issue.content)
  await writer.publish(tx, [{ t: 'issue-open', ...published }])
}

/** Why an issue was refunded, as entries of version 3 say it. The log before has lost what the current one did not open. */
const REFUNDED = `
select terms.number, issue.log_rules as rules, issue.sold as shares, ${FLOOR_MS('business_now()')} as now,
  case when issue.lost or not exists (
      select from log_entry opening where opening.subject = terms.number and opening.kind = 'issue-open'
        and opening.log = (select max(number) from log)) then 'lost'
    when issue.unwitnessed then 'witnesses'
    when exists (select from seat_left where seat_left.issue_id = issue.issue_id) then 'pk' else 'deadline' end as reason,
  issue.closes_ms as "closesMs"
from issue join issue_terms terms using (issue_id) where issue.issue_id = $1`

type Refunded = {
  number: string
  rules: number
  shares: number
  now: bigint
  reason: 'lost' | 'witnesses' | 'pk' | 'deadline'
  closesMs: bigint
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
  const [issue] = await tx.query<Refunded>(REFUNDED, [issueId])
  if (!issue) throw new Error(`there is no issue ${issueId}`)
  const { number, rules, shares, now, reason, closesMs } = issue
  const refund = {
    t: 'issue-refund' as const,
    issue: number,
    orders,
    amount: String(amount),
    at: Number(now),
  }
  if (rules < 3) return writer.enqueue(tx, refund)
  // the audit takes no entry that is dated before the deadline, also when the clock went back since
  const at = reason === 'deadline' ? Math.max(Number(now), Number(closesMs)) : Number(now)
  await writer.enqueue(tx, { ...refund, shares, reason, at })
}
