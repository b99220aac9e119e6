/** What must always be true of the index of wallet statements: it says of every line that it contains what the ledger says. */
import type { Check } from '../../ledger/index.ts'

/** The business time zone is not in the database: times are compared with room for every zone. */
const A_DAY = "interval '1 day'"

export const statementChecks: readonly Check[] = [
  {
    id: 'INV-1',
    title: 'every indexed wallet statement contains its lines without a gap, each once and under its kind',
    sql: `
      select count(*) filter (where h.lines is null or l.lines <> coalesce(h.through_line, 0) or l.wrong > 0 or h.through_line > h.lines) as breaches,
        coalesce(sum(l.lines), 0) || ' lines of ' || count(h.member_id) || ' statements' as figure
      from (select member_id, w.lines, through_line from statement_head left join wallet w using (member_id)) h
      full join (
        select s.member_id, count(*) as lines, count(*) filter (where own.kind is distinct from s.kind) as wrong
        from statement_line s left join ledger own on (own.book, own.line) = (s.member_id, s.line)
        group by s.member_id) l using (member_id)
      where coalesce(h.through_line, 0) > 0 or l.lines > 0`,
  },
  {
    id: 'INV-1',
    title: 'every month of a wallet statement has the sums of its lines, and lies where their times are',
    sql: `
      select count(*) filter (where (m.lines, m.amount_in, m.amount_out) is distinct from (l.lines, l.amount_in, l.amount_out)
          or (m.first_line, m.last_line) is distinct from (l.first_line, l.last_line)
          or l.latest not between m.month - ${A_DAY} and m.month + interval '1 month' + ${A_DAY}) as breaches,
        count(*) || ' sums' as figure
      from statement_month m full join (
        select s.member_id, period.month, s.kind, count(*) as lines,
          coalesce(sum(own.amount) filter (where own.credit = 'wallet'), 0) as amount_in,
          coalesce(sum(own.amount) filter (where own.debit = 'wallet'), 0) as amount_out,
          min(s.line) as first_line, max(s.line) as last_line, max(s.latest) at time zone 'UTC' as latest
        from (
          select s.*, max(own.at) over (partition by s.member_id order by s.line) as latest
          from statement_line s join ledger own on (own.book, own.line) = (s.member_id, s.line)) s
        join ledger own on (own.book, own.line) = (s.member_id, s.line)
        cross join lateral (
          select max(month) as month from statement_month p
          where p.member_id = s.member_id and p.first_line <= s.line) period
        group by 1, 2, 3) l using (member_id, month, kind)`,
  },
]
