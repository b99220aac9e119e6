/** The mall's entries in the transparency log. The transaction that an entry reports also writes the entry. */
import type { IssueTerms as PublishedTerms, IssueTerms1 as PublishedTerms1 } from '@fairlot/fairness/proof'
import type { IssueTerms3 as PublishedTerms3, RefundReason } from '@fairlot/fairness/proof/version-3/types'
import { FLOOR_MS, type Tx } from '../../../platform/db.ts'
import {
  hasLostSeal,
  isOfLostLog,
  publishedVouching,
  rulesAt,
  type LogTimes,
  type LogWriter,
} from '../../fair/index.ts'
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

const REFUND = `
  select t.number, i.log_rules as rules, r.orders, i.sold as shares, r.amount, r.reason,
    -- the log takes no refund that is dated before the deadline, also when the clock went back since
    greatest(${FLOOR_MS('business_now()')}, case when r.reason = 'deadline' then i.closes_ms end) as now
  from issue_refund r join issue i using (issue_id) join issue_terms t using (issue_id) where r.issue_id = $1`

type RefundRow = {
  number: string
  rules: number
  orders: number
  shares: number
  amount: bigint
  reason: RefundReason
  now: bigint
}

/**
 * Enqueues the entry of an issue whose refund is complete. An issue that the log before opened has the reason `lost`, and an entry
 * by the rules of the log that goes on.
 */
export async function publishRefund(tx: Tx, writer: LogWriter, issueId: string): Promise<void> {
  const [refund] = await tx.query<RefundRow>(REFUND, [issueId])
  if (!refund) throw new Error(`there is no refund of issue ${issueId}`)
  const { number, orders, shares, amount } = refund
  const isLost = await isOfLostLog(tx, number)
  const rules = isLost ? ((await rulesAt(tx)) === null ? 2 : 3) : refund.rules
  const entry = {
    t: 'issue-refund' as const,
    issue: number,
    orders,
    amount: String(amount),
    at: Number(refund.now),
  }
  const reason = isLost ? 'lost' : refund.reason
  await writer.enqueue(tx, rules < 3 ? entry : { ...entry, shares, reason })
}

/** Enqueues the entries of complete refunds that waited when their log was lost. @param numbers of their issues */
export async function restateRefunds(tx: Tx, writer: LogWriter, numbers: readonly string[]): Promise<void> {
  const rows = await tx.query<{ issueId: string }>(
    `select issue_id as "issueId" from issue_terms where number = any($1) order by number`,
    [numbers],
  )
  for (const { issueId } of rows) await publishRefund(tx, writer, issueId)
}

/**
 * Enqueues the entry of an issue in favour whose settlement this transaction completes. A log that began after a loss does not know a draw
 * of the lost one, so it cannot take the entry.
 */
export async function publishFavour(tx: Tx, writer: LogWriter, issueId: string): Promise<void> {
  const [favour] = await tx.query<{ issue: string; orders: number; beyond: bigint; now: bigint }>(
    `select t.number as issue, f.orders, f.beyond, ${FLOOR_MS('business_now()')} as now
     from issue_favour f join issue_terms t using (issue_id) where f.issue_id = $1`,
    [issueId],
  )
  if (!favour) throw new Error(`the shares of issue ${issueId} are not written`)
  const { issue, orders, beyond, now } = favour
  if ((await isOfLostLog(tx, issue)) && !(await hasLostSeal(tx, issueId))) return
  await writer.enqueue(tx, { t: 'issue-favour', issue, orders, amount: String(beyond), at: Number(now) })
}
