/**
 * Pays even shares of the pool: after a draw in the members' favour to those who did not win, once more from the guarantee; of a void
 * event that members joined to all of them who stay. In chunks by participant, as prizes are paid by place (pay-event.ts), so every share is paid
 * once. The share of a closed account goes back to the account of the house that it came from. The last chunk ends the event.
 */
import type { EventShareNotice } from '@fairlot/contract/kinds/issue-kinds'
import { eventName } from '@fairlot/fairness/entries'
import { eventFavour } from '@fairlot/fairness/favour'
import type { Db, Tx } from '../../../../platform/db.ts'
import type { LogWriter } from '../../../fair/index.ts'
import { lockWallets, payToWallets } from '../../../ledger/index.ts'
import { noticeEventShares } from '../../../mall/index.ts'
import { eventBook } from '../event-book.ts'
import { returnToHouse } from './draw-event.ts'
import { businessNowMs } from './open-event.queries.ts'
import { closedAmong, type PaidChunk } from './pay-event.ts'

const SHARE_CHUNK = 500

type State = {
  number: string
  pool: bigint
  participants: number
  leftOut: number
  through: number
  /** null: the event is void */
  winners: readonly number[] | null
  /** why the pool is shared, as members are told */
  notice: EventShareNotice
}
type Due = { seq: number; entryId: string; memberId: string }

const STATE = {
  name: 'event_shares.state',
  text: `select e.number, e.pool, e.participants, e.left_out as "leftOut", e.share_through as through, d.winners,
      case when e.lost then 'lost_event_share' when d.after_loss then 'lost_event_favour' else 'event_share' end as notice
    from event e left join event_draw d using (event_id) where e.event_id = $1 and e.shared and e.ended_at is null
      and (e.status = 'void' or e.paid_through = cardinality(d.winners))`,
}
const DUE = {
  name: 'event_shares.due',
  text: `select seq, entry_id as "entryId", member_id as "memberId" from event_entry
    where event_id = $1 and seq > $2 and seq <= $3 and seq <> all ($4::int[])
      and not exists (select from event_left_out l where l.event_id = $1 and l.seq = event_entry.seq) order by seq`,
}
/** The process that moves the progress on owns the chunk. */
const CLAIM = {
  name: 'event_shares.claim',
  text: `update event set share_through = $3, changes = changes + 1
    where event_id = $1 and share_through = $2 and shared and ended_at is null returning event_id`,
}
const WRITE = {
  name: 'event_shares.write',
  text: `insert into event_share (event_id, seq, member_id, amount, went, paid_at)
    select $1, p.seq, p.member_id, $2, p.went, business_now()
    from unnest($3::int[], $4::uuid[], $5::text[]) as p(seq, member_id, went)`,
}
const END = {
  name: 'event_shares.end',
  text: `update event set ended_at = business_now(), changes = changes + 1 where event_id = $1 and ended_at is null`,
}
/** What a lost log says is not continued in the next one. */
const IS_CURRENT = {
  name: 'event_shares.is_current',
  text: `select 1 from log_entry where subject = $1 and kind = 'event-draw' and log = (select max(number) from log)`,
}

export type PaySharesOptions = { db: Db; writer: Pick<LogWriter, 'enqueue'> }

/** Pays the next chunk. Null: nothing is left to pay, winners are paid first, or another process paid it. */
export async function payShares(
  { db, writer }: PaySharesOptions,
  eventId: string,
  size = SHARE_CHUNK,
): Promise<PaidChunk | null> {
  const [state] = await db.query<State>(STATE, [eventId])
  if (!state) return null
  const { through, participants, leftOut, pool, winners, notice } = state
  const others = participants - leftOut - (winners?.length ?? 0)
  const share = others === 0 ? 0n : pool / BigInt(others)
  const to = share === 0n ? participants : Math.min(through + size, participants)
  const isLast = to === participants
  const due = share === 0n ? [] : await db.query<Due>(DUE, [eventId, through, to, winners ?? []])
  return db.tx(async (tx) => {
    const members = due.map(({ memberId }) => memberId)
    await lockWallets(tx, members)
    if ((await tx.query(CLAIM, [eventId, through, to])).length === 0) return null
    const gone = await closedAmong(tx, members)
    await pay(tx, { eventId, share, from: winners ? 'guarantee' : 'marketing', notice }, due, gone)
    if (isLast) {
      await tx.query(END, [eventId])
      if (winners) await stateFavour(tx, writer, state.number, { others, pool })
    }
    return { paid: members.filter((member) => !gone.has(member)), returned: gone.size, isLast }
  })
}

type Share = { eventId: string; share: bigint; from: 'guarantee' | 'marketing'; notice: EventShareNotice }

async function pay(
  tx: Tx,
  { eventId, share: amount, from, notice }: Share,
  due: readonly Due[],
  gone: ReadonlySet<string>,
): Promise<void> {
  if (due.length === 0) return
  await tx.query(WRITE, [
    eventId,
    amount,
    due.map(({ seq }) => seq),
    due.map(({ memberId }) => memberId),
    due.map(({ memberId }) => (gone.has(memberId) ? 'house' : 'wallet')),
  ])
  const paid = due.filter(({ memberId }) => !gone.has(memberId))
  await payToWallets(tx, {
    kind: 'event_share',
    from: { book: eventBook, key: eventId },
    items: paid.map(({ memberId, entryId }) => ({ member: memberId, ref: entryId, amount })),
  })
  await noticeEventShares(tx, { eventId, amount, members: paid.map(({ memberId }) => memberId) }, notice)
  for (const { memberId, entryId } of due)
    if (gone.has(memberId)) await returnToHouse(tx, eventId, { ref: entryId, amount, to: from })
}

/** States in the log what the members got beyond their prizes. */
async function stateFavour(
  tx: Tx,
  writer: Pick<LogWriter, 'enqueue'>,
  number: string,
  { others, pool }: { others: number; pool: bigint },
): Promise<void> {
  if ((await tx.query(IS_CURRENT, [eventName(number)])).length === 0) return
  const amount = String(eventFavour(pool, others))
  await writer.enqueue(tx, {
    t: 'event-favour',
    event: number,
    members: others,
    amount,
    at: await businessNowMs(tx),
  })
}
