/** The recharges that a new deposit limit counts from the start. */
import type { LimitPeriod } from '@fairlot/contract/kinds/guard-kinds'
import type { Executor } from '../../../platform/db.ts'
import type { CountedDeposits } from '../../ledger/index.ts'

const COUNTED = {
  name: 'recharge.counted',
  text: `
    select coalesce(sum(deposit.amount), 0)::bigint as used,
      coalesce(sum(deposit.amount) filter (where deposit.at is null), 0)::bigint as open,
      max(deposit.at) as latest
    from business_clock clock
    cross join lateral (
      select (period_start($2, clock.at, $3)::timestamp at time zone 'UTC') - $3 * interval '1 minute' as at) period
    join lateral (
      select amount, null::timestamptz as at from recharge where member_id = $1 and state = 'processing'
      union all
      select credit.amount, greatest(credit.at, recharge.finished_at)
      from recharge_credit credit join recharge using (member_id, recharge_id)
      where credit.member_id = $1 and recharge.state = 'success' and greatest(credit.at, recharge.finished_at) >= period.at)
      deposit on true`,
}

/**
 * Sums a member's recharges that wait for their payment and those paid in the current period. The caller holds the lock of
 * the member's wallet, which every change of a recharge also takes.
 * @param utcOffset minutes east of UTC of business time
 */
export async function countedDeposits(
  db: Executor,
  memberId: string,
  period: LimitPeriod,
  utcOffset: number,
): Promise<CountedDeposits> {
  const [row] = await db.query<CountedDeposits>(COUNTED, [memberId, period, utcOffset])
  return row!
}
