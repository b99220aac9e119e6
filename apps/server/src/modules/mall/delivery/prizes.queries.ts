/** Statements of the prizes of goods: reading one, and its steps. Amounts in minor units, times in Unix milliseconds. */
import type { OrderStep, PrizeStatus } from '@fairlot/contract/life/order-life'
import type { ReviewState } from '@fairlot/contract/life/review-life'
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'
import { WINNING_TIER } from '../issues/tiers.ts'

export type TimelineRow = { step: OrderStep; state: PrizeStatus; note: string | null; at: number }

export type PrizeRow = {
  member_id: string
  /** order */
  purchase_id: string
  issue_id: string
  /** short number of the order, and code of the product */
  number: string
  product: string
  /** in English, as the issue opened with it */
  title: string
  status: PrizeStatus
  /** what recycling pays */
  recycle: bigint
  won_ms: bigint
  due_ms: bigint | null
  address: Buffer | null
  address_key: string | null
  pick_list_id: string | null
  carrier: string | null
  tracking: string | null
  tracking_url: string | null
  shipped_ms: bigint | null
  delivered_ms: bigint | null
  dispute_note: string | null
  /** null: the order has no review */
  review: ReviewState | null
  /** steps since the win, oldest first */
  timeline: TimelineRow[]
}

/** What recycling a prize pays, rounded down: `share` of the contract. `terms`: its issue_terms. */
export const RECYCLE_VALUE = (terms: string) =>
  `div(${terms}.prize_value::numeric * ${terms}.recycle_percent, 100)::bigint`

/** What the member won is what the issue opened with, also when the product has another title now. */
const KEPT_TITLE = `coalesce((
  select text.title from issue_content opened join content_text text using (hash) where opened.issue_id = z.issue_id
  order by text.language = 'en-us' desc limit 1), terms.code)`

/** Prizes that are products: cash is paid at the draw. */
export const PRIZES = `
  select z.member_id, z.purchase_id, z.issue_id, terms.number || '-' || sale.seq as number, terms.code as product,
    ${KEPT_TITLE} as title, z.status,
    ${RECYCLE_VALUE('terms')} as recycle, ${MS('z.won_at')} as won_ms, ${MS('z.due_at')} as due_ms, z.address, z.address_key,
    z.pick_list_id, z.carrier, z.tracking, z.tracking_url, ${MS('z.shipped_at')} as shipped_ms,
    ${MS('z.delivered_at')} as delivered_ms, z.dispute_note, (select r.state from review r where r.member_id = z.member_id and r.purchase_id = z.purchase_id) as review,
    coalesce(history.timeline, '[]') as timeline
  from prize z
  join issue_terms terms on terms.issue_id = z.issue_id and terms.mode <> 'cash'
  cross join lateral (
    select s.seq from issue_sale s where s.issue_id = z.issue_id and s.purchase_id = z.purchase_id limit 1) sale
  cross join lateral (
    select json_agg(json_build_object('step', t.step, 'state', t.state, 'note', t.note, 'at', ${MS('t.at')}) order by t.seq) as timeline
    from prize_timeline t
    where t.member_id = z.member_id and t.purchase_id = z.purchase_id and t.tier = z.tier) history`

const ONE: Statement = {
  name: 'prize.one',
  text: `${PRIZES} where z.member_id = $1 and z.purchase_id = $2 and z.tier = ${WINNING_TIER}`,
}

/** The product that an order won. Undefined: it won none, or the draw is not settled yet. */
export async function prizeOf(db: Executor, memberId: string, order: string): Promise<PrizeRow | undefined> {
  return (await db.query<PrizeRow>(ONE, [memberId, order]))[0]
}

const OF_MEMBER: Statement = {
  name: 'prize.with_address',
  text: `${PRIZES} where z.member_id = $1 and z.address is not null order by z.won_at`,
}

/** A member's prizes that have an address. */
export function prizesWithAddress(db: Executor, memberId: string): Promise<PrizeRow[]> {
  return db.query<PrizeRow>(OF_MEMBER, [memberId])
}

const LOCK: Statement = {
  name: 'prize.lock',
  text: `select 1 from prize where member_id = $1 and purchase_id = $2 and tier = ${WINNING_TIER} for update`,
}

/** Locks a prize and reads it. Lock order: the wallet, the prize, the issue, the house. */
export async function lockPrize(tx: Tx, memberId: string, order: string): Promise<PrizeRow | undefined> {
  await tx.query(LOCK, [memberId, order])
  return prizeOf(tx, memberId, order)
}

/** What a step changes besides the timeline, from $6 on. `clock.at`: business time. */
const CHANGES: Record<OrderStep, string> = {
  address: `status = 'address_confirmed', address = $6, address_key = $7, due_at = null, remind_at = null`,
  recycle: ended('recycled'),
  recycle_late: ended('recycled'),
  settle: ended('recycled'),
  complete: ended('completed'),
  review: ended('completed'),
  receive: arrived(),
  arrive: arrived(),
  stands: arrived(),
  dispute: `status = 'disputed', dispute_note = $6, due_at = null`,
  pick: 'pick_list_id = $6',
  release: 'pick_list_id = null',
  // a correction of the parcel keeps its times
  ship: `
    status = 'in_delivery', carrier = $6, tracking = $7, tracking_url = $8,
    shipped_at = case z.status when 'in_delivery' then z.shipped_at else clock.at end,
    due_at = case z.status when 'in_delivery' then z.due_at else clock.at + $9::int * interval '1 day' end`,
  deliver: `delivered_at = coalesce($6::timestamptz, clock.at), due_at = coalesce($6::timestamptz, clock.at) + $7::int * interval '1 day'`,
  ship_again: `
    status = 'address_confirmed', pick_list_id = null, carrier = null, tracking = null, tracking_url = null, shipped_at = null,
    delivered_at = null, due_at = null`,
  travels: `
    status = 'in_delivery',
    due_at = clock.at + case when z.delivered_at is null then $7::int else $6::int end * interval '1 day'`,
}

/** $6: days until the address is erased. */
function ended(status: PrizeStatus): string {
  return `
    status = '${status}', ended_at = clock.at, due_at = null, remind_at = null,
    erase_at = case when z.address is not null then clock.at + $6::int * interval '1 day' end`
}

/** $6: days until the order is completed. */
function arrived(): string {
  return `status = 'received', due_at = clock.at + $6::int * interval '1 day'`
}

const STEP = (step: OrderStep): Statement => ({
  name: `prize.${step}`,
  text: `
    with moved as (
      update prize z set ${CHANGES[step]} from business_clock clock
      where z.member_id = $1 and z.purchase_id = $2 and z.tier = ${WINNING_TIER}
      returning z.member_id, z.purchase_id, z.tier, z.status, clock.at)
    insert into prize_timeline (member_id, purchase_id, tier, seq, step, state, operator_id, note, at)
    select m.member_id, m.purchase_id, m.tier, coalesce((
        select max(t.seq) from prize_timeline t
        where t.member_id = m.member_id and t.purchase_id = m.purchase_id and t.tier = m.tier), 0) + 1,
      $3, m.status, $4::uuid, $5::text, m.at
    from moved m returning 1`,
})
const STEPS = Object.fromEntries(
  (Object.keys(CHANGES) as OrderStep[]).map((step) => [step, STEP(step)]),
) as Record<OrderStep, Statement>

export type StepNote = { operatorId?: string | undefined; note?: string | undefined }

/** Takes a locked prize one step on. @param values what the step changes, in the order of its parameters */
export async function advancePrize(
  tx: Tx,
  { member_id, purchase_id }: Pick<PrizeRow, 'member_id' | 'purchase_id'>,
  step: OrderStep,
  values: readonly unknown[],
  { operatorId, note }: StepNote = {},
): Promise<void> {
  const known = [member_id, purchase_id, step, operatorId ?? null, note ?? null]
  const done = await tx.query(STEPS[step], [...known, ...values])
  if (done.length !== 1) throw new Error(`the prize of order ${purchase_id} is not there`)
}
