/** The participants of an event as digest and proof contain them. */
import type { OrderRow } from '@fairlot/fairness/draw'
import { eventRow } from '@fairlot/fairness/events'
import type { Executor } from '../../../platform/db.ts'
import type { Event } from './event-terms.ts'

const PAGE_ROWS = 5_000

const ROWS_AFTER = {
  name: 'event.rows',
  text: `select seq, joined_ms::float8 as ms, tag from event_entry where event_id = $1 and seq > $2 order by seq limit $3`,
}

/** Reads all participants by seq, in pages: the process can serve other calls between two pages. */
export async function readRows(
  db: Executor,
  { eventId, utcOffset }: Pick<Event, 'eventId' | 'utcOffset'>,
): Promise<OrderRow[]> {
  const rows: OrderRow[] = []
  for (;;) {
    const page = await db.query<{ seq: number; ms: number; tag: string }>(ROWS_AFTER, [
      eventId,
      rows.at(-1)?.seq ?? 0,
      PAGE_ROWS,
    ])
    for (const { seq, ms, tag } of page) rows.push(eventRow(seq, ms, utcOffset, tag))
    if (page.length < PAGE_ROWS) return rows
  }
}
