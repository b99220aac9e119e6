/** What must always be true of corrections of members: statements for the doctor. */
import { historyCheck } from '../../../platform/schema/history.checks.ts'
import { HOUSE_BOOKS, postingsCheck, type Check, type Postings } from '../../ledger/index.ts'

/** A credit leaves the account of the house, and a reversal and the member's part of a chargeback enter it. */
export const correctionPostings: Postings = {
  id: 'INV-19',
  of: 'corrections of members',
  kinds: ['correction', 'correction_back', 'charged_back'].flatMap(
    (kind) =>
      [
        [kind, 'wallet'],
        [kind, 'account'],
      ] as const,
  ),
  lines: `
    select case when line.own then c.member_id else (jsonb '${JSON.stringify(HOUSE_BOOKS)}' ->> c.account)::uuid end as book,
      coalesce(c.reverses, c.correction_id) as ref,
      case c.kind when 'credit' then 'correction' when 'reversal' then 'correction_back' else 'charged_back' end as kind,
      case when line.own = (c.kind = 'credit') then 'clearing' when line.own then 'wallet' else 'account' end as debit,
      case when line.own <> (c.kind = 'credit') then 'clearing' when line.own then 'wallet' else 'account' end as credit,
      c.amount, c.corrected_at as at
    from member_correction c cross join (values (true), (false)) line(own) where c.amount > 0`,
}

export const correctionChecks: readonly Check[] = [
  historyCheck('INV-19', 'member_correction', 'the corrections of members'),
  postingsCheck(correctionPostings),
  {
    id: 'INV-19',
    title:
      'every chargeback of the house is that of one recharge, with its amount, and banks took back at most what recharges brought',
    sql: `
      select count(*) filter (where c.member_id is null or m.move_id is null or (c.charged, h.name) is distinct from (m.amount, c.account)
          or (c.requested_by, c.approved_by, c.approval_id) is distinct from (m.requested_by, m.approved_by, m.approval_id)
          or c.all_of_it > r.credited) as breaches,
        count(*) || ' chargebacks' as figure
      from (select * from house_move where kind = 'chargeback') m
      full join (
        select *, sum(charged) over (partition by member_id, recharge_id) as all_of_it from member_correction
        where kind = 'chargeback') c on c.correction_id = m.move_id
      left join house_account h on h.book = m.book
      left join recharge r on (r.member_id, r.recharge_id) = (c.member_id, c.recharge_id)`,
  },
  {
    id: 'INV-19',
    title:
      'every reversal takes back one credit of the same member, to the account that paid it, and at most as much',
    sql: `
      select count(*) filter (where credit.correction_id is null or credit.kind <> 'credit' or back.amount > credit.amount
          or back.account <> credit.account) as breaches,
        count(*) || ' reversals' as figure
      from (select * from member_correction where kind = 'reversal') back
      left join member_correction credit on (credit.member_id, credit.correction_id) = (back.member_id, back.reverses)`,
  },
]
