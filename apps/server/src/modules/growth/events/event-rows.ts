/** The participants of an event as digest and proof contain them. */
import { claimedDigest, claimOf, type ClaimedRow } from '@fairlot/fairness/claimed-rows'
import type { OrderRow } from '@fairlot/fairness/draw'
import { eventDigest, eventRow } from '@fairlot/fairness/events'
import type { Executor } from '../../../platform/db.ts'
import type { Event } from './event-terms.ts'

const PAGE_ROWS = 5_000
const MAX_PARTICIPANTS = 2_147_483_647

const ROWS_AFTER = {
  name: 'event.rows',
  text: `select seq, joined_ms::float8 as ms, tag, entry_id as "entryId" from event_entry where event_id = $1 and seq > $2 and seq <= $4
    order by seq limit $3`,
}
type Row = { seq: number; ms: number; tag: string; entryId: string }

/** Rows of a version of the log's rules: those of version 3 end with the participant's claim. */
export type EventRows = { rules: 2; rows: readonly OrderRow[] } | { rules: 3; rows: readonly ClaimedRow[] }

/** Reads all participants by seq. */
export async function rowsOf(db: Executor, event: Event): Promise<EventRows> {
  return event.rules === 3
    ? { rules: 3, rows: await readClaimedRows(db, event) }
    : { rules: 2, rows: await readRows(db, event) }
}

/** The digest that the seal of an event has. */
export function digestOf(number: string, given: EventRows): string {
  return given.rules === 3
    ? claimedDigest(number, given.rows.length, given.rows)
    : eventDigest(number, given.rows)
}

type Named = Pick<Event, 'eventId' | 'utcOffset'>

/** Reads all participants by seq. */
export async function readRows(db: Executor, { eventId, utcOffset }: Named): Promise<OrderRow[]> {
  const rows: OrderRow[] = []
  for await (const { seq, ms, tag } of eachRow(db, eventId)) rows.push(eventRow(seq, ms, utcOffset, tag))
  return rows
}

type Range = {
  /** the participant before the first one that is read */
  after?: number
  /** the last participant */
  through?: number
}

/** The same with claims. */
export async function readClaimedRows(
  db: Executor,
  { eventId, utcOffset }: Named,
  range?: Range,
): Promise<ClaimedRow[]> {
  const rows: ClaimedRow[] = []
  for await (const { seq, ms, tag, entryId } of eachRow(db, eventId, range))
    rows.push({ ...eventRow(seq, ms, utcOffset, tag), claim: claimOf(entryId) })
  return rows
}

/** In pages: the process can serve other calls between two pages. */
async function* eachRow(
  db: Executor,
  eventId: string,
  { after = 0, through = MAX_PARTICIPANTS }: Range = {},
): AsyncGenerator<Row> {
  for (let last = after; ;) {
    const page = await db.query<Row>(ROWS_AFTER, [eventId, last, PAGE_ROWS, through])
    yield* page
    if (page.length < PAGE_ROWS) return
    last = page.at(-1)!.seq
  }
}
