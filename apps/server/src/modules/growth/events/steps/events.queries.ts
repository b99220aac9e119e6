/** Statements about all events: what the loop looks at, and lists. */
import type { EventStatus } from '@fairlot/contract/life/growth-life'
import { FLOOR_MS, type Executor } from '../../../../platform/db.ts'

export type LiveEvent = {
  eventId: string
  number: string
  /** a void event shares its pool */
  status: EventStatus
  opensMs: number
  deadlineMs: number
  participants: number
  chain: string | null
  /** null unless the grade is witnessed */
  witnesses: readonly string[] | null
  /** of the attempt that counts; null before the seal */
  round: number | null
  /** version of the log's rules */
  rules: 2 | 3
  /** in version 3, how many witnesses must sign; null unless the grade is witnessed */
  quorum: number | null
  /** in version 2, a named witness has signed this attempt in time */
  isSigned: boolean
}

const NOW = {
  name: 'events.now',
  text: `select ${FLOOR_MS('business_now()')}::float8 as "nowMs", ${FLOOR_MS('at')}::float8 as "settledMs" from settled_clock`,
}

/** Business time, and as far as later looks at the clock have confirmed it. Unix milliseconds. */
export async function nowAndSettled(db: Executor): Promise<{ nowMs: number; settledMs: number }> {
  return (await db.query<{ nowMs: number; settledMs: number }>(NOW))[0]!
}

const LIVE = {
  name: 'events.live',
  text: `
select now.ms as "nowMs", now.settled as "settledMs", live.*
from (select ${FLOOR_MS('business_now()')}::float8 as ms, ${FLOOR_MS('at')}::float8 as settled from settled_clock) now
left join lateral (
  select e.event_id as "eventId", e.number, e.status, e.opens_ms::float8 as "opensMs", e.deadline_ms::float8 as "deadlineMs",
    e.participants, e.chain, e.witnesses, e.log_rules as rules, e.quorum, s.round::float8 as round,
    exists (select from event_cosignature c where c.event_id = e.event_id and c.attempt = s.attempt) as "isSigned"
  from event e left join event_last_seal s using (event_id)
  where e.ended_at is null order by e.deadline_ms limit 1000) live on true`,
}

/** The times, and the events that have not ended. A partial index has only these. */
export async function liveEvents(
  db: Executor,
): Promise<{ nowMs: number; settledMs: number; events: LiveEvent[] }> {
  const rows = await db.query<LiveEvent & { nowMs: number; settledMs: number }>(LIVE)
  const { nowMs, settledMs } = rows[0]!
  return { nowMs, settledMs, events: rows.filter(({ eventId }) => eventId !== null) }
}
