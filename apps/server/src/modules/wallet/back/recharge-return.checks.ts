/** What must always be true of recharges that go back to their source: statements for the doctor. */
import { historyCheck } from '../../../platform/schema/history.checks.ts'
import { SAME_TIME, type Check } from '../../ledger/index.ts'

export const rechargeReturnChecks: readonly Check[] = [
  historyCheck('INV-13', 'refund_notice', 'the notices about refunds'),
  {
    id: 'INV-13',
    title:
      'what is counted as gone back of a recharge is what its withdrawals have paid or hold, and what banks took back',
    sql: `
      select count(*) filter (where coalesce(r.returned, 0) <> coalesce(w.amount, 0)) as breaches,
        count(w.recharge_id) || ' recharges' as figure
      from (select * from recharge where returned <> 0) r
      full join (
        select member_id, recharge_id, sum(amount) as amount from (
          select member_id, recharge_id, amount from withdrawal
          where recharge_id is not null and state in ('processing', 'success')
          union all select member_id, recharge_id, counted from member_correction where recharge_id is not null) back
        group by 1, 2) w using (member_id, recharge_id)`,
  },
  {
    id: 'INV-13',
    title: 'a recharge goes back to what it came from, and nothing else goes there',
    sql: `
      select count(*) filter (where account.source_of is distinct from w.recharge_id
          and not (account.source_of is null and recharge.kind = 'trc20' and account.kind = 'trc20')
          or w.recharge_id is not null and (recharge.recharge_id is null or account.kind <> recharge.kind
            or w.refund_provider <> recharge.provider)) as breaches,
        count(w.recharge_id) || ' on their way or back' as figure
      from withdrawal w
      join payout_account account on (account.member_id, account.account_id) = (w.member_id, w.account_id)
      left join recharge on (recharge.member_id, recharge.recharge_id) = (w.member_id, w.recharge_id)`,
  },
  {
    id: 'INV-13',
    title: 'a transfer goes back to its payer, and only as far as it came in',
    sql: `
      select count(*) filter (where c.amount is null or w.amount > c.amount) as breaches, count(*) || ' transfers' as figure
      from (
        select member_id, recharge_id, credit_seq as seq, sum(w.amount) as amount from withdrawal w
        join recharge r using (member_id, recharge_id)
        where r.receiving_account is not null and w.state in ('processing', 'success') group by 1, 2, 3) w
      left join recharge_credit c using (member_id, recharge_id, seq)`,
  },
  {
    id: 'INV-13',
    title: 'every refund that a company paid follows from one notice, which says its amount',
    sql: `
      select count(*) filter (where (w.state = 'success' and ended.operator_id is null) <> (n.notices = 1) or n.notices > 1
          or n.notices = 1 and (n.amount <> w.amount or w.finished_at not between n.at - ${SAME_TIME} and n.at + ${SAME_TIME})) as breaches,
        count(*) || ' refunds' as figure
      from withdrawal w
      cross join lateral (
        select count(*) as notices, max(amount) as amount, max(received_at) as at from refund_notice
        where withdrawal_id = w.withdrawal_id and outcome = 'paid') n
      -- two operators ended it: the approvals are compared by a check of theirs
      left join withdrawal_step ended on (ended.member_id, ended.withdrawal_id) = (w.member_id, w.withdrawal_id)
        and ended.state = 'success'
      where w.refund_provider is not null`,
  },
  // the simulated company's own tables know each refund; with a real company, its statement of account shows this
  {
    id: 'INV-13',
    title: 'every refund by Sandbox Pay is in its books, with its amount',
    sql: `
      select count(*) filter (where s.refund_id is null or (s.refund_id, s.amount) <> (n.refund_id, n.amount)) as breaches,
        count(*) || ' refunds' as figure
      from refund_notice n
      left join sandbox_refund s on (s.payment_id, s.reference) = (n.payment_id, n.withdrawal_id::text)
      where n.provider = 'sandbox' and n.outcome = 'paid'`,
  },
]
