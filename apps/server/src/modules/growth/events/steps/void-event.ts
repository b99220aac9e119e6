/**
 * The end of an event without a draw: nobody joined before its deadline, it never opened, or its log was lost. The pool goes back to
 * the marketing account. Nothing else ends an event.
 */
import { eventName } from '@fairlot/fairness/entries'
import type { Db, Tx } from '../../../../platform/db.ts'
import type { LogWriter } from '../../../fair/index.ts'
import { returnToHouse } from './draw-event.ts'
import { lockEvent, type Event } from '../event-terms.ts'
import { businessNowMs } from './open-event.queries.ts'

type Why = 'empty' | 'missed' | 'lost'

const CLOSE = {
  name: 'event_void.close',
  text: `
update event set status = 'closed', changes = changes + 1
where event_id = $1 and status = 'open' and deadline_ms <= (select floor(extract(epoch from at) * 1000) from settled_clock)
returning event_id`,
}

/** Ends joining. False: the event is not open, or its deadline has not come. */
export async function closeEvent(db: Db, eventId: string): Promise<boolean> {
  return (await db.query(CLOSE, [eventId])).length > 0
}

/** Ends a closed event that nobody joined, or a scheduled one whose deadline has come. */
export async function voidEvent(
  { db, writer }: { db: Db; writer: LogWriter },
  eventId: string,
): Promise<boolean> {
  await writer.standing.require(db)
  return db.tx(async (tx) => {
    await writer.lock(tx)
    const event = await lockEvent(tx, eventId)
    const { status, participants, deadlineMs } = event
    if (status === 'scheduled' && (await businessNowMs(tx)) >= deadlineMs) {
      await end(tx, event, 'missed')
      return true
    }
    if (status !== 'closed' || participants > 0) return false
    await end(tx, event, 'empty')
    await writer.append(tx, ...(await voidEntries(tx, [event])))
    return true
  })
}

const STATUS = {
  name: 'event_void.status',
  text: `update event set status = 'void', lost = $2, changes = changes + 1 where event_id = $1`,
}
const WRITE = {
  name: 'event_void.write',
  text: `insert into event_void (event_id, why, participants, pool, voided_at) values ($1, $2, $3, $4, business_now())`,
}
const END = {
  name: 'event_void.end',
  text: `update event set ended_at = business_now(), changes = changes + 1 where event_id = $1`,
}

async function end(tx: Tx, { eventId, participants, pool }: Event, why: Why): Promise<void> {
  await tx.query(STATUS, [eventId, why === 'lost'])
  await tx.query(WRITE, [eventId, why, participants, why === 'missed' ? 0n : pool])
  if (why !== 'missed') await returnToHouse(tx, eventId, eventId, pool)
  await tx.query(END, [eventId])
}

async function voidEntries(tx: Tx, events: readonly Event[]) {
  const at = await businessNowMs(tx)
  return events.map(
    ({ number, participants, pool }) =>
      ({ t: 'event-void', event: number, participants, pool: String(pool), at }) as const,
  )
}

const OPEN = {
  name: 'event_void.open',
  text: `select event_id as "eventId" from event where status in ('open', 'closed', 'sealed') order by event_id for update`,
}

/**
 * Ends every event that is open, closed or sealed, because its log was lost: the database is an older copy, and what is open in it may
 * have been drawn elsewhere. In the caller's transaction, which begins a new log; the entries go into that log.
 * @returns the names of the events
 */
export async function loseOpenEvents(tx: Tx, writer: Pick<LogWriter, 'enqueue'>): Promise<string[]> {
  const found = await tx.query<{ eventId: string }>(OPEN)
  const lost: Event[] = []
  for (const { eventId } of found) {
    const event = await lockEvent(tx, eventId)
    await end(tx, event, 'lost')
    lost.push(event)
  }
  if (lost.length > 0) await writer.enqueue(tx, ...(await voidEntries(tx, lost)))
  return lost.map(({ number }) => eventName(number))
}
