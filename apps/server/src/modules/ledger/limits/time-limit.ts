/** Minutes of use, counted for members who limit their time. */
import type { Executor, Statement, Tx } from '../../../platform/db.ts'
import { array } from '../arrays.ts'
import { RUNNING, USED } from './limit-periods.ts'

/** A minute in which a member used the app. `at`: its beginning, Unix milliseconds of business time */
export type MinuteOfUse = { member: string; at: number }

const TIMED: Statement = {
  name: 'limit.timed',
  text: `select distinct member_id as member from limit_counter where member_id = any($1::uuid[]) and kind = 'time'`,
}

/** Those of the members who have a time limit. */
export async function timeLimited(db: Executor, members: readonly string[]): Promise<string[]> {
  return (await db.query<{ member: string }>(TIMED, [members])).map(({ member }) => member)
}

const COUNT_MINUTES: Statement = {
  name: 'limit.count_minutes',
  text: `
    update limit_counter c set starts_on = s.starts_on, used = s.used, ceiling = greatest(c.cap, s.used), counted_through = s.through
    from (
      select c.ctid as row, greatest(c.starts_on, t.today) as starts_on, ${USED} + m.minutes as used, m.through
      from (select distinct member_id from unnest($1::uuid[]) as m(member_id)) e
      join limit_counter c on c.member_id = e.member_id and c.kind = 'time' ${RUNNING}
      cross join lateral (
        select count(*) as minutes, to_timestamp(max(m.ms) / 1000.0) as through
        from unnest($1::uuid[], $2::bigint[]) as m(member_id, ms)
        where m.member_id = c.member_id and to_timestamp(m.ms / 1000.0) > coalesce(c.counted_through, '-infinity')) m
      where m.minutes > 0) s
    where c.ctid = s.row`,
}

/**
 * Counts minutes of use for members with a time limit. A minute that another process or an earlier try counted is not
 * counted again. Each pair occurs at most once in a call. The caller holds the locks of the wallets.
 */
export async function countMinutes(tx: Tx, minutes: readonly MinuteOfUse[]): Promise<void> {
  if (minutes.length === 0) return
  await tx.query(COUNT_MINUTES, [minutes.map(({ member }) => member), array(minutes.map(({ at }) => at))])
}
