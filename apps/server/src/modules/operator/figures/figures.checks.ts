/** INV-45: the figures of every stated day are what the ledger and the tables say. */
import type { LivenessCheck } from '../../../platform/jobs/jobs.checks.ts'
import type { Check } from '../../ledger/index.ts'
import { MOVES, PEOPLE, PEOPLE_COLUMNS } from './figures.sql.ts'

const MOVED = 'day, area, subject, kind, side, lines, amount'

export const figuresChecks: readonly Check[] = [
  {
    id: 'INV-45',
    title: 'the figures of every stated day equal the ledger',
    sql: `
      select count(*) as breaches, (select count(*) from figure_day) || ' days' as figure
      from (
        (select ${MOVED} from figure where side <> 'end'
          except select ${MOVED} from figure_day span cross join lateral (${MOVES('span.starts_at', 'span.ends_at')}) m)
        union all
        (select ${MOVED} from figure_day span cross join lateral (${MOVES('span.starts_at', 'span.ends_at')}) m
          except select ${MOVED} from figure where side <> 'end')) differs`,
  },
  {
    id: 'INV-45',
    title: 'the people of every stated day, and how long money took, are what the tables say',
    sql: `
      select count(*) filter (where (span.${PEOPLE_COLUMNS.replaceAll(', ', ', span.')}) is distinct from (p.${PEOPLE_COLUMNS.replaceAll(', ', ', p.')}))
          as breaches, count(*) || ' days' as figure
      from figure_day span cross join lateral (${PEOPLE('span.starts_at', 'span.ends_at')}) p`,
  },
  {
    id: 'INV-45',
    title: 'every balance at the end of a stated day is that of the day before and what moved',
    sql: `
      select count(*) filter (where ended <> began + moved) as breaches, count(*) || ' balances' as figure
      from (
        select coalesce(sum(amount) filter (where side = 'end' and day = of), 0) as ended,
          coalesce(sum(amount) filter (where side = 'end' and day < of), 0) as began,
          coalesce(sum(case side when 'in' then amount when 'out' then -amount end) filter (where day = of), 0) as moved
        from (
          select day as of, f.* from figure f where area <> 'drawn'
          union all
          select d.day, f.* from figure f join figure_day d on d.day = f.day + 1 where side = 'end') f
        group by of, area, subject) b`,
  },
  {
    id: 'INV-45',
    title: 'stated days follow each other and have ended, and no line of the ledger is before the first one',
    sql: `
      select count(*) filter (where before <> day - 1 or ended <> starts_at or ends_at > (select at from business_clock))
          + (select count(*) from ledger where at < (select min(starts_at) from figure_day)) as breaches,
        coalesce(min(day) || ' to ' || max(day), 'none') as figure
      from (select day, starts_at, ends_at, lag(day) over w as before, lag(ends_at) over w as ended from figure_day window w as (order by day)) d`,
  },
]

export const figuresLiveness: readonly LivenessCheck[] = [
  {
    name: 'figures',
    title: 'the figures of a day are stated within 2 hours',
    sql: `
      select (max(ends_at) < max(at) - interval '26 hours')::int::bigint as breaches, 'last stated for ' || max(day) as figure
      from figure_day cross join business_clock having count(*) > 0
      union all select 0, 'nothing stated yet' where not exists (select from figure_day)`,
  },
]
