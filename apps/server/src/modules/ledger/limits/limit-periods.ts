/** Calendar periods of business time: days from midnight, weeks from Monday, months from the first. */
import type { LimitPeriod } from '@fairlot/contract/kinds/guard-kinds'
import { MS, type Executor, type Statement } from '../../../platform/db.ts'

/** Beginning and end of the current periods, Unix milliseconds. $1: minutes east of UTC. */
const PERIODS: Statement = {
  name: 'limit.periods',
  text: `
    select period, ${MS("(period_start(period, at, $1)::timestamp at time zone 'UTC') - $1 * interval '1 minute'")} as from_ms,
      ${MS("((period_start(period, at, $1) + ('1 ' || period)::interval) at time zone 'UTC') - $1 * interval '1 minute'")} as until_ms
    from business_clock, unnest('{day,week,month}'::text[]) as s(period)`,
}

export type PeriodTimes = Record<LimitPeriod, { from: number; until: number }>

/** The current periods. @param utcOffset minutes east of UTC of business time */
export async function periodsNow(db: Executor, utcOffset: number): Promise<PeriodTimes> {
  const rows = await db.query<{ period: LimitPeriod; from_ms: bigint; until_ms: bigint }>(PERIODS, [
    utcOffset,
  ])
  const times: Partial<PeriodTimes> = {}
  for (const { period, from_ms, until_ms } of rows)
    times[period] = { from: Number(from_ms), until: Number(until_ms) }
  const { day, week, month } = times
  if (!day || !week || !month) throw new Error('a period is missing')
  return { day, week, month }
}

/** For a counter `c`: `t.today`, the first day of the current period. */
export const RUNNING = `cross join lateral (select period_start(c.period, at, c.utc_offset) as today from business_clock) t`
/** What a counter `c` has used in the current period. */
export const USED = `case when c.starts_on >= t.today then c.used else c.open end`
