/** What a member paid in and took out so far, for the operator who decides about money of the member. Amounts in minor units. */
import { MS, type Executor, type Statement } from '../../../platform/db.ts'

export type MoneyHistory = {
  recharges: number
  recharged: bigint
  /** of the newest credit; null: there is none */
  newest_amount: bigint | null
  newest_ms: bigint | null
  /** paid ones */
  withdrawals: number
  withdrawn: bigint
  now_ms: bigint
}

const HISTORY: Statement = {
  name: 'wallet.money_history',
  text: `
    select credits.*, newest.amount as newest_amount, ${MS('newest.at')} as newest_ms, paid.*, ${MS('clock.at')} as now_ms
    from business_clock clock
    cross join (
      select count(distinct recharge_id)::int as recharges, coalesce(sum(amount), 0)::bigint as recharged
      from recharge_credit where member_id = $1) credits
    left join lateral (
      select amount, at from recharge_credit where member_id = $1 order by at desc, recharge_id desc limit 1) newest on true
    cross join (
      select count(*)::int as withdrawals, coalesce(sum(amount), 0)::bigint as withdrawn
      from withdrawal where member_id = $1 and state = 'success') paid`,
}

export async function moneyHistory(db: Executor, memberId: string): Promise<MoneyHistory> {
  const [row] = await db.query<MoneyHistory>(HISTORY, [memberId])
  if (!row) throw new Error('there is no business clock')
  return row
}

/** The account of a withdrawal: when it was added, and how many withdrawals were paid to the same account before. */
export type PayoutHistory = { added_ms: bigint; paid: number; now_ms: bigint }

const PAYOUT: Statement = {
  name: 'wallet.payout_history',
  text: `
    select ${MS('a.created_at')} as added_ms, ${MS('clock.at')} as now_ms, (
      select count(*)::int from withdrawal earlier
      join payout_account same on (same.member_id, same.account_id) = (earlier.member_id, earlier.account_id)
      where earlier.member_id = w.member_id and earlier.state = 'success' and same.fingerprint = a.fingerprint) as paid
    from business_clock clock cross join withdrawal w
    join payout_account a on (a.member_id, a.account_id) = (w.member_id, w.account_id)
    where (w.member_id, w.withdrawal_id) = ($1, $2)`,
}

export async function payoutHistory(
  db: Executor,
  { member_id: member, withdrawal_id: id }: { member_id: string; withdrawal_id: string },
): Promise<PayoutHistory> {
  const [row] = await db.query<PayoutHistory>(PAYOUT, [member, id])
  if (!row) throw new Error(`there is no withdrawal ${id}`)
  return row
}
