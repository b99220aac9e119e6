import { MS, type Executor, type Statement } from '../../platform/db.ts'

export type FundingRow = {
  line: number
  kind: string
  /** signed, minor units */
  change: bigint
  balance: bigint
  at_ms: bigint
  ref: string
  issue: string | null
  title: string | null
}

export type FundingFilter = {
  memberId: string
  /** lines below this one; null: from the newest */
  before: number | null
  /** kinds of the ledger; null: all */
  kinds: readonly string[] | null
  /** `YYYY-MM` in the business time zone; null: all */
  month: string | null
  /** minutes east of UTC of the business time zone */
  utcOffsetMinutes: number
  language: string
  fallbackLanguage: string
  limit: number
}

// Walks the index (book, line) downwards; the look-ups by primary key happen for the rows of the page only.
const LINES: Statement = {
  name: 'funding.lines',
  text: `
    select l.line, l.kind, case l.credit when 'wallet' then l.amount else -l.amount end as change, l.balance,
      ${MS('l.at')} as at_ms, l.ref, i.number as issue, i.title
    from (
      select * from ledger
      where book = $1 and line is not null and ($2::int is null or line < $2)
        and ($3::text[] is null or kind = any($3))
        and ($4::text is null or (
          at >= ($4 || '-01')::timestamp at time zone 'UTC' - $5::int * interval '1 minute'
          and at < (($4 || '-01')::timestamp + interval '1 month') at time zone 'UTC' - $5::int * interval '1 minute'))
      order by line desc limit $6) l
    left join lateral (
      select t.number, coalesce(own.title, other.title) as title
      from purchase p
      join issue_terms t on t.issue_id = p.subject_id
      left join product_text own on own.code = t.code and own.language = $7
      left join product_text other on other.code = t.code and other.language = $8
      where p.member_id = l.book and p.purchase_id = l.ref) i on true
    order by l.line desc`,
}

/** Lines of a member's wallet, newest first. */
export function fundingLines(db: Executor, filter: FundingFilter): Promise<FundingRow[]> {
  const { memberId, before, kinds, month, utcOffsetMinutes, limit, language, fallbackLanguage } = filter
  return db.query<FundingRow>(LINES, [
    memberId,
    before,
    kinds,
    month,
    utcOffsetMinutes,
    limit,
    language,
    fallbackLanguage,
  ])
}
