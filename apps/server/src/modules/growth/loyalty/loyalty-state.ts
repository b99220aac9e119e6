/** What operators see of loyalty: refunds that wait, and what was refunded and rewarded lately. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Executor, Statement } from '../../../platform/db.ts'
import { houseAccounts } from '../../ledger/index.ts'

type State = Output<Endpoints['loyaltyState']>

/** Business days that are shown. */
const SHOWN_DAYS = 30

const QUEUED: Statement = {
  name: 'loyalty.queued',
  text: `
    select count(*)::int as refunds, coalesce(sum(amount), 0)::bigint as amount, min(day)::text as since
    from vip_refund where state = 'queued'`,
}

/** $1 days, $2 minutes east of UTC of business time. */
const FROM = `(select period_start('day', at, $2) - $1::int from business_clock)`
const REWARDS = `
  select day, claim as task, amount, voucher_id, member_id from task_claim where day > ${FROM}
  union all
  select day, 'check_in', amount, null, member_id from check_in where day > ${FROM}`

const DAYS: Statement = {
  name: 'loyalty.days',
  text: `
    select day::text as day, d.state, coalesce(i.issues, 0) as issues, coalesce(r.refunds, 0) as refunds,
      coalesce(r.refunded, 0) as refunded, coalesce(r.queued, 0) as queued, coalesce(c.claims, 0) as claims,
      coalesce(c.rewarded, 0) as rewarded
    from (select day, state from vip_refund_day where day > ${FROM}) d
    left join (
      select day, count(*)::int as issues from vip_refund_issue where day > ${FROM} group by day) i using (day)
    left join (
      select day, count(*)::int as refunds, coalesce(sum(amount) filter (where state = 'paid'), 0)::bigint as refunded,
        coalesce(sum(amount) filter (where state = 'queued'), 0)::bigint as queued
      from vip_refund where day > ${FROM} group by day) r using (day)
    full join (
      select day, count(*)::int as claims, sum(amount)::bigint as rewarded from (${REWARDS}) rewards group by day) c using (day)
    order by day desc`,
}

const TASKS: Statement = {
  name: 'loyalty.tasks',
  text: `
    select task, count(*)::int as claims, sum(rewards.amount)::bigint as rewarded, coalesce(sum(v.amount), 0)::bigint as vouchers
    from (${REWARDS}) rewards left join voucher v using (member_id, voucher_id) group by task order by task`,
}

type Day = Omit<State['days'][number], 'refunded' | 'queued' | 'rewarded'> & {
  refunded: bigint
  queued: bigint
  rewarded: bigint
}
type Task = Pick<State['tasks'][number], 'task' | 'claims'> & { rewarded: bigint; vouchers: bigint }

export async function loyaltyState(db: Executor, utcOffsetMinutes: number): Promise<State> {
  const values = [SHOWN_DAYS, utcOffsetMinutes]
  const [[queued], days, tasks, accounts] = await Promise.all([
    db.query<{ refunds: number; amount: bigint; since: string | null }>(QUEUED),
    db.query<Day>(DAYS, values),
    db.query<Task>(TASKS, values),
    houseAccounts(db),
  ])
  return {
    queued: { ...queued!, amount: formatMoney(queued!.amount) },
    marketing: formatMoney(accounts.find(({ name }) => name === 'marketing')?.available ?? 0n),
    days: days.map((one) => ({
      ...one,
      refunded: formatMoney(one.refunded),
      queued: formatMoney(one.queued),
      rewarded: formatMoney(one.rewarded),
    })),
    tasks: tasks.map((one) => ({
      ...one,
      rewarded: formatMoney(one.rewarded),
      vouchers: formatMoney(one.vouchers),
    })),
  }
}
