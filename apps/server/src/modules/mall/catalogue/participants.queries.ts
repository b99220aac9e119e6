/** Reads the members of an issue by their first orders. */
import type { Executor } from '../../../platform/db.ts'

/** A member's first order in an issue. */
export type FirstOrder = { seq: number; member: string; ms: bigint }

const COUNT = {
  name: 'issue.participants',
  text: 'select participants, orders from issue where issue_id = $1',
}

/** How many members and orders an issue has. */
export async function countParticipants(
  db: Executor,
  issueId: string,
): Promise<{ participants: number; orders: number }> {
  const [row] = await db.query<{ participants: number; orders: number }>(COUNT, [issueId])
  return row ?? { participants: 0, orders: 0 }
}

// The member's purchases lead to the member's other orders; the orders themselves have no index by member.
const FIRST_ORDERS = {
  name: 'issue.first_orders',
  text: `
with orders as materialized (
  select seq, member_id, ordered_ms from issue_sale
  where issue_id = $1 and seq <= $2 order by seq desc limit $3)
select seq, member_id as member, ordered_ms as ms from orders
where not exists (
  select from purchase join issue_sale earlier on earlier.issue_id = $1 and earlier.purchase_id = purchase.purchase_id
  where purchase.member_id = orders.member_id and purchase.subject_id = $1 and earlier.seq < orders.seq)
order by seq desc`,
}

/** The first orders of members among the `scan` orders of an issue up to `seq`, newest first. */
export function readFirstOrders(
  db: Executor,
  issueId: string,
  seq: number,
  scan: number,
): Promise<FirstOrder[]> {
  return db.query<FirstOrder>(FIRST_ORDERS, [issueId, seq, scan])
}
