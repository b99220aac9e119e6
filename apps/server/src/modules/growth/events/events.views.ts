/** Events as members see them. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { formatMoney } from '@fairlot/contract/money/money'
import { roundTimeMs } from '@fairlot/fairness/beacon'
import { eventName } from '@fairlot/fairness/entries'
import { FLOOR_MS, MS, type Executor } from '../../../platform/db.ts'
import { vouchingView, type Beacons } from '../../fair/index.ts'
import { EVENT_COLUMNS, type Event } from './event-terms.ts'
import { eventFriends } from './friends.ts'
import { entryOf } from './join.ts'

export type EventViewsOptions = {
  db: Executor
  beacons: Beacons
  /** the public names of members */
  names(memberIds: readonly string[]): Promise<Map<string, { publicName: string }>>
}

type Detail = Output<Endpoints['prizeDetail']>

/** What members never saw is left out: events that did not open. */
const PUBLISHED = `not (e.status = 'void' and e.opened_ms is null)`

const CURRENT = {
  name: 'events.current',
  text: `select ${EVENT_COLUMNS} from event e where ${PUBLISHED}
    order by case when e.status = 'open' then 0 when e.status in ('closed', 'sealed') then 1 when e.status = 'drawn' and e.ended_at is null then 1
      when e.status = 'scheduled' then 2 else 3 end, e.sequence desc limit 1`,
}
const NUMBERED = {
  name: 'events.numbered',
  text: `select ${EVENT_COLUMNS} from event e where e.number = $1 and ${PUBLISHED}`,
}

/** The event with this number; without a number the one that runs, or the newest one. */
export async function shownEvent(db: Executor, number: string | undefined): Promise<Event | undefined> {
  const rows =
    number === undefined ? await db.query<Event>(CURRENT) : await db.query<Event>(NUMBERED, [number])
  return rows[0]
}

const PAST = {
  name: 'events.past',
  text: `select e.number as event, e.status, e.pool, e.participants, ${FLOOR_MS('e.ended_at')}::float8 as "endedAt"
    from event e where e.ended_at is not null and ${PUBLISHED} order by e.ended_at desc limit 10`,
}

/** Ended events, newest first. */
export async function pastEvents(db: Executor): Promise<Detail['past']> {
  const rows = await db.query<{
    event: string
    status: Event['status']
    pool: bigint
    participants: number
    endedAt: number
  }>(PAST)
  return rows.map(({ pool, ...row }) => ({ ...row, pool: formatMoney(pool) }))
}

const TITLE = {
  name: 'events.title',
  text: `select title from event_text where event_id = $1 and language in ($2, 'en-us') order by language = $2 desc limit 1`,
}

const NAMES = {
  name: 'events.names',
  text: `
select e.event_id as id, e.number, coalesce(text.title, e.number) as title
from event e
left join lateral (
  select title from event_text t where t.event_id = e.event_id and language in ($2, 'en-us') order by language = $2 desc limit 1) text on true
where e.event_id = any($1::uuid[])`,
}

/** Numbers and titles of events in a language, by their ids. */
export async function eventNames(
  db: Executor,
  eventIds: readonly string[],
  language: OfferedLanguage,
): Promise<Map<string, { number: string; title: string }>> {
  const rows = await db.query<{ id: string; number: string; title: string }>(NAMES, [eventIds, language])
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

const STATE = {
  name: 'events.state',
  text: `
select c.hash as content, s.round::float8 as round, s.sealed_ms::float8 as "sealedMs", coalesce(s.attempt, 0) as attempt,
  floor(${MS('d.drawn_at')})::float8 as "drawnMs", d.favour, coalesce(d.after_loss, false) as "afterLoss"
from event e left join event_content c using (event_id) left join event_last_seal s using (event_id)
left join event_draw d using (event_id) where e.event_id = $1`,
}
type State = {
  content: string | null
  round: number | null
  sealedMs: number | null
  attempt: number
  drawnMs: number | null
  /** null before the draw */
  favour: boolean | null
  afterLoss: boolean
}

const WINNERS = {
  name: 'events.winners',
  text: `select w.place::int as place, n.seq, n.member_id as "memberId"
    from event_draw d cross join unnest(d.winners) with ordinality as w(seq, place)
    join event_entry n on n.event_id = d.event_id and n.seq = w.seq where d.event_id = $1 order by w.place`,
}

/** @param viewer the member who looks; null: an anonymous caller */
export async function eventView(
  { db, beacons, names }: EventViewsOptions,
  event: Event,
  { viewer, language }: { viewer: string | null; language: OfferedLanguage },
): Promise<NonNullable<Detail['event']>> {
  const { eventId, prize, chain } = event
  const [[state], [text], winners] = await Promise.all([
    db.query<State>(STATE, [eventId]),
    db.query<{ title: string }>(TITLE, [eventId, language]),
    db.query<{ place: number; seq: number; memberId: string }>(WINNERS, [eventId]),
  ])
  const known = await names(winners.map(({ memberId }) => memberId))
  const beacon = chain === null ? undefined : beacons.find(chain)
  const vouched = await vouchedBy(db, event, state!, beacons)
  return {
    event: event.number,
    title: text?.title ?? event.number,
    status: event.status,
    pool: formatMoney(event.pool),
    winners: event.winners,
    prize: formatMoney(prize),
    friends: event.friends,
    topUp: formatMoney(event.topUp),
    opensAt: event.openedMs ?? event.opensMs,
    deadline: event.deadlineMs,
    drawAt: drawAt(event, state!, beacons),
    drawnAt: state!.drawnMs,
    grade: event.grade,
    localBeacon: beacon?.local ?? false,
    commitment: event.commitment,
    content: state!.content,
    recheck: event.recheck,
    participants: event.participants,
    leftOut: event.leftOut,
    attempt: state!.attempt,
    ...vouched,
    share: formattedShare(event, winners.length),
    ...(event.lost && { lost: true as const }),
    demo: event.demo,
    results: winners.map(({ place, seq, memberId }) => ({
      place,
      seq,
      name: known.get(memberId)?.publicName ?? '***',
      prize: formatMoney(prize),
      mine: memberId === viewer,
    })),
    version: event.changes,
  }
}

/** The witnesses of an event of version 3; of earlier ones members see none. */
async function vouchedBy(
  db: Executor,
  event: Event,
  state: State,
  beacons: Beacons,
): Promise<Pick<NonNullable<Detail['event']>, 'witnesses' | 'vouching'>> {
  const { number, status, participants, leftOut, openedMs } = event
  const view = await vouchingView(db, event, {
    of: 'event',
    name: eventName(number),
    roundMs: drawAt(event, state, beacons),
    favour: state.favour,
    isVoid: status === 'void' && participants > leftOut && openedMs !== null,
    afterLoss: state.afterLoss,
  })
  return view ?? { witnesses: null, vouching: null }
}

/** What each participant gets who did not win; null: the pool is not shared evenly, or nobody gets a share. */
function formattedShare({ shared, pool, participants, leftOut }: Event, winners: number): string | null {
  const others = participants - leftOut - winners
  return shared && others > 0 ? formatMoney(pool / BigInt(others)) : null
}

/** When the beacon round is published; in grade salt the seal draws. Null before the seal. */
function drawAt(
  { chain }: Pick<Event, 'chain'>,
  { round, sealedMs }: Pick<State, 'round' | 'sealedMs'>,
  beacons: Beacons,
): number | null {
  if (chain === null) return sealedMs
  const beacon = beacons.find(chain)
  return beacon && round !== null ? roundTimeMs(round, beacon.chain) : null
}

const OWN_PAYMENT = {
  name: 'events.own_payment',
  text: `select went from event_payment where event_id = $1 and member_id = $2
    union all select went from event_share where event_id = $1 and member_id = $2`,
}
const HAS_WON = {
  name: 'events.has_won',
  text: `select $2 = any(d.winners) as "hasWon", cardinality(d.winners) as winners from event_draw d where d.event_id = $1`,
}

/** Friends beyond those who count that are listed. */
const LISTED = 20

/** What a member has to do with an event. */
export async function ownView(
  { db, names }: EventViewsOptions,
  event: Event,
  memberId: string,
): Promise<NonNullable<Detail['own']>> {
  const { eventId, openedMs, deadlineMs, topUp, friends: needed } = event
  const found = openedMs === null ? [] : await eventFriends(db, memberId, { openedMs, deadlineMs, topUp })
  const counting = found.filter(({ counts }) => counts)
  const others = found.filter(({ counts }) => !counts)
  const listed = [...counting.slice(0, needed), ...others.slice(0, LISTED)]
  const [known, entry] = await Promise.all([
    names(listed.map((friend) => friend.memberId)),
    entryOf(db, eventId, memberId),
  ])
  return {
    friends: listed.map((friend) => ({
      name: known.get(friend.memberId)?.publicName ?? '***',
      state: friend.toppedUp >= topUp ? 'recharged' : 'registered',
      counts: friend.counts,
    })),
    counted: Math.min(counting.length, needed),
    joined: entry
      ? {
          id: entry.entryId,
          seq: entry.seq,
          at: entry.joinedMs,
          tag: entry.tag,
          ...(await prizeOf(db, event, memberId, entry.seq)),
        }
      : null,
  }
}

const LEFT_OUT = {
  name: 'events.left_out',
  text: 'select counted from event_left_out where event_id = $1 and seq = $2',
}

async function prizeOf(db: Executor, event: Event, memberId: string, seq: number) {
  const { eventId, prize } = event
  const [[drawn], payment, [left]] = await Promise.all([
    db.query<{ hasWon: boolean; winners: number }>(HAS_WON, [eventId, seq]),
    db.query<{ went: string }>(OWN_PAYMENT, [eventId, memberId]),
    db.query<{ counted: number }>(LEFT_OUT, [eventId, seq]),
  ])
  const hasWon = drawn?.hasWon ?? false
  return {
    prize: hasWon ? formatMoney(prize) : null,
    share: hasWon || left ? null : formattedShare(event, drawn?.winners ?? 0),
    paid: payment[0]?.went === 'wallet',
    leftOut: left ? { counted: left.counted } : null,
  }
}

/** The state of an event for live updates. */
export type EventState = {
  event: string
  version: number
  status: Event['status']
  participants: number
  drawAt: number | null
  attempt: number
}

const STATES = {
  name: 'events.states',
  text: `
select e.number as event, e.changes::float8 as version, e.status, e.participants, e.chain, s.round::float8 as round,
  s.sealed_ms::float8 as "sealedMs", coalesce(s.attempt, 0) as attempt
from event e left join event_last_seal s using (event_id) where e.number = any($1::text[]) and ${PUBLISHED}`,
}

/** Unknown events are left out. */
export async function eventStates(
  { db, beacons }: Pick<EventViewsOptions, 'db' | 'beacons'>,
  numbers: readonly string[],
): Promise<EventState[]> {
  const rows = await db.query<
    Omit<EventState, 'drawAt'> & Pick<Event, 'chain'> & Pick<State, 'round' | 'sealedMs'>
  >(STATES, [numbers])
  return rows.map(({ chain, round, sealedMs, ...row }) => ({
    ...row,
    drawAt: drawAt({ chain }, { round, sealedMs }, beacons),
  }))
}
