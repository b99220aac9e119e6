import { MS, type Executor, type Statement } from '../../platform/db.ts'

export type StatementRow = {
  line: number
  kind: string
  /** signed, minor units */
  change: bigint
  balance: bigint
  at_ms: bigint
  ref: string
  /** of a purchase's line: what sold it, and the subject */
  seller: string | null
  subject: string | null
  /** of a recharge's line: its number */
  recharge: string | null
}

export type StatementFilter = {
  memberId: string
  /** lines below this one; null: from the newest */
  before: number | null
  /** kinds of the ledger; null: all */
  kinds: readonly string[] | null
  /** `YYYY-MM` in the business time zone; null: all */
  month: string | null
  /** minutes east of UTC of the business time zone */
  utcOffsetMinutes: number
  limit: number
}

// Walks the index (book, line) downwards; the look-ups by primary key run for the rows of the page only.
const LINES: Statement = {
  name: 'statement.lines',
  text: `
    select l.line, l.kind, case l.credit when 'wallet' then l.amount else -l.amount end as change, l.balance,
      ${MS('l.at')} as at_ms, l.ref, bought.kind as seller, bought.subject_id as subject,
      charged.number as recharge
    from (
      select * from ledger
      where book = $1 and line is not null and ($2::int is null or line < $2)
        and ($3::text[] is null or kind = any($3))
        and ($4::text is null or (
          at >= ($4 || '-01')::timestamp at time zone 'UTC' - $5::int * interval '1 minute'
          and at < (($4 || '-01')::timestamp + interval '1 month') at time zone 'UTC' - $5::int * interval '1 minute'))
      order by line desc limit $6) l
    left join lateral (
      select p.kind, p.subject_id from purchase p where p.member_id = l.book and p.purchase_id = l.ref limit 1) bought on true
    left join lateral (
      select r.number from recharge r where r.member_id = l.book and r.recharge_id = l.ref limit 1) charged on l.kind = 'recharge'
    order by l.line desc`,
}

/** Lines of a member's wallet, newest first. */
export function statementLines(db: Executor, filter: StatementFilter): Promise<StatementRow[]> {
  const { memberId, before, kinds, month, utcOffsetMinutes, limit } = filter
  return db.query<StatementRow>(LINES, [memberId, before, kinds, month, utcOffsetMinutes, limit])
}
