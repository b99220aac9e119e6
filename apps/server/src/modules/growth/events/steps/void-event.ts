/**
 * The end of an event without a draw: nobody joined before its deadline, it never opened, its log was lost, or its witnesses let nobody
 * seal it for 7 days. Nothing else ends an event. The pool goes back to the marketing account; in version 3, all who joined share it
 * evenly instead, except for those who are left out. When everybody is left out, the event ends like one that nobody joined.
 */
import type { Db, Tx } from '../../../../platform/db.ts'
import { DAY_MS } from '../../../../platform/durations.ts'
import type { LogWriter } from '../../../fair/index.ts'
import { freeGuarantee } from '../../../ledger/index.ts'
import type { FallenEntry } from '../friends.ts'
import { lockEvent, type Event } from '../event-terms.ts'
import { returnToHouse } from './draw-event.ts'
import { findLeftOut, leaveOut, outOf } from './left-out.ts'
import { businessNowMs } from './open-event.queries.ts'

type Why = 'empty' | 'missed' | 'lost' | 'witnesses' | 'friends'

const UNSEALED_MS = 7 * DAY_MS

/** Whether a witnessed event of version 3 with participants is not sealed any more at this time, but void. */
export function isUnsealable(
  { rules, quorum, deadlineMs }: Pick<Event, 'rules' | 'quorum' | 'deadlineMs'>,
  nowMs: number,
): boolean {
  return rules === 3 && quorum !== null && nowMs >= deadlineMs + UNSEALED_MS
}

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

/** Ends a closed event that nobody joined or that could not be sealed for 7 days, or a scheduled one whose deadline has come. */
export async function voidEvent(
  { db, writer }: { db: Db; writer: LogWriter },
  eventId: string,
): Promise<boolean> {
  await writer.standing.require(db)
  return db.tx(async (tx) => {
    await writer.lock(tx)
    const event = await lockEvent(tx, eventId)
    const { status, participants, deadlineMs } = event
    const nowMs = await businessNowMs(tx)
    if (status === 'scheduled' && nowMs >= deadlineMs) {
      await endUndrawn(tx, event, 'missed', [])
      return true
    }
    if (status !== 'closed' || (participants > 0 && !isUnsealable(event, nowMs))) return false
    const left = await findLeftOut(tx, event)
    if (participants > 0 && left.length === participants) {
      await voidNobodyStays(tx, writer, event, left)
      return true
    }
    await endUndrawn(tx, event, participants === 0 ? 'empty' : 'witnesses', left)
    await writer.append(tx, await voidEntry(tx, event, left))
    return true
  })
}

/** Ends a closed event whose participants are all left out. The transaction holds the locks of the log and of the event. */
export async function voidNobodyStays(
  tx: Tx,
  writer: Pick<LogWriter, 'append'>,
  event: Event,
  left: readonly FallenEntry[],
): Promise<void> {
  await endUndrawn(tx, event, 'friends', left)
  await writer.append(tx, await voidEntry(tx, event, left))
}

const STATUS = {
  name: 'event_void.status',
  // who is left out of a sealed event stays so
  text: `update event set status = 'void', lost = $2, shared = $3, left_out = $4, changes = changes + 1,
      looked_at = case when recheck and participants > 0 then coalesce(looked_at, business_now()) end
    where event_id = $1`,
}
const WRITE = {
  name: 'event_void.write',
  text: `insert into event_void (event_id, why, participants, pool, voided_at) values ($1, $2, $3, $4, business_now())`,
}
const END = {
  name: 'event_void.end',
  text: `update event set ended_at = business_now(), changes = changes + 1 where event_id = $1`,
}

/** Ends an event without a draw. One that shares its pool ends when the shares are paid (pay-shares.ts). */
export async function endUndrawn(
  tx: Tx,
  event: Event,
  why: Why,
  left: readonly FallenEntry[],
): Promise<void> {
  const { eventId, participants, pool, rules, quorum, status } = event
  if (status !== 'sealed') await leaveOut(tx, event, left)
  const staying = participants - left.length
  const isShared = rules === 3 && staying > 0
  await tx.query(STATUS, [eventId, why === 'lost', isShared, left.length])
  await tx.query(WRITE, [eventId, why, participants, why === 'missed' ? 0n : pool])
  const rest = isShared ? pool % BigInt(staying) : pool
  if (why !== 'missed' && rest > 0n) await returnToHouse(tx, eventId, { ref: eventId, amount: rest })
  if (quorum !== null) await freeGuarantee(tx, eventId)
  if (!isShared) await tx.query(END, [eventId])
}

export async function voidEntry(tx: Tx, { number, participants, pool }: Event, left: readonly FallenEntry[]) {
  const at = await businessNowMs(tx)
  return { t: 'event-void', event: number, participants, pool: String(pool), ...outOf(left), at } as const
}
