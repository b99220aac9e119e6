/**
 * What the house publishes about withdrawals, once for each business day that has ended: how many were paid and how much, how
 * long the oldest one waited when the day ended, and how many were rejected, by reason. It begins with the day of the first
 * withdrawal.
 */
import type { LogEntry } from '@fairlot/fairness/entries'
import type { Db, Statement, Tx } from '../../../platform/db.ts'

export type WithdrawalsEntry = Extract<LogEntry, { t: 'withdrawals' }>

export type DayDeps = {
  readonly db: Db
  /** offset of business time, minutes east of UTC */
  readonly utcOffsetMinutes: number
  /** Enqueues the entry for the transparency log in the transaction. */
  readonly publish: (tx: Tx, entry: WithdrawalsEntry) => Promise<void>
}

/** The figures of a day as SQL over the bounds $starts and $ends; the doctor calculates them again. */
export const DAY_FIGURES = (starts: string, ends: string) => `
  select count(*) filter (where w.state = 'success' and w.finished_at >= ${starts} and w.finished_at < ${ends})::int as withdrawals,
    coalesce(sum(w.amount) filter (where w.state = 'success' and w.finished_at >= ${starts} and w.finished_at < ${ends}), 0)::bigint
      as amount,
    coalesce(floor(extract(epoch from ${ends} - min(w.created_at) filter (where w.created_at < ${ends}
      and (w.finished_at is null or w.finished_at >= ${ends}))) / 3600), 0)::int as oldest_hours,
    (select coalesce(jsonb_object_agg(reason, rejected), '{}') from (
      select reason, count(*) as rejected from withdrawal
      where state = 'failed' and finished_at >= ${starts} and finished_at < ${ends} group by reason) r) as rejected
  from withdrawal w`

const CLAIM: Statement = {
  name: 'withdrawal.claim_day',
  text: `
    with next as (
      select coalesce((select max(day) + 1 from withdrawal_day),
        (select (min(created_at) at time zone 'utc' + make_interval(mins => $1))::date from withdrawal)) as day),
    bounds as (
      select day, (day::timestamp at time zone 'utc') - make_interval(mins => $1) as starts_at,
        ((day + 1)::timestamp at time zone 'utc') - make_interval(mins => $1) as ends_at
      from next where day is not null)
    insert into withdrawal_day (day, starts_at, ends_at, withdrawals, amount, oldest_hours, rejected, stated_at)
    select b.day, b.starts_at, b.ends_at, f.withdrawals, f.amount, f.oldest_hours, f.rejected, clock.at
    from bounds b cross join business_clock clock cross join lateral (${DAY_FIGURES('b.starts_at', 'b.ends_at')}) f
    where b.ends_at <= clock.at - interval '5 minutes'
    on conflict do nothing
    returning day::text, withdrawals, amount, oldest_hours, rejected,
      (extract(epoch from stated_at) * 1000)::bigint as stated_ms`,
}

type DayRow = {
  day: string
  withdrawals: number
  amount: bigint
  oldest_hours: number
  rejected: Record<string, number>
  stated_ms: bigint
}

/**
 * Publishes the next business day that has ended and is not published, if there is one. Two servers publish it once.
 * @returns the day; null: every day is published
 */
export function publishDay({ db, utcOffsetMinutes, publish }: DayDeps): Promise<string | null> {
  return db.tx(async (tx) => {
    const [row] = await tx.query<DayRow>(CLAIM, [utcOffsetMinutes])
    if (!row) return null
    await publish(tx, {
      t: 'withdrawals',
      day: row.day,
      count: row.withdrawals,
      amount: String(row.amount),
      oldestHours: row.oldest_hours,
      rejected: row.rejected,
      at: Number(row.stated_ms),
    })
    return row.day
  })
}
