import { MEMBERS_MONEY } from './members-money.ts'
import { ERASED_NICKNAME } from '@fairlot/contract/public-name'
import { postingsCheck, type Check, type Postings } from '../ledger/index.ts'

/** Play money that is left when an account closes goes back to the cash of the house: all that the line before left. */
export const closingPostings: Postings = {
  id: 'INV-25',
  of: 'closings',
  kinds: [
    ['closing', 'wallet'],
    ['closing', 'account'],
  ],
  lines: `
    select line.book, c.member_id as ref, 'closing' as kind, line.debit, line.credit, taken.amount, c.closed_at as at
    from closure c cross join deployment d
    join ledger taken on (taken.book, taken.ref, taken.kind) = (c.member_id, c.member_id, 'closing')
    left join ledger before on before.book = taken.book and before.line = taken.line - 1
    cross join house_account cash
    cross join lateral (values (c.member_id, 'wallet', 'clearing'), (cash.book, 'clearing', 'account')) line(book, debit, credit)
    where c.closed_at is not null and cash.name = 'cash' and d.money_mode = 'sandbox' and taken.amount = before.balance`,
}

/** The doctor's checks that span modules, in the shape of the ledger's checks. */
export const homeChecks: readonly Check[] = [
  postingsCheck(closingPostings),
  {
    id: 'INV-1',
    title: 'every member has a wallet',
    sql: `
      select count(*) filter (where w.member_id is null) as breaches, count(*) || ' members' as figure
      from member m left join wallet w using (member_id)`,
  },
  {
    id: 'INV-30',
    title:
      'what members own in wallets, piggy banks and withdrawals is all money outside of escrows, custody, reserves and house accounts',
    // a book that the proof of solvency leaves out would hide what the house owes
    sql: `
      select (owned.amount <> coalesce(kept.amount, 0))::int::bigint as breaches,
        trim_scale(owned.amount / 10000.0) || ' owned' as figure
      from (
        select coalesce(sum(amount), 0) as amount from (
          ${[MEMBERS_MONEY.owned.wallet, MEMBERS_MONEY.owned.piggy, MEMBERS_MONEY.owned.held].join(' union all ')}) o) owned
      cross join (
        select sum(case when credit = any (house.names) then 0 else amount end)
          - sum(case when debit = any (house.names) then 0 else amount end) as amount
        from ledger cross join (select array['clearing', 'account', 'pool', 'stakes', 'custody', 'reserve'] as names) house) kept`,
  },
  {
    id: 'INV-25',
    title:
      'every closing account is barred from purchases; a closed one has nothing open and no personal data',
    sql: `
      select count(*) filter (where
          (m.status <> 'active') <> w.closing
          or (m.status <> 'active') <> (c.member_id is not null)
          or (m.status = 'closed') <> (c.closed_at is not null)
          or m.status = 'closed' and (w.open_orders > 0 or m.nickname <> '${ERASED_NICKNAME}' or m.country is not null
            or exists (select from session s where s.member_id = m.member_id)
            or exists (select from recharge r where r.member_id = m.member_id and r.state = 'processing')))
          as breaches,
        count(*) filter (where m.status = 'closing') || ' closing, ' || count(*) filter (where m.status = 'closed')
          || ' closed, which hold ' || trim_scale(coalesce(sum(w.balance) filter (where m.status = 'closed'), 0) / 10000.0)
          as figure
      from member m join wallet w using (member_id) left join closure c using (member_id)`,
  },
  {
    id: 'INV-18',
    title: 'every house funding is in the log as it was stated, or waits to be appended',
    sql: `
      select count(*) filter (where e.said is null) as breaches, count(*) || ' fundings' as figure
      from house_funding f join house_account h using (book)
      left join (
        select bytes::jsonb as said from log_entry where kind = 'funding'
        union all
        select entry from log_pending where entry ->> 't' = 'funding') e
        on (e.said ->> 'account', e.said ->> 'reference', e.said ->> 'amount') = (h.name, f.reference, f.amount::text)`,
  },
  {
    id: 'INV-18',
    title: 'the withdrawals of every day are in the log as they were stated, once, and no other day is',
    sql: `
      select count(*) filter (where d.day is null or e.said is null or e.times <> 1
          or (e.said ->> 'count', e.said ->> 'amount', e.said ->> 'oldestHours', e.said -> 'rejected')
            is distinct from (d.withdrawals::text, d.amount::text, d.oldest_hours::text, d.rejected)) as breaches,
        count(d.day) || ' days' as figure
      from withdrawal_day d
      full join (
        select said ->> 'day' as day, min(said::text)::jsonb as said, count(*) as times
        from (
          select bytes::jsonb as said from log_entry where kind = 'withdrawals'
          union all select entry from log_pending where entry ->> 't' = 'withdrawals'
          union all select entry from log_unpublished where entry ->> 't' = 'withdrawals') s group by 1) e
        on e.day = d.day::text`,
  },
]
