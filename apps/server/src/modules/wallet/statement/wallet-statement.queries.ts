/** The lines of a wallet, page by page. Every statement reads as many rows as it answers, however long the history is. */
import { MS, type Executor, type Statement } from '../../../platform/db.ts'

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
  /** of a line of a recharge or withdrawal: its number */
  record: string | null
  /** the kind of a recharge's method, the masked account of a withdrawal, the word of a correction */
  detail: string | null
  /** of a withdrawal, minor units */
  fee: bigint | null
}

/** Lines between `after` and `before`, without both; null: no such end. */
export type LineRange = { after: number | null; before: number | null }

/** What a search has found: lines of these references, and lines of purchases under these topics. */
export type Found = { references: readonly string[]; topics: readonly string[] }

/** What is shown beside a line. The look-ups by primary key run for the rows of the page only. */
const SHOWN = (lines: string) => `
    select l.line, l.kind, case l.credit when 'wallet' then l.amount else -l.amount end as change, l.balance,
      ${MS('l.at')} as at_ms, coalesce(charged.recharge_id, corrected.recharge_id, l.ref) as ref, bought.kind as seller, bought.subject_id as subject,
      coalesce(charged.number, withdrawn.number, corrected.number) as record,
      coalesce(charged.kind, withdrawn.masked, corrected.word) as detail, withdrawn.fee
    from (${lines}) l
    left join lateral (
      select p.kind, p.subject_id from purchase p where p.member_id = l.book and p.purchase_id = l.ref limit 1) bought on true
    left join lateral (
      select r.recharge_id, r.number, r.kind from recharge_credit credit join recharge r using (member_id, recharge_id)
      where credit.member_id = l.book and credit.ref = l.ref limit 1) charged on l.kind = 'recharge'
    left join lateral (
      select w.number, account.masked, w.fee from withdrawal w
      join payout_account account on (account.member_id, account.account_id) = (w.member_id, w.account_id)
      where w.member_id = l.book and w.withdrawal_id = l.ref limit 1) withdrawn
      on l.kind in ('withdrawal', 'withdrawal_back')
    left join lateral (
      select coalesce(c.reason, c.kind) as word, c.recharge_id, r.number
      from member_correction c left join recharge r on (r.member_id, r.recharge_id) = (c.member_id, c.recharge_id)
      where c.member_id = l.book and case l.kind when 'correction_back' then c.reverses else c.correction_id end = l.ref limit 1) corrected
      on l.kind in ('correction', 'correction_back', 'charged_back')
    order by l.line desc`

/** $1 member, $2 after, $3 before, $4 limit; a missing end is far away, so that the range of the index is known. */
const BETWEEN = 'line > coalesce($2::int, 0) and line < coalesce($3::int, 2147483647)'
const LAST = 'order by line desc limit $4'

/** Lines of the picked numbers, which come from the tables of the statement. */
const OF_PICKED = (picked: string) => `
    select own.* from (${picked}) picked
    cross join lateral (select * from ledger where book = $1 and line = picked.line limit 1) own`

// Walks the index (book, line) downwards.
const ALL: Statement = {
  name: 'statement.lines',
  text: SHOWN(`select * from ledger where book = $1 and line is not null and ${BETWEEN} ${LAST}`),
}

// Takes the newest of each kind, $5, and of those the newest.
const OF_KINDS: Statement = {
  name: 'statement.kinds',
  text: SHOWN(
    OF_PICKED(`
      select newest.line from unnest($5::text[]) as wanted(kind)
      cross join lateral (
        select line from statement_line where member_id = $1 and kind = wanted.kind and ${BETWEEN} ${LAST}) newest
      ${LAST}`),
  ),
}

// The same for each topic, $6, and kind; and the lines of the references, $7.
const OF_SEARCH: Statement = {
  name: 'statement.search',
  text: SHOWN(
    OF_PICKED(`
      select line from (
        select newest.line from unnest($6::text[]) as found(topic) cross join unnest($5::text[]) as wanted(kind)
        cross join lateral (
          select line from statement_line where member_id = $1 and topic = found.topic and kind = wanted.kind and ${BETWEEN} ${LAST}) newest
        union
        select line from unnest($7::uuid[]) as found(ref)
        cross join lateral (
          select line, kind from ledger where book = $1 and ref = found.ref and line is not null offset 0) own
        where kind = any($5::text[]) and ${BETWEEN}) found
      ${LAST}`),
  ),
}

/** A page of all lines, newest first. */
export function allLines(db: Executor, memberId: string, { after, before }: LineRange, limit: number) {
  return db.query<StatementRow>(ALL, [memberId, after, before, limit])
}

/** A page of the lines of some kinds of the ledger. */
export function linesOfKinds(
  db: Executor,
  memberId: string,
  { after, before }: LineRange,
  limit: number,
  kinds: readonly string[],
) {
  return db.query<StatementRow>(OF_KINDS, [memberId, after, before, limit, kinds])
}

/** A page of what a search has found, of some kinds of the ledger. */
export function linesFound(
  db: Executor,
  memberId: string,
  { after, before }: LineRange,
  limit: number,
  kinds: readonly string[],
  { topics, references }: Found,
) {
  return db.query<StatementRow>(OF_SEARCH, [memberId, after, before, limit, kinds, topics, references])
}

const BY_NUMBER: Statement = {
  name: 'statement.number',
  text: `
    select credit.ref from recharge join recharge_credit credit using (member_id, recharge_id)
      where number = $2 and member_id = $1
    union all select withdrawal_id from withdrawal where number = $2 and member_id = $1
    union all select w.withdrawal_id from payout_reference p join withdrawal w on (w.member_id, w.withdrawal_id) = ($1, p.withdrawal_id)
      where p.reference = $3
    union all select credit.ref from unnest($4::text[]) as known(provider)
      join provider_payment p on p.provider = known.provider and p.payment_id = any(array[$2, $3]) and p.member_id = $1
      join recharge_credit credit on (credit.member_id, credit.recharge_id) = (p.member_id, p.recharge_id)`,
}

/** Recharges and withdrawals of a member with this number, this reference of a payment, or this address. */
export async function recordsNamed(
  db: Executor,
  memberId: string,
  number: string,
  reference: string,
  providers: readonly string[],
): Promise<string[]> {
  return (await db.query<{ ref: string }>(BY_NUMBER, [memberId, number, reference, providers])).map(
    ({ ref }) => ref,
  )
}
