/** What must always be true of payout accounts and withdrawals: statements for the doctor. */
import { historyCheck } from '../../../platform/schema/history.checks.ts'
import { valuesAround } from '../../../platform/settings/setting-history.ts'
import { bookCheck, OWN, postingsCheck, SAME_TIME, type Check, type Postings } from '../../ledger/index.ts'
import { rechargeReturnChecks } from '../back/recharge-return.checks.ts'
import { STILL_REQUIRED } from '../back/recharge-return.queries.ts'
import { DAY_FIGURES } from './withdrawal-days.ts'
import { TWO_APPROVERS_FROM, WITHDRAWAL_FEES } from '../wallet.settings.ts'
import { HOLDS } from './withdrawal.ts'

/** Every withdrawal takes its amount from the wallet into its own book; then it is paid and its fee earned, or all of it goes back. */
export const withdrawalPostings: Postings = {
  id: 'INV-13',
  of: 'withdrawals',
  kinds: [
    ['withdrawal', 'wallet'],
    ['withdrawal', 'held'],
    ['withdrawal_back', 'held'],
    ['withdrawal_back', 'wallet'],
    ['withdrawal_paid', 'held'],
    ['withdrawal_paid', 'account'],
    ['withdrawal_fee', 'held'],
    ['withdrawal_fee', 'account'],
  ],
  lines: `
    select line.book, w.withdrawal_id as ref, line.kind, line.debit, line.credit, line.amount, line.at
    from withdrawal w
    cross join (select book from house_account where name = 'cash') cash
    cross join (select book from house_account where name = 'fees') fees
    cross join lateral (values
      (w.member_id, 'withdrawal', 'wallet', 'clearing', w.amount, w.created_at, true),
      (w.withdrawal_id, 'withdrawal', 'clearing', 'held', w.amount, w.created_at, true),
      (w.withdrawal_id, 'withdrawal_back', 'held', 'clearing', w.amount, w.finished_at, w.state in ('failed', 'returned')),
      (w.member_id, 'withdrawal_back', 'clearing', 'wallet', w.amount, w.finished_at, w.state in ('failed', 'returned')),
      (w.withdrawal_id, 'withdrawal_paid', 'held', 'clearing', w.amount - w.fee, w.finished_at, w.state = 'success'),
      (cash.book, 'withdrawal_paid', 'clearing', 'account', w.amount - w.fee, w.finished_at, w.state = 'success'),
      (w.withdrawal_id, 'withdrawal_fee', 'held', 'clearing', w.fee, w.finished_at, w.state = 'success' and w.fee > 0),
      (fees.book, 'withdrawal_fee', 'clearing', 'account', w.fee, w.finished_at, w.state = 'success' and w.fee > 0))
      line(book, kind, debit, credit, amount, at, due)
    where line.due`,
}

export const withdrawalChecks: readonly Check[] = [
  ...rechargeReturnChecks,
  historyCheck('INV-13', 'withdrawal_step', 'the steps of withdrawals'),
  postingsCheck(withdrawalPostings),
  bookCheck(HOLDS),
  {
    id: 'INV-13',
    title: 'a withdrawal holds its amount until it ends, and nothing afterwards',
    sql: `
      select count(*) filter (where w.withdrawal_id is null or h.withdrawal_id is null
          or h.held <> case w.state when 'processing' then w.amount else 0 end) as breaches,
        count(*) filter (where w.state = 'processing') || ' open, ' || count(*) || ' together' as figure
      from withdrawal w full join withdrawal_hold h using (withdrawal_id)`,
  },
  {
    id: 'INV-13',
    title: 'the timeline of every withdrawal begins at its application, has no gap, and ends in its state',
    sql: `
      select count(*) filter (where t.steps is null or t.last <> t.steps or t.states[1] <> 'processing'
          or t.times[1] <> w.created_at
          or t.states[t.steps] <> case when w.stage = 'waiting' then 'processing' else coalesce(w.stage, w.state) end
          or w.finished_at is not null and t.times[t.steps] <> w.finished_at) as breaches,
        coalesce(sum(t.steps), 0) || ' steps' as figure
      from withdrawal w
      left join (
        select member_id, withdrawal_id, count(*)::int as steps, max(seq) as last, array_agg(state order by seq) as states,
          array_agg(at order by seq) as times
        from withdrawal_step group by member_id, withdrawal_id) t using (member_id, withdrawal_id)`,
  },
  {
    id: 'INV-13',
    title: 'a withdrawal is approved by as many operators as its amount needs, and each of them once',
    sql: `
      select count(*) filter (where a.people <> a.steps
          or (w.state = 'success' or w.stage in ('approved', 'exported')) and a.people < w.approvals_needed) as breaches,
        coalesce(sum(a.steps), 0) || ' approvals' as figure
      from withdrawal w
      cross join lateral (
        select count(*) as steps, count(distinct s.operator_id) as people from withdrawal_step s
        where (s.member_id, s.withdrawal_id) = (w.member_id, w.withdrawal_id)
          and s.state in ('first_approved', 'approved')) a`,
  },
  {
    id: 'INV-13',
    title:
      'every withdrawal has the account of its application, and a fee and a number of approvals that applied then',
    sql: `
      select count(*) filter (where w.account_id <> first.account_id
          or w.approvals_needed <> all (array(
            select case when w.amount >= value::numeric * 10000 then 2 else 1 end from unnest(${valuesAround(TWO_APPROVERS_FROM, 'w.created_at')}) value))
          or w.recharge_id is null and w.fee_rate <> all (array(
            select (fee::numeric * 100)::int from unnest(${valuesAround(WITHDRAWAL_FEES, 'w.created_at')}) value
            cross join string_to_table(value, ',') fee))
          or w.fee <> div(w.amount::numeric * w.fee_rate, 10000)) as breaches,
        count(*) || ' withdrawals' as figure
      from withdrawal w
      join withdrawal_step first on (first.member_id, first.withdrawal_id, first.seq) = (w.member_id, w.withdrawal_id, 1)
      where first.account_id is not null`,
  },
  {
    id: 'INV-13',
    title: 'a reference of the bank pays one withdrawal, and every paid withdrawal has its own',
    sql: `
      select count(*) filter (where r.withdrawal_id is distinct from w.withdrawal_id) as breaches,
        count(*) || ' paid' as figure
      from (select * from withdrawal where state = 'success') w
      full join payout_reference r on r.reference = w.reference`,
  },
  {
    id: 'INV-13',
    title: 'every export holds the withdrawals and pays the amount that it states',
    sql: `
      select count(*) filter (where b.batch_id is null or w.withdrawals is distinct from b.withdrawals
          or w.amount is distinct from b.amount) as breaches,
        count(*) || ' exports' as figure
      from payout_batch b
      full join (
        select batch_id, count(*)::int as withdrawals, sum(amount - fee)::bigint as amount from withdrawal
        where batch_id is not null group by batch_id) w using (batch_id)`,
  },
  {
    id: 'INV-13',
    title: 'what is stated about the withdrawals of every day is what the books say, and no day is missing',
    sql: `
      select count(*) filter (where (d.withdrawals, d.amount, d.oldest_hours, d.rejected)
            is distinct from (f.withdrawals, f.amount, f.oldest_hours, f.rejected)
          or d.before is not null and d.before <> d.day - 1) as breaches,
        count(*) || ' days' as figure
      from (select *, lag(day) over (order by day) as before from withdrawal_day) d
      cross join lateral (${DAY_FIGURES('d.starts_at', 'd.ends_at')}) f`,
  },
  {
    id: 'INV-13',
    title: 'a withdrawal goes to an account that had rested when the member applied',
    sql: `
      select count(*) filter (where account.account_id is null or account.usable_from > w.created_at + ${SAME_TIME}
          or account.deleted_at < w.created_at and account.source_of is null) as breaches,
        count(*) || ' withdrawals' as figure
      from withdrawal w
      left join payout_account account on (account.member_id, account.account_id) = (w.member_id, w.account_id)`,
  },
  {
    id: 'INV-13',
    title:
      'what is to be played through comes from credited recharges, and what is played from drawn orders and settled bets that do not cancel each other out',
    sql: `
      select count(*) filter (where coalesce(p.required, 0) <> coalesce(r.required, 0)
          or coalesce(p.played, 0) > coalesce(s.spent, 0) - coalesce(c.cancelled, 0) + coalesce(p.earlier, 0)) as breaches,
        coalesce(trim_scale(sum(p.required - p.played - p.waived) / 10000.0), 0) || ' left to play' as figure
      from play_through p
      full join (
        select member_id, sum(${STILL_REQUIRED('recharge')}) as required from recharge
        where credited is not null and play_percent > 0 group by member_id) r using (member_id)
      left join lateral (
        select sum(${OWN('purchase')}) as spent from purchase
        where purchase.member_id = p.member_id and settled and state = 'done' and kind <> 'finance') s on true
      left join lateral (
        select sum(cancelled) as cancelled from bet_cancelled c where c.member_id = p.member_id) c on true`,
  },
]
