/** What must always be true of recharges by transfer and of statements: statements for the doctor, in the shape of the ledger's. */
import { historyCheck } from '../../../platform/schema/history.checks.ts'
import { SAME_TIME, type Check } from '../../ledger/index.ts'
import { IS_SAME_NUMBER, IS_SAME_WALLET } from './receiving-accounts.queries.ts'
import { MANUAL } from './transfer-way.ts'

export const transferChecks: readonly Check[] = [
  historyCheck('INV-14', 'recharge_proof', 'the proofs of transfers'),
  historyCheck('INV-14', 'bank_statement', 'the imported statements'),
  historyCheck('INV-14', 'bank_statement_line', 'the lines of statements'),
  historyCheck('INV-14', 'bank_statement_confirmation', 'the confirmations of statements'),
  historyCheck('INV-14', 'bank_statement_match', 'what became of the lines of statements'),
  {
    id: 'INV-14',
    title:
      'every recharge by transfer shows an account of its kind that was offered then, and has a reference',
    sql: `
      select count(*) filter (where a.kind <> r.kind or r.currency <> a.currency or a.created_at > r.created_at + ${SAME_TIME}
          or a.disabled_at < r.created_at - ${SAME_TIME} or r.provider <> '${MANUAL}'
          or r.payment_id is null or r.payment_id !~ '^FL[0-9A-HJKMNP-TV-Y]{7}$') as breaches,
        count(*) || ' recharges' as figure
      from recharge r join receiving_account a on a.account_id = r.receiving_account`,
  },
  {
    id: 'INV-14',
    title: 'the rows for one account of the bank have one origin, so that a transaction counts once',
    sql: `
      select count(*) filter (where exists (
          select from receiving_account b where b.origin <> a.origin and ${IS_SAME_NUMBER('a', 'b')}
            and ${IS_SAME_WALLET('a', 'b')}
            and a.lines ->> 'bankCode' is not distinct from b.lines ->> 'bankCode')) as breaches,
        count(*) || ' accounts' as figure
      from receiving_account a`,
  },
  {
    id: 'INV-14',
    title: 'every line of a statement either waits or has ended, and its statement counts it',
    sql: `
      select (select count(*) from bank_statement_line l
          left join bank_statement_open open using (line_id) left join bank_statement_match m using (line_id)
          where (open.line_id is null) = (m.line_id is null) or open.account_id <> l.account_id)
        + (select count(*) from bank_statement s
          where s.new_lines <> (select count(*) from bank_statement_line l where l.statement_id = s.statement_id)) as breaches,
        (select count(*) from bank_statement_line) || ' lines' as figure`,
  },
  {
    id: 'INV-14',
    title: 'every credit of a recharge by transfer follows from one line of a statement and is its amount',
    sql: `
      select count(*) filter (where m.line_id is null or c.amount is null or l.amount <> c.amount or l.currency <> r.currency
          or (c.member_id, c.recharge_id) <> (m.member_id, m.recharge_id)
          or c.at not between m.at - ${SAME_TIME} and m.at + ${SAME_TIME} or l.at > m.at + ${SAME_TIME}) as breaches,
        count(c.amount) || ' credits' as figure
      from (select * from bank_statement_match where outcome = 'matched') m
      full join (select * from recharge_credit where provider = '${MANUAL}') c on c.event_id = m.line_id::text
      left join bank_statement_line l using (line_id)
      left join recharge r on (r.member_id, r.recharge_id) = (c.member_id, c.recharge_id)`,
  },
  {
    id: 'INV-14',
    title: 'two operators answer for every credit by a line, or one whose sum of the day counts it',
    sql: `
      select (select count(*) from bank_statement_match m
          join bank_statement_line l using (line_id) join bank_statement s using (statement_id)
          left join bank_statement_confirmation c using (statement_id)
          where m.alone_of <> coalesce(m.operator_id, s.operator_id)
            or m.operator_id is null and m.confirmed_by is not null and (c.operator_id is distinct from m.confirmed_by
              or c.at > m.at + ${SAME_TIME} or m.confirmed_by = s.operator_id))
        + (select count(*) from (select operator_id, sum(amount) as amount from matched_alone group by 1) counted
          full join (
            select m.alone_of as operator_id, sum(l.amount) as amount
            from bank_statement_match m join bank_statement_line l using (line_id) where m.alone_of is not null group by 1) made
            using (operator_id)
          where counted.amount is distinct from made.amount) as breaches,
        (select count(alone_of) || ' alone, ' || count(confirmed_by) || ' by two' from bank_statement_match) as figure`,
  },
  {
    id: 'INV-14',
    title: 'every stored notice of a transfer says what the line of the statement says',
    sql: `
      select count(*) filter (where l.line_id is null or (e.amount, e.currency) <> (l.amount, l.currency)
          or e.body::jsonb ->> 'id' is distinct from e.event_id
          or (e.body::jsonb ->> 'amount')::numeric * 10000 is distinct from l.amount
          or e.body::jsonb ->> 'text' is distinct from l.text) as breaches,
        count(*) || ' notices' as figure
      from provider_event e left join bank_statement_line l on l.line_id::text = e.event_id
      where e.provider = '${MANUAL}'`,
  },
  {
    id: 'INV-14',
    title: 'every recharge knows when its newest proof was sent',
    sql: `
      select count(*) filter (where r.proof_at is distinct from p.at) as breaches, count(p.at) || ' recharges with proof' as figure
      from recharge r
      left join (select member_id, recharge_id, max(at) as at from recharge_proof group by member_id, recharge_id) p
        using (member_id, recharge_id)
      where r.proof_at is not null or p.at is not null`,
  },
]
