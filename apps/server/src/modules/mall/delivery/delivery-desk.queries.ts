/** Statements of what operators look at: orders with a product to deliver, and pick lists. Times in Unix milliseconds. */
import type { DELIVERY_STATUSES, OrderStep, PrizeStatus } from '@fairlot/contract/life/order-life'
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'
import { WINNING_TIER } from '../issues/tiers.ts'
import { PRIZES, type PrizeRow } from './prizes.queries.ts'

export type PrizeKey = { member_id: string; purchase_id: string }

const BY_NUMBER: Statement = {
  name: 'delivery.by_number',
  text: `
    select s.member_id, s.purchase_id from product_issue n
    join issue_sale s on s.issue_id = n.issue_id and s.seq = $3
    where n.code = $1 and n.sequence = $2`,
}

/** The order of a rank in an issue of a product. */
export async function orderOfRank(
  db: Executor,
  code: string,
  sequence: number,
  seq: number,
): Promise<PrizeKey | undefined> {
  return (await db.query<PrizeKey>(BY_NUMBER, [code, sequence, seq]))[0]
}

/** An order in the operators' list. */
export type DeliveryRow = {
  purchase_id: string
  member_id: string
  number: string
  code: string
  status: (typeof DELIVERY_STATUSES)[number]
  picked: boolean
  won_ms: bigint
  won_micros: bigint
  /** since the state began */
  since_ms: bigint
  hours: number
}

const LIST: Statement = {
  name: 'delivery.list',
  text: `
    select z.purchase_id, z.member_id, terms.number || '-' || sale.seq as number, terms.code, z.status,
      z.pick_list_id is not null as picked, ${MS('z.won_at')} as won_ms,
      (extract(epoch from z.won_at) * 1000000)::bigint as won_micros, ${MS('coalesce(last.at, z.won_at)')} as since_ms,
      floor(extract(epoch from clock.at - coalesce(last.at, z.won_at)) / 3600)::int as hours
    from prize z
    cross join business_clock clock
    join issue_terms terms on terms.issue_id = z.issue_id and terms.mode <> 'cash'
    cross join lateral (
      select s.seq from issue_sale s where s.issue_id = z.issue_id and s.purchase_id = z.purchase_id limit 1) sale
    left join lateral (
      select min(t.at) as at from prize_timeline t
      where t.member_id = z.member_id and t.purchase_id = z.purchase_id and t.tier = z.tier and t.state = z.status
        and t.seq > coalesce((
          select max(o.seq) from prize_timeline o
          where o.member_id = z.member_id and o.purchase_id = z.purchase_id and o.tier = z.tier and o.state <> z.status), 0)) last on true
    where z.status = any($1::text[]) and z.status in ('address_confirmed', 'in_delivery', 'disputed')
      and (z.won_at, z.purchase_id) > ('epoch'::timestamptz + $2::bigint * interval '1 microsecond', $3::uuid)
    order by z.won_at, z.purchase_id limit $4`,
}

/** Orders with a parcel to send, on its way or in dispute, the oldest win first. */
export function listDeliveries(
  db: Executor,
  states: readonly PrizeStatus[],
  after: { micros: number; id: string } | null,
  limit: number,
): Promise<DeliveryRow[]> {
  const { micros, id } = after ?? { micros: 0, id: '00000000-0000-0000-0000-000000000000' }
  return db.query<DeliveryRow>(LIST, [states, micros, id, limit])
}

/** Orders on one pick list at most. */
const PICK_CHUNK = 200

const TO_PICK: Statement = {
  name: 'delivery.to_pick',
  text: `
    select member_id, purchase_id from prize
    where status = 'address_confirmed' and pick_list_id is null and tier = ${WINNING_TIER}
    order by won_at, purchase_id limit ${PICK_CHUNK} for update`,
}
const OF_LIST: Statement = {
  name: 'delivery.of_list',
  text: `${PRIZES} where z.pick_list_id = $1 and z.status = 'address_confirmed' order by z.won_at, z.purchase_id`,
}
const ADD_LIST: Statement = {
  name: 'delivery.add_list',
  text: `insert into pick_list (pick_list_id, operator_id, orders, created_at) select $1, $2, $3, at from business_clock`,
}
const LIST_KNOWN: Statement = {
  name: 'delivery.known_list',
  text: 'select orders from pick_list where pick_list_id = $1',
}

/** Locks the orders of the next pick list, the oldest win first. */
export function lockToPick(tx: Tx): Promise<PrizeKey[]> {
  return tx.query<PrizeKey>(TO_PICK)
}

/** The orders of a pick list that still wait for their parcel. */
export function ordersOfList(db: Executor, pickListId: string): Promise<PrizeRow[]> {
  return db.query<PrizeRow>(OF_LIST, [pickListId])
}

/** Undefined: there is no such list. */
export async function pickListSize(db: Executor, pickListId: string): Promise<number | undefined> {
  return (await db.query<{ orders: number }>(LIST_KNOWN, [pickListId]))[0]?.orders
}

export async function addPickList(
  tx: Tx,
  list: { id: string; operatorId: string; orders: number },
): Promise<void> {
  await tx.query(ADD_LIST, [list.id, list.operatorId, list.orders])
}

const STEPS: Statement = {
  name: 'delivery.steps',
  text: `
    select step, state, note, operator_id, ${MS('at')} as at_ms from prize_timeline
    where member_id = $1 and purchase_id = $2 and tier = ${WINNING_TIER} order by seq`,
}

export type StepRow = {
  step: OrderStep
  state: PrizeStatus
  note: string | null
  operator_id: string | null
  at_ms: bigint
}

/** Every step of a prize, with the operator who took it. */
export function stepsOf(db: Executor, { member_id, purchase_id }: PrizeKey): Promise<StepRow[]> {
  return db.query<StepRow>(STEPS, [member_id, purchase_id])
}

const NOW: Statement = { name: 'delivery.now', text: `select ${MS('at')} as now from business_clock` }

/** Business time. */
export async function nowMs(db: Executor): Promise<number> {
  const [row] = await db.query<{ now: bigint }>(NOW)
  return Number(row!.now)
}
