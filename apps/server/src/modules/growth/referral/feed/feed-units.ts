/**
 * Orders of finance products: noticed in the order of their places; a rebate is due when the order has matured, and void when it was
 * left early. The time of the maturity is known at the notice, so that a look reads only what is due.
 *
 * The reserve of the product binds the highest rebates of an order at its sale. When the order has matured, what its inviters get goes
 * from there to the marketing account, in the transaction that makes the rebates due. Orders from before migration 0104 bind nothing.
 */
import type { Statement, Tx } from '../../../../platform/db.ts'
import { lockBound, payBound, type BoundOrder } from '../../../finance/index.ts'
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

/** $4: the shortest term in hours, for orders that bind nothing. An order that was left already earns nothing. */
const ORDERS = `
  select o.purchase_id as source_id, o.product_id as subject_id, o.member_id as friend_id, ${OWN('p')} as basis, p.created_at as at,
    to_timestamp(o.matures_ms / 1000.0) as due, o.rebate_rate as bound
  from finance_order o join purchase p on (p.member_id, p.purchase_id) = (o.member_id, o.purchase_id)
  join finance_product product on product.product_id = o.product_id
  where o.product_id = $1 and o.seq > $2 and o.seq <= $3 and case when o.rebate_rate is null then product.term_hours >= $4 else o.rebate_rate > 0 end
    and o.state <> 'exited' and ${OWN('p')} > 0`

/** Orders that bind money end with it; what else is due is of an order that binds nothing, or was left while it was noticed. */
const MATURED: Statement = {
  name: 'feed.matured',
  text: `
    select r.member_id as member, r.source_id as source, r.level, r.friend_id as friend
    from rebate r join business_clock clock on r.due_at <= clock.at
    join finance_order o on (o.product_id, o.purchase_id) = (r.subject_id, r.source_id)
    where r.state = 'pending' and r.kind = 'units'
      and (o.state = 'exited' or o.state = 'completed' and (o.rebates = 0 or o.rebates_used is not null))
    order by r.due_at limit $1`,
}
const END: Statement = {
  name: 'feed.units_end',
  text: `
    update rebate r set state = ended.state, due_at = case when ended.state <> 'void' then clock.at else r.due_at end,
      ended_at = case when ended.state = 'void' then clock.at end, reason = ended.reason
    from (
      select item.member_id, item.source_id, item.level,
        case when o.state <> 'completed' or w.excluded_until > now.at then 'void' else ${dueState('t')} end as state,
        case when o.state <> 'completed' then 'exited' when t.standing = 'same_person' then 'same_person'
          when w.excluded_until > now.at then 'excluded' end as reason
      from unnest($1::uuid[], $2::uuid[], $3::int[]) as item(member_id, source_id, level)
      join rebate own on (own.member_id, own.source_id, own.level) = (item.member_id, item.source_id, item.level)
      join finance_order o on (o.product_id, o.purchase_id) = (own.subject_id, own.source_id)
      join team_member t on (t.member_id, t.friend_id) = (own.member_id, own.friend_id)
      join wallet w on w.member_id = own.member_id cross join business_clock now) ended
    cross join business_clock clock
    where (r.member_id, r.source_id, r.level) = (ended.member_id, ended.source_id, ended.level) and r.state = 'pending'
    returning r.member_id as member, r.source_id as source, r.kind, r.amount, r.state, 'pending' as was`,
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
  while (!signal?.aborted && (await endBound(deps)) > 0);
  while (!signal?.aborted && (await endMatured(deps)) === FEED_CHUNK);
}

/** Matured orders of one product whose rebates are all noticed and that still bind money. */
const BOUND: Statement = {
  name: 'feed.bound',
  text: `
    select o.product_id as product, p.reserve_id as reserve, o.purchase_id as order
    from (
      select d.product_id, f.noticed from finance_order d join rebate_feed f on f.subject_id = d.product_id and d.seq <= f.noticed
      where d.state = 'completed' and d.rebates > 0 and d.rebates_used is null order by d.product_id, d.seq limit 1) first
    join finance_product p using (product_id)
    join finance_order o on o.product_id = p.product_id and o.state = 'completed' and o.rebates > 0 and o.rebates_used is null
      and o.seq <= first.noticed
    order by o.seq limit $1`,
}
const OF_ORDERS: Statement = {
  name: 'feed.of_orders',
  text: `
    select member_id as member, source_id as source, level, friend_id as friend from rebate
    where subject_id = $1 and source_id = any($2::uuid[]) and state = 'pending'`,
}

/** Ends the rebates of orders that have matured, and what the orders bind for them. @returns how many orders it looked at */
async function endBound(deps: FeedDeps): Promise<number> {
  const due = await deps.db.query<BoundOrder>(BOUND, [FEED_CHUNK])
  if (due.length === 0) return 0
  const members = await deps.db.tx(async (tx) => {
    const orders = await lockBound(tx, due)
    if (orders.length === 0) return []
    const ids = uuids(orders.map(({ order }) => order))
    const places = await tx.query<Place>(OF_ORDERS, [orders[0]!.product, ids])
    const ended = await endDue(deps, tx, places)
    const amounts = new Map<string, bigint>()
    for (const { source, state, amount } of ended)
      if (state !== 'void') amounts.set(source, (amounts.get(source) ?? 0n) + amount)
    await payBound(tx, orders, amounts)
    return ended.map(({ member }) => member)
  })
  deps.onTeams(members)
  return due.length
}

type Place = { member: string; source: string; level: number; friend: string }
type Ended = Moved & { source: string }

async function endMatured(deps: FeedDeps): Promise<number> {
  const due = await deps.db.query<Place>(MATURED, [FEED_CHUNK])
  if (due.length === 0) return 0
  const ended = await deps.db.tx((tx) => endDue(deps, tx, due))
  deps.onTeams(ended.map(({ member }) => member))
  return due.length
}

/** Ends rebates of orders that have matured, after a look at the friends. */
async function endDue(deps: FeedDeps, tx: Tx, places: readonly Place[]): Promise<Ended[]> {
  if (places.length === 0) return []
  await lockTeams(
    tx,
    places.map(({ member }) => member),
  )
  await deps.look(
    tx,
    places.map(({ friend }) => friend),
  )
  return endPlaces(tx, places)
}

async function endPlaces(tx: Tx, places: readonly Place[]): Promise<Ended[]> {
  const moved = await tx.query<Ended>(END, [
    uuids(places.map(({ member }) => member)),
    uuids(places.map(({ source }) => source)),
    array(places.map(({ level }) => level)),
  ])
  await countMoved(tx, moved)
  return moved
}

/** Ends the rebates of an order that its member left, in the transaction of the exit. */
export async function endExited(tx: Tx, productId: string, orderId: string): Promise<void> {
  const places = await tx.query<Place>(OF_ORDERS, [productId, uuids([orderId])])
  if (places.length === 0) return
  await lockTeams(
    tx,
    places.map(({ member }) => member),
  )
  await endPlaces(tx, places)
}
