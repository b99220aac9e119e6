/** A member's own orders. Every statement names the member first: a foreign order is simply not there. */
import { MS, type Executor } from '../../../platform/db.ts'
import { OPEN_PRIZES, ORDER_TABS, type OrderTab, type PrizeStatus } from '@fairlot/contract/life/order-life'
import type { PurchaseState } from '../../ledger/index.ts'

export type OrderRow = {
  order: string
  issueId: string
  quantity: number
  amount: bigint
  /** what a voucher paid of the amount; null: nothing */
  housePaid: bigint | null
  first: number | null
  state: PurchaseState
  result: 'won' | 'not_won' | null
  /** the state of its prize; null: it has none, or the draw is not settled yet */
  prize: PrizeStatus | null
  /** when the issue stamped it, else when it was made */
  ms: bigint
  /** what the list sorts by, in microseconds since 1970 */
  key: bigint
  /** the issue's winning code, as soon as it is drawn */
  winningCode: number | null
  /** the draw is in favour of the members; null: it is not drawn */
  favour: boolean | null
  /** it is because its log was lost after its seal */
  afterLoss: boolean | null
  /** rank of the order in the issue, from 1; null: it has no shares (yet) */
  seq: number | null
}

export type Position = { key: bigint; order: string }

export const MICROSECONDS = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`
/** The position before, or one after everything: never an `or`, which would keep the index from being entered there. */
export const BEFORE = `(coalesce('epoch'::timestamptz + $2::bigint * interval '1 microsecond', 'infinity'),
  coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))`

export const COLUMNS = `p.purchase_id as "order", p.subject_id as "issueId", p.quantity, p.amount, p.house_paid as "housePaid", p.position as first, p.state,
  p.result, coalesce(s.ms, ${MS('p.created_at')}) as ms, d.code as "winningCode", d.favour, d.after_loss as "afterLoss", s.seq, z.status as prize`

export const STAMP = `lateral (
  select s.ordered_ms as ms, s.seq from issue_sale s
  where s.issue_id = p.subject_id and s.purchase_id = p.purchase_id limit 1)`
export const DRAW = `lateral (
  select d.code, d.drawn_at, d.favour, d.after_loss, t.mode = 'cash' as cash from issue_draw d join issue_terms t using (issue_id)
  where d.issue_id = p.subject_id limit 1)`

/** The first prize of an order. The prizes of one order are in one state, except the winning code's. */
export const PRIZE = `lateral (
  select z.status from prize z where z.member_id = p.member_id and z.purchase_id = p.purchase_id order by z.tier limit 1)`
/** What the columns come from, besides the purchase `p`. */
export const BESIDE = `left join ${STAMP} s on true left join ${DRAW} d on true left join ${PRIZE} z on true`

/** States as SQL literals. */
export const listOf = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ')
/** The states of prizes in a tab. */
export const prizesIn = (tab: 'pending' | 'to_receive' | 'received') => listOf(ORDER_TABS[tab])
/** The states of prizes that have ended. */
export const ENDED = listOf(['completed', 'recycled'] satisfies PrizeStatus[])

/**
 * Whether an order has won goods. A draw decides at once, although the order's own row is told a little later. Cash is paid at
 * the draw, so nothing waits for its winners.
 */
export const WINS = `coalesce(not d.cash and d.code between p.position and p.position + p.quantity - 1, false)`

/** Newest first along the index, $2 and $3 the position before; refused purchases never became orders. */
const range = (settled: boolean, rule: string) => `(
  select ${COLUMNS}, ${MICROSECONDS('p.created_at')} as key
  from purchase p ${BESIDE}
  where p.member_id = $1 and p.kind = 'shares' and p.settled = ${settled} and p.state in ('held', 'done', 'refunded') and ${rule}
    and (p.created_at, p.purchase_id) < ${BEFORE}
  order by p.created_at desc, p.purchase_id desc limit $4)`

const merged = (...parts: string[]) =>
  `select * from (${parts.join(' union all ')}) o order by key desc, "order" desc limit $4`

/** Orders with a prize in the states of a tab, by the time of the win. */
const withPrize = (tab: 'pending' | 'to_receive' | 'received') => `
  (select ${COLUMNS}, ${MICROSECONDS('z.won_at')} as key
    from prize z
    join lateral (
      select * from purchase p where p.member_id = z.member_id and p.purchase_id = z.purchase_id limit 1) p on true
    left join ${STAMP} s on true left join ${DRAW} d on true
    where z.member_id = $1 and z.status in (${prizesIn(tab)})
      and (z.won_at, z.purchase_id) < ${BEFORE}
    order by z.won_at desc, z.purchase_id desc limit $4)`

/** A win that the member's rows do not know yet comes from the draw. */
const PENDING = merged(
  withPrize('pending'),
  `(select ${COLUMNS}, ${MICROSECONDS('d.drawn_at')} as key
    from purchase p join ${DRAW} d on true left join ${STAMP} s on true left join ${PRIZE} z on true
    where p.member_id = $1 and p.kind = 'shares' and not p.settled and p.state = 'done' and ${WINS}
      and (d.drawn_at, p.purchase_id) < ${BEFORE}
    order by d.drawn_at desc, p.purchase_id desc limit $4)`,
)

const statement = (tab: string, text: string) => ({ name: `orders.${tab}`, text })

const TABS: Record<OrderTab, { name: string; text: string }> = {
  all: statement('all', merged(range(false, 'true'), range(true, 'true'))),
  awaiting: statement('awaiting', merged(range(false, 'd.code is null'))),
  pending: statement('pending', PENDING),
  to_receive: statement('to_receive', merged(withPrize('to_receive'))),
  received: statement('received', merged(withPrize('received'))),
  completed: statement(
    'completed',
    merged(
      range(false, `d.code is not null and not ${WINS}`),
      range(true, `(p.result is null or p.result <> 'won' or z.status in (${ENDED}))`),
    ),
  ),
}

/** Orders of one tab after a position, newest first. */
export function ordersOf(
  db: Executor,
  memberId: string,
  tab: OrderTab,
  after: Position | null,
  limit: number,
): Promise<OrderRow[]> {
  return db.query<OrderRow>(TABS[tab], [memberId, after?.key ?? null, after?.order ?? null, limit])
}

const OF_ISSUE = {
  name: 'orders.issue',
  text: `
    select ${COLUMNS}, ${MICROSECONDS('p.created_at')} as key
    from purchase p ${BESIDE}
    where p.member_id = $1 and p.subject_id = $5 and p.kind = 'shares' and p.state in ('held', 'done', 'refunded')
      and (p.created_at, p.purchase_id) < ${BEFORE}
    order by p.created_at desc, p.purchase_id desc limit $4`,
}

/** A member's orders of one issue after a position, newest first. */
export function ordersOfIssue(
  db: Executor,
  memberId: string,
  issueId: string,
  after: Position | null,
  limit: number,
): Promise<OrderRow[]> {
  return db.query<OrderRow>(OF_ISSUE, [memberId, after?.key ?? null, after?.order ?? null, limit, issueId])
}

const ONE = {
  name: 'orders.one',
  text: `select ${COLUMNS}, ${MICROSECONDS('p.created_at')} as key, ${MS('business_now()')} as now,
      (select ${MS('l.at')} from ledger l
       where (l.book, l.ref) = (p.member_id, p.purchase_id) and l.kind in ('refund', 'release')) as "refundedMs",
      (select i.log_rules from issue i where i.issue_id = p.subject_id) as rules,
      (select kept.hash from issue_content kept where kept.issue_id = p.subject_id) as content
    from purchase p ${BESIDE}
    where p.member_id = $1 and p.purchase_id = $2 and p.kind = 'shares'`,
}

/**
 * `refundedMs`: when the wallet had its money back, if it has. `rules`: the version that its issue opened under. `content`: hash of
 * what the issue opened with.
 */
export type OneOrder = OrderRow & { now: bigint; refundedMs: bigint | null; rules: number; content: string }

export async function orderOf(db: Executor, memberId: string, order: string): Promise<OneOrder | undefined> {
  const [row] = await db.query<OneOrder>(ONE, [memberId, order])
  return row
}

const QUOTE = {
  name: 'orders.quote',
  text: `select case when i.status = 'selling' and i.closes_ms <= ${MS('business_now()')} then 'expired' else i.status end as status,
      i.shares - i.sold as left, coalesce(own.shares, 0) as owned
    from issue i
    cross join lateral (
      select sum(q.quantity)::int as shares from purchase q
      where q.member_id = $1 and q.subject_id = i.issue_id and q.state in ('held', 'done')) own
    where i.issue_id = $2`,
}

export type Quote = { status: string; left: number; owned: number }

/** What decides whether a member could buy now. */
export async function quoteOf(db: Executor, memberId: string, issueId: string): Promise<Quote | undefined> {
  const [row] = await db.query<Quote>(QUOTE, [memberId, issueId])
  return row
}

const DISCOUNT = {
  name: 'orders.discount',
  text: 'select coalesce(house_paid, 0) as discount from purchase where member_id = $1 and purchase_id = $2',
}

/** What a voucher paid of an order, in minor units. */
export async function discountOf(db: Executor, memberId: string, order: string): Promise<bigint> {
  const [row] = await db.query<{ discount: bigint }>(DISCOUNT, [memberId, order])
  return row?.discount ?? 0n
}

const BY_SEQ = {
  name: 'orders.seq',
  text: `select member_id as "memberId", purchase_id as "order" from issue_sale where issue_id = $1 and seq = $2`,
}

/** The member and the id of an issue's order of a rank. */
export async function orderBySeq(
  db: Executor,
  issueId: string,
  seq: number,
): Promise<{ memberId: string; order: string } | undefined> {
  const [row] = await db.query<{ memberId: string; order: string }>(BY_SEQ, [issueId, seq])
  return row
}

const NUMBERS = {
  name: 'orders.numbers',
  text: `
    select sale.purchase_id as "order", sale.seq
    from unnest($1::uuid[], $2::uuid[]) as asked(issue_id, purchase_id)
    cross join lateral (
      select s.purchase_id, s.seq from issue_sale s
      where s.issue_id = asked.issue_id and s.purchase_id = asked.purchase_id and s.seq is not null limit 1) sale`,
}

/** The ranks of orders in their issues, by order id. Orders without shares are omitted. */
export async function ranksOf(
  db: Executor,
  orders: readonly { issueId: string; order: string }[],
): Promise<Map<string, number>> {
  const rows = await db.query<{ order: string; seq: number }>(NUMBERS, [
    orders.map(({ issueId }) => issueId),
    orders.map(({ order }) => order),
  ])
  return new Map(rows.map(({ order, seq }) => [order, seq]))
}

const OPEN = {
  name: 'orders.prizes',
  text: `select count(*)::int as open from prize where member_id = $1 and status in (${listOf(OPEN_PRIZES)})`,
}

/** Prizes that have not ended: they wait for their winner, for the parcel, or for the end of the order. */
export async function openPrizes(db: Executor, memberId: string): Promise<number> {
  const [row] = await db.query<{ open: number }>(OPEN, [memberId])
  return row!.open
}
