/** The events of a lost log, when a new log begins (docs/FAIRNESS.md, "No way back"). */
import { eventName } from '@fairlot/fairness/entries'
import type { Tx } from '../../../../platform/db.ts'
import {
  keepLostSeals,
  type Beacons,
  type LogWriter,
  type Salts,
  type UndrawnSeal,
} from '../../../fair/index.ts'
import { lockEvent, type Event } from '../event-terms.ts'
import type { FallenEntry } from '../friends.ts'
import { adoptEventSeals } from './adopt-event-seal.ts'
import { findLeftOut } from './left-out.ts'
import { endUndrawn, voidEntry } from './void-event.ts'

const LEFT_OUT = {
  name: 'event_void.left_out',
  text: `select l.seq, n.member_id as "memberId", l.counted from event_left_out l join event_entry n using (event_id, seq)
    where event_id = $1 order by seq`,
}

const SEALED = `
  select event_id as id, 'event ' || number as subject, witnesses, chain, s.round::float8 as round
  from event join event_seal s using (event_id)
  where event.status = 'sealed' and event.log_rules >= 3 and event.grade = 'witnessed' order by event_id`

const OPEN = {
  name: 'event_void.open',
  text: `select event_id as "eventId" from event where status in ('open', 'closed', 'sealed') order by event_id for update`,
}

/**
 * Ends every event that is open, closed or sealed, because its log was lost: the database is an older copy, and what is open in it may
 * have been drawn elsewhere. In the caller's transaction, which begins a new log; the entries go into that log. An event whose seal a
 * witness signed in time stays sealed, or is sealed by the entry that the witness keeps: it is drawn by that seal, in the members' favour.
 * @returns the names of the events
 */
export async function loseOpenEvents(
  tx: Tx,
  { writer, beacons, salts }: { writer: Pick<LogWriter, 'enqueue'>; beacons: Beacons; salts: Salts },
): Promise<string[]> {
  const found = await tx.query<{ eventId: string }>(OPEN)
  await adoptEventSeals(tx, { beacons, salts })
  const sealed = await tx.query<UndrawnSeal>(SEALED)
  const kept = new Set(await keepLostSeals(tx, beacons, sealed))
  const lost: Event[] = []
  for (const { eventId } of found) {
    if (kept.has(eventId)) continue
    const event = await lockEvent(tx, eventId)
    const isSealed = event.status === 'sealed'
    const left = isSealed ? await tx.query<FallenEntry>(LEFT_OUT, [eventId]) : await findLeftOut(tx, event)
    await endUndrawn(tx, event, 'lost', left)
    await writer.enqueue(tx, await voidEntry(tx, event, left))
    lost.push(event)
  }
  const waiting = sealed.flatMap(({ id, subject }) => (kept.has(id) ? [subject] : []))
  return [...lost.map(({ number }) => eventName(number)), ...waiting]
}
