/** What a deposit limit finds already counted when it is set. */
import type { LimitPeriod } from '@fairlot/contract/guard-kinds'
import type { Executor } from '../../../platform/db.ts'
import type { CountedDeposits } from '../../ledger/index.ts'

const COUNTED = {
  name: 'recharge.counted',
  text: `
    select coalesce(sum(r.amount), 0)::bigint as used,
      coalesce(sum(r.amount) filter (where r.state = 'processing'), 0)::bigint as open, max(r.finished_at) as latest
    from business_clock clock
    cross join lateral (
      select (period_start($2, clock.at, $3)::timestamp at time zone 'UTC') - $3 * interval '1 minute' as at) period
    join recharge r on r.member_id = $1
      and (r.state = 'processing' or r.state = 'success' and r.finished_at >= period.at)`,
}

/**
 * Recharges of a member that wait for their payment, and those paid in the current period. The caller holds the lock of
 * the wallet, which every change of a recharge holds too.
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
