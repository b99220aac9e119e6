import type { LivenessCheck } from '../../../platform/jobs/jobs.checks.ts'
import { OVERDUE } from '../../../platform/time/working-days.ts'

/** Orders in a state, and since when. */
const waiting = (state: string, isLate: string) => `
  select count(*) filter (where ${isLate}) as breaches, count(*) || ' wait' as figure
  from prize z cross join business_clock clock
  cross join lateral (
    select max(t.at) as at from prize_timeline t
    where t.member_id = z.member_id and t.purchase_id = z.purchase_id and t.tier = z.tier
      and t.step in ('address', 'ship_again', 'dispute')) since
  where z.status = '${state}'`

export const deliveryLiveness: readonly LivenessCheck[] = [
  {
    name: 'late-parcels',
    title: 'no order waits for its parcel for more than 14 days',
    sql: waiting('address_confirmed', `clock.at > since.at + interval '14 days'`),
  },
  {
    name: 'late-disputes',
    title: 'no dispute waits for an answer for more than 2 working days',
    sql: waiting('disputed', `clock.at > ${OVERDUE('since.at')}`),
  },
]
