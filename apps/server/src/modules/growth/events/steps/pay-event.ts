/**
 * Pays the winners of a drawn event, in chunks by place. Each chunk is one transaction: it locks the wallets and the event, moves the
 * event's progress on, and pays. So every prize is paid once, however often the process stops. A prize whose winner has closed the
 * account goes back to the marketing account. Excluded members are paid. The same transaction writes a notice to
 * each winner that it pays.
 */
import type { Db, Tx } from '../../../../platform/db.ts'
import { lockWallets, payToWallets } from '../../../ledger/index.ts'
import { noticeEventPrizes } from '../../../mall/index.ts'
import { returnToHouse } from './draw-event.ts'
import { eventBook } from '../event-book.ts'

const PAY_CHUNK = 500

type State = { through: number; winners: number; prize: bigint; shared: boolean }
type Winner = { place: number; seq: number; entryId: string; memberId: string }

const STATE = {
  name: 'event_pay.state',
  text: `select e.paid_through as through, cardinality(d.winners) as winners, e.prize, e.shared
    from event e join event_draw d using (event_id) where e.event_id = $1 and e.status = 'drawn' and e.ended_at is null`,
}
const WINNERS = {
  name: 'event_pay.winners',
  text: `select w.place::int as place, n.seq, n.entry_id as "entryId", n.member_id as "memberId"
    from event_draw d cross join unnest(d.winners) with ordinality as w(seq, place)
    join event_entry n on n.event_id = d.event_id and n.seq = w.seq
    where d.event_id = $1 and w.place > $2 and w.place <= $3 order by w.place`,
}
/** The process that moves the progress on owns the chunk. */
const CLAIM = {
  name: 'event_pay.claim',
  text: `update event set paid_through = $3, changes = changes + 1
    where event_id = $1 and paid_through = $2 and status = 'drawn' and ended_at is null returning event_id`,
}
/** The locks of the wallets keep accounts from being closed in the meantime. */
const CLOSED = {
  name: 'event_pay.closed',
  text: `select member_id as "memberId" from member where member_id = any($1::uuid[]) and status = 'closed'`,
}
const WRITE = {
  name: 'event_pay.write',
  text: `insert into event_payment (event_id, place, seq, member_id, amount, went, paid_at)
    select $1, p.place, p.seq, p.member_id, $2, p.went, business_now()
    from unnest($3::int[], $4::int[], $5::uuid[], $6::text[]) as p(place, seq, member_id, went)`,
}
const END = {
  name: 'event_pay.end',
  text: `update event set ended_at = business_now(), changes = changes + 1 where event_id = $1 and ended_at is null`,
}

/** What a chunk did. */
export type PaidChunk = { paid: readonly string[]; returned: number; isLast: boolean }

/** Pays the next chunk. Null: nothing is left to pay, or another process paid it. */
export async function payChunk(db: Db, eventId: string, size = PAY_CHUNK): Promise<PaidChunk | null> {
  const [state] = await db.query<State>(STATE, [eventId])
  if (!state) return null
  const { through, prize, shared } = state
  if (shared && through === state.winners) return null
  const to = Math.min(through + size, state.winners)
  const isLast = to === state.winners
  const winners = await db.query<Winner>(WINNERS, [eventId, through, to])
  return db.tx(async (tx) => {
    const members = winners.map(({ memberId }) => memberId)
    await lockWallets(tx, members)
    if ((await tx.query(CLAIM, [eventId, through, to])).length === 0) return null
    const gone = await closedAmong(tx, members)
    await pay(tx, eventId, prize, winners, gone)
    // the others get their shares first (pay-shares.ts)
    if (isLast && !shared) await tx.query(END, [eventId])
    return { paid: members.filter((member) => !gone.has(member)), returned: gone.size, isLast }
  })
}

export async function closedAmong(tx: Tx, members: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ memberId: string }>(CLOSED, [members])
  return new Set(rows.map(({ memberId }) => memberId))
}

async function pay(
  tx: Tx,
  eventId: string,
  amount: bigint,
  winners: readonly Winner[],
  gone: ReadonlySet<string>,
): Promise<void> {
  await tx.query(WRITE, [
    eventId,
    amount,
    winners.map(({ place }) => place),
    winners.map(({ seq }) => seq),
    winners.map(({ memberId }) => memberId),
    winners.map(({ memberId }) => (gone.has(memberId) ? 'house' : 'wallet')),
  ])
  const paid = winners.filter(({ memberId }) => !gone.has(memberId))
  await payToWallets(tx, {
    kind: 'event_prize',
    from: { book: eventBook, key: eventId },
    items: paid.map(({ memberId, entryId }) => ({ member: memberId, ref: entryId, amount })),
  })
  await noticeEventPrizes(tx, { eventId, amount, members: paid.map(({ memberId }) => memberId) })
  for (const { memberId, entryId } of winners)
    if (gone.has(memberId)) await returnToHouse(tx, eventId, { ref: entryId, amount })
}
