/** Writes the figures of business days that have ended, each day once and in order. */
import type { Db, Statement, Tx } from '../../../platform/db.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { defineSchedule, type Jobs } from '../../../platform/jobs/jobs.ts'
import { MOVES, PEOPLE, PEOPLE_COLUMNS } from './figures.sql.ts'

const STATE = defineSchedule({ name: 'operator.figures', schedule: { everyMs: 10 * MINUTE_MS } })

/** What belongs to a day is committed by then. */
const SETTLED = `interval '20 minutes'`

/**
 * The next day that has ended by the settled clock. It begins where the last one ended, also when the time zone was changed meanwhile. The
 * first one is that of the first line of the ledger.
 */
const CLAIM: Statement = {
  name: 'figures.claim_day',
  text: `
    with last as (select day, ends_at from figure_day order by day desc limit 1),
    next as (
      select day + 1 as day, ends_at as starts_at from last
      union all
      select day, (day::timestamp at time zone 'utc') - make_interval(mins => $1)
      from (select (min(at) at time zone 'utc' + make_interval(mins => $1))::date as day from ledger) first
      where day is not null and not exists (select from last)),
    bounds as (
      select day, starts_at, ((day + 1)::timestamp at time zone 'utc') - make_interval(mins => $1) as ends_at from next)
    insert into figure_day (day, starts_at, ends_at, ${PEOPLE_COLUMNS}, stated_at)
    select span.day, span.starts_at, span.ends_at, ${PEOPLE_COLUMNS}, clock.at
    from bounds span cross join settled_clock settled cross join business_clock clock
    cross join lateral (${PEOPLE('span.starts_at', 'span.ends_at')}) p
    where span.ends_at <= settled.at - ${SETTLED}
    on conflict do nothing
    returning day::text`,
}

const MOVED: Statement = {
  name: 'figures.state_moves',
  text: `
    insert into figure (day, area, subject, kind, side, lines, amount)
    select span.day, m.* from figure_day span cross join lateral (${MOVES('span.starts_at', 'span.ends_at')}) m where span.day = $1`,
}

/** A balance of zero has no row. */
const ENDED: Statement = {
  name: 'figures.state_ends',
  text: `
    insert into figure (day, area, subject, kind, side, lines, amount)
    select $1, area, subject, 'end', 'end', 0, sum(case side when 'out' then -amount else amount end)::bigint
    from figure
    where area <> 'drawn' and (day = $1 and side <> 'end' or day = $1::date - 1 and side = 'end')
    group by area, subject having sum(case side when 'out' then -amount else amount end) <> 0`,
}

async function stateDay(tx: Tx, utcOffsetMinutes: number): Promise<string | null> {
  // a day of a large house takes as long as it has lines; what this locks is of this day alone
  await tx.query('set local statement_timeout = 0')
  const [row] = await tx.query<{ day: string }>(CLAIM, [utcOffsetMinutes])
  if (!row) return null
  await tx.query(MOVED, [row.day])
  await tx.query(ENDED, [row.day])
  return row.day
}

export type FiguresDeps = {
  readonly db: Db
  /** offset of business time, minutes east of UTC */
  readonly utcOffsetMinutes: number
}

/**
 * States every day that has ended and is not stated, one transaction for each: an end in between loses nothing, and two servers state a
 * day once.
 *
 * @returns the days
 */
export async function stateFigures(
  { db, utcOffsetMinutes }: FiguresDeps,
  signal?: AbortSignal,
): Promise<string[]> {
  const days: string[] = []
  while (signal?.aborted !== true) {
    const day = await db.tx((tx) => stateDay(tx, utcOffsetMinutes))
    if (day === null) break
    days.push(day)
  }
  return days
}

export function figuresJobs(jobs: Jobs, deps: FiguresDeps): void {
  jobs.handle(STATE, async ({ signal }) => {
    await stateFigures(deps, signal)
  })
}
