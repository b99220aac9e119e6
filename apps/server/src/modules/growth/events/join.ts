/**
 * Joining an event: one transaction under the locks of the member's wallet and of the event. The lock of the wallet keeps two calls of
 * one member, the closing of the account and an exclusion apart. The lock of the event gives the participant the next number and a
 * time that is not before the last one. A member who has joined gets the same answer again.
 */
import { eventName } from '@fairlot/fairness/entries'
import { memberTag } from '@fairlot/fairness/tag'
import { FLOOR_MS, type Db, type Executor, type Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { TagKeys } from '../../fair/index.ts'
import { lockWallets, purchaseKeys, requireFree, uuids } from '../../ledger/index.ts'
import { findEvent, type Event } from './event-terms.ts'
import { eventFriends } from './friends.ts'

export type JoinOptions = { db: Db; tagKeys: TagKeys }

export type EventEntry = {
  /** derived from member and request id, as the id of a purchase */
  entryId: string
  seq: number
  joinedMs: number
  tag: string
}

const COLUMNS = `n.entry_id as "entryId", n.seq, n.joined_ms::float8 as "joinedMs", n.tag`

const OWN = {
  name: 'event.own_entry',
  text: `select ${COLUMNS} from event_entry n where n.event_id = $1 and n.member_id = $2`,
}
const REQUESTED = {
  name: 'event.requested',
  text: `select n.event_id as "eventId" from event_entry n where n.member_id = $1 and n.request_id = $2`,
}

/** What a member joined an event with. */
export async function entryOf(
  db: Executor,
  eventId: string,
  memberId: string,
): Promise<EventEntry | undefined> {
  return (await db.query<EventEntry>(OWN, [eventId, memberId]))[0]
}

const LOCK = { name: 'event.lock_to_join', text: 'select 1 from event where event_id = $1 for update' }

/** A separate statement after the lock: it reads the clock that decides. */
const TAKE = {
  name: 'event.take_place',
  text: `
update event e set participants = e.participants + 1, last_ms = greatest(e.last_ms, clock.ms), changes = e.changes + 1
from (select ${FLOOR_MS('business_now()')} as ms) clock
where e.event_id = $1 and e.status = 'open' and clock.ms >= e.opened_ms and greatest(e.last_ms, clock.ms) < e.deadline_ms
returning e.participants as seq, e.last_ms::float8 as "joinedMs"`,
}
const INSERT = {
  name: 'event.insert_entry',
  text: `insert into event_entry (event_id, seq, entry_id, member_id, request_id, joined_ms, tag)
    values ($1, $2, $3, $4, $5, $6, $7)`,
}

const INSERT_FRIENDS = {
  name: 'event.insert_entry_friends',
  text: 'insert into event_entry_friend (event_id, seq, friend_id) select $1, $2, friend from unnest($3::uuid[]) as friend',
}

export type JoinRequest = {
  memberId: string
  number: string
  requestId: string
  /** why the member may not join now; null: the member may. A member who has joined gets the answer again. */
  barred?: Refusal | null | undefined
}

/** @throws Refusal NO_SUCH_DATA, REQUEST_ID_REUSED, ACCOUNT_CLOSING, EXCLUDED, EVENT_CLOSED, SAME_PERSON, FRIENDS_MISSING */
export async function joinEvent(options: JoinOptions, request: JoinRequest): Promise<EventEntry> {
  const { db } = options
  const event = await findEvent(db, request.number)
  if (!event) throw new Refusal('NO_SUCH_DATA')
  return db.tx(async (tx) => {
    await lockWallets(tx, [request.memberId])
    const earlier = await earlierEntry(tx, event, request)
    if (earlier) return earlier
    if (request.barred) throw request.barred
    const friends = await requireEntitled(tx, event, request.memberId)
    const entry = await takePlace(tx, options, event, request)
    await tx.query(INSERT_FRIENDS, [event.eventId, entry.seq, uuids(friends)])
    return entry
  })
}

async function earlierEntry(
  tx: Tx,
  { eventId }: Event,
  { memberId, requestId }: JoinRequest,
): Promise<EventEntry | undefined> {
  const [used] = await tx.query<{ eventId: string }>(REQUESTED, [memberId, requestId])
  if (used && used.eventId !== eventId) throw new Refusal('REQUEST_ID_REUSED')
  return entryOf(tx, eventId, memberId)
}

/** @returns the friends on whom the place rests: as many as the event asks for, the first ones */
async function requireEntitled(tx: Tx, event: Event, memberId: string): Promise<string[]> {
  await requireFree(tx, memberId)
  const { status, openedMs, deadlineMs, topUp, friends: needed } = event
  if (status !== 'open' || openedMs === null) throw new Refusal('EVENT_CLOSED')
  const friends = await eventFriends(tx, memberId, { openedMs, deadlineMs, topUp })
  const counting = friends.filter(({ counts }) => counts).map((friend) => friend.memberId)
  const counted = counting.length
  if (counted >= needed) return counting.slice(0, needed)
  const flagged = friends.filter((friend) => friend.flagged && friend.toppedUp >= topUp).length
  if (counted + flagged >= needed) throw new Refusal('SAME_PERSON')
  throw new Refusal('FRIENDS_MISSING', { values: { counted, friends: needed } })
}

async function takePlace(
  tx: Tx,
  { tagKeys }: JoinOptions,
  { eventId, number }: Event,
  { memberId, requestId }: JoinRequest,
): Promise<EventEntry> {
  await tx.query(LOCK, [eventId])
  const [place] = await tx.query<{ seq: number; joinedMs: number }>(TAKE, [eventId])
  if (!place) throw new Refusal('EVENT_CLOSED')
  const entryId = purchaseKeys(memberId, requestId).id
  const tag = memberTag(tagKeys.of(eventName(number)), memberId)
  const { seq, joinedMs } = place
  await tx.query(INSERT, [eventId, seq, entryId, memberId, requestId, joinedMs, tag])
  return { entryId, seq, joinedMs, tag }
}
