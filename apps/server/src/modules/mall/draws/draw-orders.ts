/** Reads the orders of an issue as the digest, the calculation and the proof contain them. Rows of version 3 have claims. */
import { hash } from 'node:crypto'
import { type ClaimedRow, claimOf } from '@fairlot/fairness/claimed-rows'
import { timeOfDay, type OrderRow } from '@fairlot/fairness/draw'
import { memberTag } from '@fairlot/fairness/tag'
import type { Executor } from '../../../platform/db.ts'

const PAGE_ORDERS = 2_000

type Row = { seq: number; ms: bigint; first: number; quantity: number; member: string; id: string }

const ORDERS_AFTER = {
  name: 'draw.orders',
  text: `select seq, ordered_ms as ms, first_code as first, quantity, member_id as member, purchase_id as id
    from issue_sale where issue_id = $1 and seq > $2 order by seq limit $3`,
}

/** Returns the member tag of a member id for one issue. */
export type MemberTagger = (memberId: string) => string

/** Creates a tagger that computes each member's tag once. @param tagKey key of the issue, 32 bytes hex */
export function createMemberTagger(tagKey: string): MemberTagger {
  const known = new Map<string, string>()
  return (memberId) => {
    let tag = known.get(memberId)
    if (tag === undefined) known.set(memberId, (tag = memberTag(tagKey, memberId)))
    return tag
  }
}

/** After which seq a page begins, and how many orders it has at most. */
export type Page = { after: number; limit: number }

/** Reads at most `limit` orders by seq, after seq `after`. @param utcOffset minutes east of UTC */
export async function readOrderPage(
  db: Executor,
  issueId: string,
  tagOf: MemberTagger,
  utcOffset: number,
  { after, limit }: Page,
): Promise<OrderRow[]> {
  const rows = await db.query<Row>(ORDERS_AFTER, [issueId, after, limit])
  return rows.map((row) => orderRow(row, tagOf, utcOffset))
}

/** The platform's function is several times as fast as the one that runs everywhere. */
const sha256 = (text: string): string => hash('sha256', text, 'hex')

/** The same with the claim of each order. */
export async function readClaimedPage(
  db: Executor,
  issueId: string,
  tagOf: MemberTagger,
  utcOffset: number,
  { after, limit }: Page,
): Promise<ClaimedRow[]> {
  const rows = await db.query<Row>(ORDERS_AFTER, [issueId, after, limit])
  return rows.map((row) => ({ ...orderRow(row, tagOf, utcOffset), claim: claimOf(row.id, sha256) }))
}

function orderRow(
  { seq, ms, first, quantity, member }: Row,
  tagOf: MemberTagger,
  utcOffset: number,
): OrderRow {
  return {
    seq,
    ms: Number(ms),
    time: timeOfDay(Number(ms), utcOffset),
    first,
    quantity,
    tag: tagOf(member),
  }
}

/** Reads all orders by seq. */
export function readOrders(
  db: Executor,
  issueId: string,
  tagKey: string,
  utcOffset: number,
): Promise<OrderRow[]> {
  const tagOf = createMemberTagger(tagKey)
  return allPages((page) => readOrderPage(db, issueId, tagOf, utcOffset, page))
}

/** Reads all orders of an issue of version 3 by seq. */
export function readClaimedOrders(
  db: Executor,
  issueId: string,
  tagKey: string,
  utcOffset: number,
): Promise<ClaimedRow[]> {
  const tagOf = createMemberTagger(tagKey)
  return allPages((page) => readClaimedPage(db, issueId, tagOf, utcOffset, page))
}

/** The process can serve other calls between two pages. */
async function allPages<Order extends OrderRow>(read: (page: Page) => Promise<Order[]>): Promise<Order[]> {
  const orders: Order[] = []
  for (;;) {
    const page = await read({ after: orders.at(-1)?.seq ?? 0, limit: PAGE_ORDERS })
    for (const order of page) orders.push(order)
    if (page.length < PAGE_ORDERS) return orders
  }
}
