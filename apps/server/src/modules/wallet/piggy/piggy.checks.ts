/** What must always be true of piggy banks: statements for the doctor. */
import { bookCheck, postingsCheck, type Check, type Postings } from '../../ledger/index.ts'
import { PIGGIES } from './piggy.ts'

/** Every move takes its amount from one of the member's two balances into the other. */
export const piggyPostings: Postings = {
  id: 'INV-19',
  of: 'piggy banks',
  kinds: [
    ['piggy_in', 'wallet'],
    ['piggy_in', 'piggy'],
    ['piggy_out', 'wallet'],
    ['piggy_out', 'piggy'],
  ],
  lines: `
    select line.book, m.move_id as ref, 'piggy_' || m.direction as kind, line.debit, line.credit, m.amount, m.moved_at as at
    from piggy_move m join piggy p using (member_id)
    cross join lateral (values
      (m.member_id, case m.direction when 'in' then 'wallet' else 'clearing' end, case m.direction when 'in' then 'clearing' else 'wallet' end),
      (p.piggy_id, case m.direction when 'in' then 'clearing' else 'piggy' end, case m.direction when 'in' then 'piggy' else 'clearing' end))
      line(book, debit, credit)`,
}

export const piggyChecks: readonly Check[] = [
  postingsCheck(piggyPostings),
  bookCheck(PIGGIES),
  {
    id: 'INV-19',
    title: 'every piggy bank has one member, and at least what its locks hold',
    sql: `
      select count(*) filter (where p.members > 1 or p.balance < coalesce(l.locked, 0)) as breaches,
        trim_scale(coalesce(sum(p.balance), 0) / 10000.0) || ' in piggy banks' as figure
      from (select *, count(*) over (partition by member_id) as members from piggy) p
      left join (
        select m.member_id, sum(m.amount) as locked from piggy_move m, business_clock clock
        where m.locked_until > clock.at and m.released_at is null group by m.member_id) l using (member_id)`,
  },
]
