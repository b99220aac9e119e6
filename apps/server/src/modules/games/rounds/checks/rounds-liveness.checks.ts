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
    // a chain of version 3 ends by time, also while its game is off
    sql: `
      select count(*) filter (where x.left < 10) as breaches,
        coalesce(string_agg(game || ': ' || x.left, ', ' order by game), 'no chains') as figure
      from (
        select c.game, case c.log_rules when 3 then floor((c.first_ms + c.length * c.round_ms - ${NOW_MS}) / c.round_ms)
          else c.length + 1 - u.next_index end as left
        from game_chain c join game_chain_use u using (chain_id) cross join business_clock
        where c.number = (select max(number) from game_chain n where n.game = c.game) and u.retired_at is null
          and (c.log_rules = 2 or exists (select from round r where r.game = c.game and r.opens_ms > ${NOW_MS} - 3600000))) x`,
  },
  {
    name: 'dead-chains',
    title: 'no game waits for a chain because too few witnesses signed the last one before its first round',
    sql: `
      select count(*) as breaches, coalesce(string_agg(game, ', ' order by game), 'none waits') as figure
      from (
        select distinct on (c.game) c.game, c.quorum, u.retired_at,
          (select count(*) from game_chain_cosignature s where s.chain_id = c.chain_id) as signed
        from game_chain c join game_chain_use u using (chain_id) cross join business_clock
        where c.first_ms <= ${NOW_MS} order by c.game, c.number desc) x
      where quorum > signed and retired_at is null`,
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
