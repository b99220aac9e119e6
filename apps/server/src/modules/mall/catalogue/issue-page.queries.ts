/** Reads the data of an issue's page that the card does not contain. */
import type { ReminderKind } from '@fairlot/contract/kinds/issue-kinds'
import type { Language } from '@fairlot/contract/languages'
import type { PublicPicture } from '@fairlot/contract/media/media'
import type { RichText } from '@fairlot/contract/media/rich-text'
import { MS, type Executor } from '../../../platform/db.ts'
import { issueDescriptionIn, issuePicturesOf, issueTextIn } from '../contents/prize-content.queries.ts'
import { REMINDERS_OF } from '../wishes/wishes.queries.ts'
import type { Viewer } from './cards.ts'
import type { IssueTerms } from '../issues/issue-terms.ts'

/** A member with more code ranges sees the oldest ones. The card counts all shares. */
const MAX_RANGES = 200

export type Detail = {
  /** hash of the content that the issue opened with; null before the opening */
  content: string | null
  text: RichText
  /** language of `text`; null: there is none */
  textLanguage: Language | null
  images: PublicPicture[]
  /** number of the product's issue that is on sale */
  selling: string | null
  nowMs: number
  /** the viewer's code ranges, oldest first */
  mine: { order: string; first: number; quantity: number; at: number }[]
  favourite: boolean
  reminders: ReminderKind[]
}

type DetailRow = Omit<Detail, 'mine' | 'nowMs'> & { now: bigint }

const SHOWN = { hash: 'opened.hash', code: 'product.code' }

const DETAIL = {
  name: 'issue.detail',
  text: `
select opened.hash as content, coalesce(text.formatted, '[]') as text, text.language as "textLanguage", ${issuePicturesOf(SHOWN)} as images, latest.number as selling, ${MS('business_now()')} as now,
  exists (select from favourite saved where saved.member_id = $4::uuid and saved.code = product.code) as favourite,
  array(${REMINDERS_OF('$4::uuid', '$5::uuid')}) as reminders
from product
left join issue_content opened on opened.issue_id = $5::uuid
left join ${issueDescriptionIn(SHOWN, '$2', '$3')} text on true
left join lateral (
  select terms.number
  from product_issue numbered join issue using (issue_id) join issue_terms terms using (issue_id)
  where numbered.code = product.code and numbered.sequence = product.issued and issue.status = 'selling') latest on true
where product.code = $1`,
}

const RANGES = {
  name: 'issue.ranges',
  text: `
select purchase.purchase_id as "order", purchase.position as first, purchase.quantity, sale.ms as at
from purchase
cross join lateral (
  select ordered_ms as ms, seq from issue_sale
  where issue_id = purchase.subject_id and purchase_id = purchase.purchase_id and state = 'done' limit 1) sale
where purchase.member_id = $1 and purchase.subject_id = $2 and purchase.state = 'done'
order by sale.seq limit ${MAX_RANGES}`,
}

/** Reads description, product's issue on sale and the viewer's ranges. */
export async function readDetail(
  db: Executor,
  { code, issueId }: IssueTerms,
  { memberId, language }: Viewer,
  defaultLanguage: string,
): Promise<Detail> {
  const [[detail], ranges] = await Promise.all([
    db.query<DetailRow>(DETAIL, [code, language, defaultLanguage, memberId, issueId]),
    memberId === null
      ? []
      : db.query<{ order: string; first: number; quantity: number; at: bigint }>(RANGES, [memberId, issueId]),
  ])
  const { now, ...product } = detail!
  return {
    ...product,
    nowMs: Number(now),
    mine: ranges.map(({ at, ...range }) => ({ ...range, at: Number(at) })),
  }
}

const TITLES = {
  name: 'issue.titles',
  text: `
select terms.issue_id as "issueId", terms.number, text.title
from unnest($1::uuid[]) as wanted(issue_id)
join issue_terms terms using (issue_id)
left join issue_content opened using (issue_id)
left join ${issueTextIn({ hash: 'opened.hash', code: 'terms.code' }, '$2', '$3')} text on true`,
}

/** Numbers and titles of issues in a language, by issue id. Unknown ids are omitted. */
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
