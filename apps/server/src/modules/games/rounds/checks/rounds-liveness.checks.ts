/** What stands still in the games, and will need an operator. */
import type { LivenessCheck } from '../../../../platform/jobs/jobs.checks.ts'

/** The loop runs every second. A witnessed round can wait for its witnesses; the limit is above their patience. */
const LATE = "interval '15 minutes'"
const NOW_MS = 'extract(epoch from at) * 1000'

export const roundsLiveness: readonly LivenessCheck[] = [
  {
    name: 'unsealed-rounds',
    title: 'no round waits for its seal, or to be void, for more than 15 minutes after its end',
    sql: `
      select count(*) filter (where ends_ms < extract(epoch from at - ${LATE}) * 1000) as breaches,
        coalesce(string_agg(game || ' ' || period, ', ' order by closes_ms)
          filter (where ends_ms < extract(epoch from at - ${LATE}) * 1000), count(*) || ' run') as figure
      from round cross join business_clock where ended_at is null and status in ('open', 'closed')`,
  },
  {
    name: 'overdue-rounds',
    title: 'every sealed or void round has ended within 15 minutes',
    sql: `
      select count(*) filter (where ends_ms < extract(epoch from at - ${LATE}) * 1000) as breaches,
        coalesce(string_agg(game || ' ' || period, ', ' order by closes_ms)
          filter (where ends_ms < extract(epoch from at - ${LATE}) * 1000), count(*) || ' wait') as figure
      from round cross join business_clock where ended_at is null and status in ('sealed', 'void')`,
  },
  {
    name: 'chain-ends',
    title: 'the newest chain of every game is enough for at least 10 further rounds',
    sql: `
      select count(*) filter (where c.length + 1 - u.next_index < 10) as breaches,
        coalesce(string_agg(c.game || ': ' || (c.length + 1 - u.next_index), ', ' order by c.game), 'no chains') as figure
      from game_chain c join game_chain_use u using (chain_id)
      where c.number = (select max(number) from game_chain n where n.game = c.game) and u.retired_at is null`,
  },
  {
    name: 'missed-rounds',
    title:
      'no more than 10 rounds of a game were void or never opened in the last hour while others of it ran',
    sql: `
      select count(*) filter (where missed > 10) as breaches,
        coalesce(string_agg(game || ': ' || missed, ', ' order by game) filter (where missed > 0), 'none') as figure
      from (
        select game, sum((status = 'void')::int + case when before is null then 0 else (opens_ms - before) / round_ms end)::bigint as missed
        from (
          select r.game, r.status, r.opens_ms, c.round_ms, lag(r.ends_ms) over (partition by r.game order by r.opens_ms) as before
          from round r join game_chain c using (chain_id) cross join business_clock
          where r.opens_ms > ${NOW_MS} - 3600000 and not c.demo) x
        group by game) y`,
  },
]
