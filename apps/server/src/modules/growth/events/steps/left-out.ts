/**
 * Who is left out of an event because friends fell below its terms. Decided under the lock of the event, in the transaction that seals
 * it or ends it: a return of a recharge that has committed counts, a later one does not. The look takes no lock of a wallet, so it waits
 * for nobody, and a return waits for no seal.
 */
import { MAX_LEFT_OUT } from '@fairlot/fairness/events'
import type { Tx } from '../../../../platform/db.ts'
import { noticeLeftOut } from '../../../mall/index.ts'
import { fallenEntries, type FallenEntry } from '../friends.ts'
import type { Event } from '../event-terms.ts'
import { closedAmong } from './pay-event.ts'

const WRITE = {
  name: 'event.leave_out',
  text: `insert into event_left_out (event_id, seq, counted)
    select $1, left_out.seq, left_out.counted from unnest($2::int[], $3::int[]) as left_out(seq, counted)`,
}

/** The participants to leave out, by their numbers. The caller holds the lock of the event. */
export async function findLeftOut(tx: Tx, event: Event): Promise<readonly FallenEntry[]> {
  if (!event.recheck || event.participants === 0) return []
  return (await fallenEntries(tx, event)).slice(0, MAX_LEFT_OUT)
}

/** Stores who is left out, before the event is sealed or void, and tells those who have not closed their accounts. */
export async function leaveOut(tx: Tx, { eventId }: Event, found: readonly FallenEntry[]): Promise<void> {
  if (found.length === 0) return
  await tx.query(WRITE, [eventId, found.map(({ seq }) => seq), found.map(({ counted }) => counted)])
  const members = found.map(({ memberId }) => memberId)
  const gone = await closedAmong(tx, members)
  await noticeLeftOut(tx, { eventId, members: members.filter((member) => !gone.has(member)) })
}

/** The field of the log's entry; without it nobody is left out. */
export const outOf = (found: readonly FallenEntry[]): { out?: number[] } =>
  found.length === 0 ? {} : { out: found.map(({ seq }) => seq) }
