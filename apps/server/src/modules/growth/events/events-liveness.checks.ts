/** What stands still in prize-share events, and will need an operator. */
import type { LivenessCheck } from '../../../platform/jobs/jobs.checks.ts'

/** Time ends an event some minutes after its deadline, when later looks at the clock have confirmed it. */
const SETTLED_MS = '(select extract(epoch from at) * 1000 from settled_clock)'
const NOW_MS = '(select extract(epoch from at) * 1000 from business_clock)'
const MINUTE = 60_000

const late = (when: string, rest: string) => `
  select count(*) filter (where ${when}) as breaches,
    coalesce(string_agg(e.number, ', ' order by e.deadline_ms) filter (where ${when}), count(*) || ' ${rest}') as figure`

export const eventLiveness: readonly LivenessCheck[] = [
  {
    name: 'unsealed-events',
    title: 'every event is sealed, or void, within 5 minutes after its deadline',
    sql: `${late(`e.deadline_ms < ${SETTLED_MS} - ${5 * MINUTE}`, 'run')}
      from event e where e.ended_at is null and e.status in ('scheduled', 'open', 'closed')`,
  },
  {
    name: 'undrawn-events',
    title: 'every sealed event is drawn within 15 minutes after its beacon round',
    sql: `${late(`s.sealed_ms + coalesce(e.delay, 0) * 1000 < ${NOW_MS} - ${15 * MINUTE}`, 'wait')}
      from event e join event_last_seal s using (event_id) where e.status = 'sealed'`,
  },
  {
    name: 'unpaid-events',
    title:
      'the winners of every drawn event, and the members of every event that shares its pool, are paid within 15 minutes',
    sql: `${late(`coalesce(d.drawn_at, v.voided_at) < (select at from business_clock) - interval '15 minutes'`, 'being paid')}
      from event e left join event_draw d using (event_id) left join event_void v using (event_id)
      where e.status in ('drawn', 'void') and e.ended_at is null`,
  },
  {
    name: 'unopened-events',
    title: 'every scheduled event opens within 15 minutes after its time',
    sql: `${late(`e.opens_ms < ${NOW_MS} - ${15 * MINUTE}`, 'scheduled')}
      from event e where e.status = 'scheduled'`,
  },
]
