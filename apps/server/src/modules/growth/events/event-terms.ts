/** The terms of an event, which nobody can change, and their form in the log. */
import type { EventStatus } from '@fairlot/contract/life/growth-life'
import type { EventGrade, EventTerms } from '@fairlot/fairness/proof'
import type { EventTerms3 } from '@fairlot/fairness/proof/version-3/types'
import type { Executor } from '../../../platform/db.ts'
import { publishedVouching, type VouchingColumns } from '../../fair/index.ts'

/** Amounts in minor units, times in Unix milliseconds. */
export type Event = {
  eventId: string
  number: string
  pool: bigint
  winners: number
  /** of each winner */
  prize: bigint
  friends: number
  topUp: bigint
  opensMs: number
  deadlineMs: number
  grade: EventGrade
  /** minutes east of UTC */
  utcOffset: number
  commitment: string
  chain: string | null
  delay: number | null
  demo: boolean
  /** version of the log's rules that it opens under */
  rules: 2 | 3
  status: EventStatus
  /** null before the opening */
  openedMs: number | null
  participants: number
  /** of the last participant; 0: there is none */
  lastMs: number
  paidThrough: number
  /** after a draw in the members' favour, and when it is void with participants: they get an even share of the pool */
  shared: boolean
  /** the participant up to whom the shares are paid */
  shareThrough: number
  /** hash of the content that it opened with; null before the opening */
  content: string | null
  /** grows with each change */
  changes: number
  lost: boolean
  /** friends are looked at again when it is sealed or void */
  recheck: boolean
  /** participants who were left out then */
  leftOut: number
  endedMs: number | null
} & VouchingColumns

export const EVENT_COLUMNS = `e.event_id as "eventId", e.number, e.pool, e.winners, e.prize, e.friends, e.top_up as "topUp",
  e.opens_ms::float8 as "opensMs", e.deadline_ms::float8 as "deadlineMs", e.grade, e.utc_offset as "utcOffset", e.commitment, e.chain,
  e.delay, e.witnesses, e.own_witnesses as "ownWitnesses", e.quorum, e.log_rules as rules, e.demo, e.status, e.opened_ms::float8 as "openedMs", e.participants, e.last_ms::float8 as "lastMs",
  e.paid_through as "paidThrough", e.shared, e.share_through as "shareThrough",
  (select hash from event_content c where c.event_id = e.event_id) as content, e.changes::float8 as changes, e.lost,
  e.recheck, e.left_out as "leftOut",
  floor(extract(epoch from e.ended_at) * 1000)::float8 as "endedMs"`

const BY_NUMBER = {
  name: 'event.by_number',
  text: `select ${EVENT_COLUMNS} from event e where e.number = $1`,
}
const BY_ID = { name: 'event.by_id', text: `select ${EVENT_COLUMNS} from event e where e.event_id = $1` }
const LOCK = { name: 'event.lock', text: `${BY_ID.text} for update` }

export async function findEvent(db: Executor, number: string): Promise<Event | undefined> {
  return (await db.query<Event>(BY_NUMBER, [number]))[0]
}

export async function eventById(db: Executor, eventId: string): Promise<Event | undefined> {
  return (await db.query<Event>(BY_ID, [eventId]))[0]
}

/** @throws Error when there is no such event */
export async function lockEvent(tx: Executor, eventId: string): Promise<Event> {
  const [event] = await tx.query<Event>(LOCK, [eventId])
  if (!event) throw new Error(`there is no event ${eventId}`)
  return event
}

/** The terms as log and proofs of version 2 contain them. @throws Error for an event that has not opened */
export function publishedTerms(event: Event): EventTerms {
  return { ...commonTerms(event), witnesses: event.witnesses }
}

/** The same in version 3. @throws Error for an event that has not opened */
export function publishedTerms3(event: Event): EventTerms3 {
  const { number, content, recheck } = event
  if (content === null) throw new Error(`event ${number} has no content`)
  return { ...commonTerms(event), ...publishedVouching(event), content, ...(recheck && { recheck }) }
}

function commonTerms(event: Event): Omit<EventTerms, 'witnesses'> {
  const { number, pool, winners, prize, friends, topUp, deadlineMs, openedMs } = event
  if (openedMs === null) throw new Error(`event ${number} has not opened`)
  const { grade, utcOffset, chain, delay, commitment, demo } = event
  return {
    event: number,
    pool: String(pool),
    winners,
    prize: String(prize),
    friends,
    topUp: String(topUp),
    deadline: deadlineMs,
    grade,
    offset: utcOffset,
    chain,
    delay,
    commitment,
    demo,
    at: openedMs,
  }
}
