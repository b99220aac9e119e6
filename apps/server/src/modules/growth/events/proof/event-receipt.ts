/** The signed receipt of a member who joined an event. */
import type { SignedReceipt } from '@fairlot/fairness/receipt'
import type { Executor } from '../../../../platform/db.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import type { Receipts } from '../../../fair/index.ts'
import type { EventRunning } from './event-running.ts'

const ENTRY = {
  name: 'event.receipt',
  text: `select e.event_id as "eventId", e.number as event, e.utc_offset as "utcOffset", e.log_rules as rules, c.hash as content,
      n.seq, n.tag, n.joined_ms::float8 as ms, 1000000 + n.seq as first
    from event_entry n join event e using (event_id) left join event_content c using (event_id)
    where n.member_id = $1 and n.entry_id = $2`,
}

type Joined = {
  eventId: string
  event: string
  utcOffset: number
  rules: 2 | 3
  content: string
  seq: number
  tag: string
  ms: number
  first: number
}

export type EventReceipts = {
  db: Executor
  receipts: Pick<Receipts, 'ofParticipant'>
  running: EventRunning
}

/** @throws Refusal NO_SUCH_DATA when the member has no such entry; PENDING while the log is halted */
export async function eventReceipt(
  { db, receipts, running }: EventReceipts,
  memberId: string,
  id: string,
): Promise<SignedReceipt> {
  const [entry] = await db.query<Joined>(ENTRY, [memberId, id])
  if (!entry) throw new Refusal('NO_SUCH_DATA')
  const { eventId, event, utcOffset, rules, content, seq, tag, ms, first } = entry
  const hash = () => running.of({ eventId, number: event, utcOffset }, seq)
  const bound = rules === 3 ? { seq, content, running: hash } : null
  return receipts.ofParticipant({ memberId, participantId: id, event, tag, ms, first, bound })
}
