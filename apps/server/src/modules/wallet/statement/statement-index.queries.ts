/** Statements of what the wallet statement derives from the lines. Amounts in minor units. */
import type { Executor, Statement, Tx } from '../../../platform/db.ts'

const STANDING: Statement = {
  name: 'statement.standing',
  text: `
    select w.lines, coalesce(h.through_line, 0) as through
    from wallet w left join statement_head h using (member_id) where w.member_id = $1`,
}

/** How many lines the wallet has, and how many of them the index contains. */
export async function indexStanding(db: Executor, memberId: string) {
  const [row] = await db.query<{ lines: number; through: number }>(STANDING, [memberId])
  return row ?? { lines: 0, through: 0 }
}

const OPEN_HEAD: Statement = {
  name: 'statement.open',
  text: 'insert into statement_head (member_id) values ($1) on conflict do nothing',
}
const LOCK_HEAD: Statement = {
  name: 'statement.lock',
  text: 'select through_line as through from statement_head where member_id = $1 for update',
}

/** Locks the member's head until the transaction ends. @returns the last line that the index contains */
export async function lockHead(tx: Tx, memberId: string): Promise<number> {
  await tx.query(OPEN_HEAD, [memberId])
  const [head] = await tx.query<{ through: number }>(LOCK_HEAD, [memberId])
  return head!.through
}

const NEXT = 'select * from ledger where book = $1 and line > $2 order by line limit $3'

const SUBJECTS: Statement = {
  name: 'statement.subjects',
  text: `
    select distinct bought.kind as seller, bought.subject_id as subject
    from (${NEXT}) l
    cross join lateral (
      select kind, subject_id from purchase p where p.member_id = l.book and p.purchase_id = l.ref limit 1) bought`,
}

/** What the purchases of the next lines were of. */
export function nextSubjects(tx: Tx, memberId: string, through: number, chunk: number) {
  return tx.query<{ seller: string; subject: string }>(SUBJECTS, [memberId, through, chunk])
}

// A line belongs to the month of its time, or to the latest month so far when the clock went back.
const APPEND: Statement = {
  name: 'statement.append',
  text: `
    with known as (select max(month) as month from statement_month where member_id = $1),
    next as materialized (
      select l.line, l.kind, l.amount, l.credit = 'wallet' as comes_in, named.topic,
        greatest(max(period_start('month', l.at, $4)) over (order by l.line), known.month) as month
      from (${NEXT}) l cross join known
      left join lateral (
        select subject_id from purchase p where p.member_id = l.book and p.purchase_id = l.ref limit 1) bought on true
      left join unnest($5::uuid[], $6::text[]) as named(subject_id, topic) on named.subject_id = bought.subject_id),
    listed as (
      insert into statement_line (member_id, kind, line, topic) select $1, kind, line, topic from next order by kind, line),
    summed as (
      insert into statement_month as m (member_id, month, kind, lines, amount_in, amount_out, first_line, last_line)
      select $1, month, kind, count(*), coalesce(sum(amount) filter (where comes_in), 0),
        coalesce(sum(amount) filter (where not comes_in), 0), min(line), max(line)
      from next group by month, kind
      on conflict (member_id, month, kind) do update set lines = m.lines + excluded.lines,
        amount_in = m.amount_in + excluded.amount_in, amount_out = m.amount_out + excluded.amount_out,
        last_line = excluded.last_line)
    update statement_head set through_line = last.line from (select max(line) as line from next) last
    where member_id = $1 and last.line is not null
    returning through_line as through`,
}

/**
 * Adds the next lines of a locked head.
 * @param topics of the subjects of their purchases
 * @returns the last line that the index contains
 */
export async function appendLines(
  tx: Tx,
  memberId: string,
  through: number,
  chunk: number,
  utcOffset: number,
  topics: ReadonlyMap<string, string>,
): Promise<number> {
  const [row] = await tx.query<{ through: number }>(APPEND, [
    memberId,
    through,
    chunk,
    utcOffset,
    [...topics.keys()],
    [...topics.values()],
  ])
  return row?.through ?? through
}

const MONTH_LINES: Statement = {
  name: 'statement.month_lines',
  text: `select min(first_line) as first, max(last_line) as last from statement_month where member_id = $1 and month = ($2 || '-01')::date`,
}

/** The first and the last line of a month (`YYYY-MM`); null: it has none. */
export async function linesOfMonth(db: Executor, memberId: string, month: string) {
  const [row] = await db.query<{ first: number | null; last: number | null }>(MONTH_LINES, [memberId, month])
  return row?.first == null || row.last === null ? null : { first: row.first, last: row.last }
}

export type MonthRow = {
  /** `YYYY-MM` */
  month: string
  /** after the last line of the month */
  balance: bigint
  kinds: { kind: string; lines: number; in: string; out: string }[]
}

const MONTHS: Statement = {
  name: 'statement.months',
  text: `
    select to_char(m.month, 'YYYY-MM') as month, l.balance, m.kinds
    from (
      select month, max(last_line) as last, json_agg(json_build_object(
        'kind', kind, 'lines', lines, 'in', amount_in::text, 'out', amount_out::text) order by kind) as kinds
      from statement_month where member_id = $1 and ($2::text is null or month < ($2 || '-01')::date)
      group by month order by month desc limit $3) m
    cross join lateral (select balance from ledger where book = $1 and line = m.last limit 1) l
    order by m.month desc`,
}

/** Months with lines, newest first, older than the month `before`. */
export function monthRows(db: Executor, memberId: string, before: string | null, limit: number) {
  return db.query<MonthRow>(MONTHS, [memberId, before, limit])
}

const BEHIND: Statement = {
  name: 'statement.behind',
  text: `
    select w.member_id from wallet w left join statement_head h using (member_id)
    where w.lines - coalesce(h.through_line, 0) >= $1 limit $2`,
}

/** Members whose index lacks at least `lines` lines. */
export async function membersBehind(db: Executor, lines: number, limit: number): Promise<string[]> {
  return (await db.query<{ member_id: string }>(BEHIND, [lines, limit])).map((row) => row.member_id)
}
