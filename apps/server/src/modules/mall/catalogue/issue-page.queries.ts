/** What the page of one issue reads beside its card. */
import { MS, type Executor } from '../../../platform/db.ts'
import { titleOf, type Viewer } from './cards.ts'
import type { IssueTerms } from '../issues/issue-terms.ts'

/** A member who holds more ranges sees the first ones; the card counts all shares. */
const MOST_RANGES = 200

export type Detail = {
  description: string
  /** the product's latest issue, while it is on sale */
  selling: string | null
  nowMs: number
  /** the caller's ranges, oldest first */
  mine: { order: string; first: number; quantity: number; at: number }[]
}

const DETAIL = {
  name: 'issue.detail',
  text: `
select coalesce(text.description, '') as description, latest.number as selling, ${MS('business_now()')} as now
from product p
left join ${titleOf('p.code', '$2', '$3')} text on true
left join lateral (
  select t.number from product_issue n join issue i using (issue_id) join issue_terms t using (issue_id)
  where n.code = p.code and n.sequence = p.issued and i.status = 'selling') latest on true
where p.code = $1`,
}

const RANGES = {
  name: 'issue.ranges',
  text: `
select p.purchase_id as "order", p.position as first, p.quantity, s.ms as at
from purchase p
cross join lateral (
  select s.ordered_ms as ms, s.seq from issue_sale s
  where s.issue_id = p.subject_id and s.purchase_id = p.purchase_id and s.state = 'done' limit 1) s
where p.member_id = $1 and p.subject_id = $2 and p.state = 'done'
order by s.seq limit ${MOST_RANGES}`,
}

export async function detailOf(
  db: Executor,
  { code, issueId }: IssueTerms,
  { memberId, language }: Viewer,
  defaultLanguage: string,
): Promise<Detail> {
  const [[detail], ranges] = await Promise.all([
    db.query<{ description: string; selling: string | null; now: bigint }>(DETAIL, [
      code,
      language,
      defaultLanguage,
    ]),
    memberId === null
      ? []
      : db.query<{ order: string; first: number; quantity: number; at: bigint }>(RANGES, [memberId, issueId]),
  ])
  return {
    description: detail!.description,
    selling: detail!.selling,
    nowMs: Number(detail!.now),
    mine: ranges.map(({ at, ...range }) => ({ ...range, at: Number(at) })),
  }
}

export type HistoryRow = { seq: number; member: string; quantity: number; first: number; ms: bigint }

const HISTORY = {
  name: 'issue.history',
  text: `select seq, member_id as member, quantity, first_code as first, ordered_ms as ms
    from issue_sale where issue_id = $1 and seq < $2 order by seq desc limit $3`,
}

/** Orders of an issue, newest first, below a seq. */
export function historyOf(
  db: Executor,
  issueId: string,
  before: number | null,
  limit: number,
): Promise<HistoryRow[]> {
  return db.query<HistoryRow>(HISTORY, [issueId, before ?? 2_147_483_647, limit])
}

const TITLES = {
  name: 'issue.titles',
  text: `select t.issue_id as "issueId", t.number, text.title
    from unnest($1::uuid[]) as wanted(issue_id) join issue_terms t using (issue_id)
    left join ${titleOf('t.code', '$2', '$3')} text on true`,
}

/** Numbers and titles of issues in a language, by issue id; unknown ones are left out. */
export async function issueTitles(
  db: Executor,
  issueIds: readonly string[],
  language: string,
  fallback: string,
): Promise<Map<string, { number: string; title: string | null }>> {
  const rows = await db.query<{ issueId: string; number: string; title: string | null }>(TITLES, [
    issueIds,
    language,
    fallback,
  ])
  return new Map(rows.map(({ issueId, ...title }) => [issueId, title]))
}
