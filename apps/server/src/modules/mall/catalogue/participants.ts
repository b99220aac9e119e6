/**
 * The names of the members who take part in an issue. The proof lists orders by tags, with times and codes. A name beside an
 * order, or at the place of an order in a list, would reveal whose tag it is. So names appear in groups of five members in
 * the order of their first orders, within a group by the alphabet, and each member once: what the list reveals is that a name
 * belongs to one of five tags. The last members wait until their group is complete.
 */
import * as z from 'zod/mini'
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts'
import type { Executor } from '../../../platform/db.ts'
import type { PublicNames } from './cards.ts'
import { countParticipants, readFirstOrders, type FirstOrder } from './participants.queries.ts'

const GROUP = 5
const MINUTE_MS = 60_000
/** Orders that the first look of a page reads; each further look reads ten times as many. */
const FIRST_SCAN = 500

/** The last order that the next page may contain, and the number of members whose first orders are up to it. */
const place = z.int().check(z.minimum(0), z.maximum(2_147_483_647))
const cursorKey = z.tuple([place, place])

export type Participant = {
  /** place in the list; the groups are numbered through from the oldest */
  place: number
  name: string
  /** when the group was complete, in Unix milliseconds, rounded down to the minute */
  at: number
  mine: boolean
}

type Reading = { db: Executor; names: PublicNames; issueId: string; memberId: string | null }
type Page = { items: Participant[]; next: string | null }

/** One page of names, the latest group first. A page consists of whole groups and has at least one, if there is one. */
export async function participantsPage(
  reading: Reading,
  cursor: string | undefined,
  limit: number,
): Promise<Page> {
  const from = decodeCursor(cursor, cursorKey)
  const [lastOrder, members] = from ?? (await lastPlace(reading))
  const incomplete = members % GROUP
  const complete = members - incomplete
  if (complete <= 0) return { items: [], next: null }
  const wanted = Math.min(Math.max(1, Math.floor(limit / GROUP)) * GROUP, complete)
  const orders = (await newestFirstOrders(reading, lastOrder, incomplete + wanted)).slice(incomplete)
  const last = orders.at(-1)
  const left = complete - orders.length
  return {
    items: await named(reading, orders, complete),
    next: last !== undefined && left > 0 ? encodeCursor([last.seq - 1, left]) : null,
  }
}

async function lastPlace({ db, issueId }: Reading): Promise<[number, number]> {
  const { orders, participants } = await countParticipants(db, issueId)
  return [orders, participants]
}

/** Exactly `count` first orders from `seq` on downwards. Most pages need one look; members who order often need more. */
async function newestFirstOrders(
  { db, issueId }: Reading,
  seq: number,
  count: number,
): Promise<FirstOrder[]> {
  const found: FirstOrder[] = []
  let from = seq
  for (let scan = FIRST_SCAN; from > 0 && found.length < count; scan *= 10) {
    found.push(...(await readFirstOrders(db, issueId, from, scan)))
    from -= scan
  }
  return found.slice(0, count)
}

/** @param orders whole groups, newest first @param members number of the newest member */
async function named(
  { names, memberId }: Reading,
  orders: readonly FirstOrder[],
  members: number,
): Promise<Participant[]> {
  const nameOf = await names(orders.map(({ member }) => member))
  const groups = Array.from({ length: Math.floor(orders.length / GROUP) }, (_, n) =>
    orders.slice(n * GROUP, (n + 1) * GROUP),
  )
  return groups.flatMap((group, n) => {
    const newest = group[0]!
    const at = Math.floor(Number(newest.ms) / MINUTE_MS) * MINUTE_MS
    return group
      .map(({ member }) => ({ name: nameOf.get(member)?.publicName ?? '', mine: member === memberId }))
      .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
      .map((row, position) => ({ place: members - n * GROUP - position, at, ...row }))
  })
}
