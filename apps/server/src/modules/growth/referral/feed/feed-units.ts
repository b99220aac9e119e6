/**
 * Orders of finance products: noticed in the order of their places; a rebate is due when the order has matured, and void when it was
 * left early. The time of the maturity is known at the notice, so that a look reads only what is due.
 */
import type { Statement, Tx } from '../../../../platform/db.ts'
import { array, OWN, uuids } from '../../../ledger/index.ts'
import { countMoved, dueState, lockTeams, type Moved } from '../rebates/rebates.queries.ts'
import { claimOrders, FEED_CHUNK, feedSubject, type FeedState } from './feed.queries.ts'
import { noticeOrders, type FeedDeps } from './notice.ts'

const OPEN: Statement = {
  name: 'feed.products',
  text: `
    select p.product_id as subject, p.orders, coalesce(f.noticed, 0) as noticed, 0 as ended, f.subject_id is not null as "isKnown"
    from finance_product p left join rebate_feed f on f.subject_id = p.product_id
    where p.orders > coalesce(f.noticed, 0)`,
}

/** $4: the shortest term in hours. An order that was left already earns nothing. */
const ORDERS = `
  select o.purchase_id as source_id, o.product_id as subject_id, o.member_id as friend_id, ${OWN('p')} as basis, p.created_at as at,
    to_timestamp(o.matures_ms / 1000.0) as due
  from finance_order o join purchase p on (p.member_id, p.purchase_id) = (o.member_id, o.purchase_id)
  join finance_product product on product.product_id = o.product_id
  where o.product_id = $1 and o.seq > $2 and o.seq <= $3 and product.term_hours >= $4 and o.state <> 'exited' and ${OWN('p')} > 0`

const MATURED: Statement = {
  name: 'feed.matured',
  text: `
    select r.member_id as member, r.source_id as source, r.level, r.friend_id as friend
    from rebate r join business_clock clock on r.due_at <= clock.at
    join finance_order o on (o.product_id, o.purchase_id) = (r.subject_id, r.source_id)
    where r.state = 'pending' and r.kind = 'units' and o.state in ('completed', 'exited')
    order by r.due_at limit $1`,
}
const END: Statement = {
  name: 'feed.units_end',
  text: `
    update rebate r set state = ended.state, due_at = case when ended.state <> 'void' then clock.at else r.due_at end,
      ended_at = case when ended.state = 'void' then clock.at end, reason = ended.reason
    from (
      select item.member_id, item.source_id, item.level, case when o.state = 'completed' then ${dueState('t')} else 'void' end as state,
        case when o.state <> 'completed' then 'exited' when t.standing = 'same_person' then 'same_person' end as reason
      from unnest($1::uuid[], $2::uuid[], $3::int[]) as item(member_id, source_id, level)
      join rebate own on (own.member_id, own.source_id, own.level) = (item.member_id, item.source_id, item.level)
      join finance_order o on (o.product_id, o.purchase_id) = (own.subject_id, own.source_id)
      join team_member t on (t.member_id, t.friend_id) = (own.member_id, own.friend_id)) ended
    cross join business_clock clock
    where (r.member_id, r.source_id, r.level) = (ended.member_id, ended.source_id, ended.level) and r.state = 'pending'
    returning r.member_id as member, r.kind, r.amount, r.state, 'pending' as was`,
}

/** Counts new orders of all products, and ends rebates of orders that matured or were left. */
export async function feedUnits(deps: FeedDeps, signal?: AbortSignal): Promise<void> {
  const products = await deps.db.query<FeedState & { isKnown: boolean }>(OPEN)
  for (const { subject, noticed, orders, isKnown } of products) {
    if (!isKnown) await feedSubject(deps.db, subject, 'units')
    for (let from = noticed; from < orders && !signal?.aborted; from += FEED_CHUNK) {
      const to = Math.min(from + FEED_CHUNK, orders)
      const isOwn = await noticeOrders(deps, {
        kind: 'units',
        orders: { text: ORDERS, values: [subject, from, to, deps.offer().minHours] },
        claim: (tx) => claimOrders(tx, 'noticed', subject, from, to),
      })
      if (!isOwn) break
    }
  }
  while (!signal?.aborted && (await endMatured(deps)) === FEED_CHUNK);
}

type Place = { member: string; source: string; level: number; friend: string }

async function endMatured(deps: FeedDeps): Promise<number> {
  const due = await deps.db.query<Place>(MATURED, [FEED_CHUNK])
  if (due.length === 0) return 0
  const members = await deps.db.tx(async (tx) => {
    await lockTeams(
      tx,
      due.map(({ member }) => member),
    )
    await deps.look(
      tx,
      due.map(({ friend }) => friend),
    )
    return endPlaces(tx, due)
  })
  deps.onTeams(members)
  return due.length
}

async function endPlaces(tx: Tx, places: readonly Place[]): Promise<string[]> {
  const moved = await tx.query<Moved>(END, [
    uuids(places.map(({ member }) => member)),
    uuids(places.map(({ source }) => source)),
    array(places.map(({ level }) => level)),
  ])
  await countMoved(tx, moved)
  return moved.map(({ member }) => member)
}

const OF_ORDER: Statement = {
  name: 'feed.of_order',
  text: `
    select member_id as member, source_id as source, level, friend_id as friend from rebate
    where subject_id = $1 and source_id = $2 and state = 'pending'`,
}

/** Ends the rebates of an order that its member left, in the transaction of the exit. @returns whose rebates ended */
export async function endExited(tx: Tx, productId: string, orderId: string): Promise<string[]> {
  const places = await tx.query<Place>(OF_ORDER, [productId, orderId])
  if (places.length === 0) return []
  await lockTeams(
    tx,
    places.map(({ member }) => member),
  )
  return endPlaces(tx, places)
}
