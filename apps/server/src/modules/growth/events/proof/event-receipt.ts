/** The signed receipt of a member who joined an event. */
import type { SignedReceipt } from '@fairlot/fairness/receipt'
import type { Executor } from '../../../../platform/db.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import type { Receipts } from '../../../fair/index.ts'

const ENTRY = {
  name: 'event.receipt',
  text: `select e.number as event, n.tag, n.joined_ms::float8 as ms, 1000000 + n.seq as first
    from event_entry n join event e using (event_id) where n.member_id = $1 and n.entry_id = $2`,
}

/** @throws Refusal NO_SUCH_DATA when the member has no such entry; PENDING while the log is halted */
export async function eventReceipt(
  { db, receipts }: { db: Executor; receipts: Pick<Receipts, 'ofParticipant'> },
  memberId: string,
  id: string,
): Promise<SignedReceipt> {
  const [entry] = await db.query<{ event: string; tag: string; ms: number; first: number }>(ENTRY, [
    memberId,
    id,
  ])
  if (!entry) throw new Refusal('NO_SUCH_DATA')
  return receipts.ofParticipant({ memberId, participantId: id, ...entry })
}
