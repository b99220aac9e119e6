/** Events as operators see them. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import { MS, type Executor } from '../../../platform/db.ts'
import { EVENT_COLUMNS, type Event } from './event-terms.ts'

type Listed = Output<Endpoints['eventList']>['items'][number]
type Shown = Output<Endpoints['eventShow']>

const ALL = {
  name: 'events.all',
  text: `select ${EVENT_COLUMNS} from event e order by e.sequence desc limit 1000`,
}

function listedView(event: Event): Listed {
  const {
    number,
    status,
    pool,
    winners,
    participants,
    leftOut,
    opensMs,
    openedMs,
    deadlineMs,
    endedMs,
    demo,
  } = event
  return {
    event: number,
    status,
    pool: formatMoney(pool),
    winners,
    participants,
    leftOut,
    opensAt: openedMs ?? opensMs,
    deadline: deadlineMs,
    endedAt: endedMs,
    demo,
  }
}

/** All events, newest first. */
export async function allEvents(db: Executor): Promise<Listed[]> {
  return (await db.query<Event>(ALL)).map(listedView)
}

type Row = Event & {
  balance: bigint
  approval: string | null
  sealedAt: number | null
  attempt: number
  drawnAt: number | null
  paid: number
  returned: number
  shares: Shown['shares']
  why: Shown['why']
}

const ONE = {
  name: 'events.for_operators',
  text: `
select ${EVENT_COLUMNS}, e.balance, e.approval_id as approval, s.sealed_ms::float8 as "sealedAt", coalesce(s.attempt, 0) as attempt,
  floor(${MS('d.drawn_at')})::float8 as "drawnAt", v.why,
  (select count(*) from event_payment p where p.event_id = e.event_id and p.went = 'wallet')::int as paid,
  (select count(*) from event_payment p where p.event_id = e.event_id and p.went = 'house')::int as returned,
  (select json_build_object('paid', count(*) filter (where s.went = 'wallet'), 'returned', count(*) filter (where s.went = 'house'))
    from event_share s where s.event_id = e.event_id having e.shared) as shares
from event e left join event_last_seal s using (event_id) left join event_draw d using (event_id)
left join event_void v using (event_id) where e.number = $1`,
}
const TITLES = {
  name: 'events.titles',
  text: 'select language, title from event_text where event_id = $1 order by language',
}

/** Undefined: there is no such event. */
export async function eventForOperators(db: Executor, number: string): Promise<Shown | undefined> {
  const [row] = await db.query<Row>(ONE, [number])
  if (!row) return undefined
  const titles = await db.query<Shown['titles'][number]>(TITLES, [row.eventId])
  const { prize, friends, topUp, grade, chain, delay, witnesses, commitment, balance } = row
  const { sealedAt, attempt, drawnAt, paid, returned, shares, why, approval } = row
  return {
    ...listedView(row),
    titles,
    prize: formatMoney(prize),
    friends,
    topUp: formatMoney(topUp),
    grade,
    chain,
    delay,
    witnesses: witnesses && [...witnesses],
    commitment,
    balance: formatMoney(balance),
    sealedAt,
    attempt,
    drawnAt,
    paid,
    returned,
    shares,
    why,
    approval,
  }
}
