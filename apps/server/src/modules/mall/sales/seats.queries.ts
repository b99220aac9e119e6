/** Statements about the seats of Double PK. */
import type { IssueStatus } from '@fairlot/contract/life/order-life'
import type { Executor, Tx } from '../../../platform/db.ts'

/** A seat that is taken. */
export type SeatRow = { issueId: string; memberId: string; first: number; quantity: number }

const SEATS = {
  name: 'pk.seats',
  text: `
select sale.issue_id as "issueId", sale.member_id as "memberId", sale.first_code as first, sale.quantity
from issue_sale sale join issue using (issue_id)
where sale.issue_id = any($1::uuid[]) and sale.state = 'done' and issue.status in ('selling', 'sold_out', 'drawn')
order by sale.issue_id, sale.seq`,
}

/** The taken seats of issues that are not refunded, the lower codes first. */
export function readSeats(db: Executor, issueIds: readonly string[]): Promise<SeatRow[]> {
  return db.query<SeatRow>(SEATS, [issueIds])
}

export type LockedSeat = {
  issueId: string
  number: string
  status: IssueStatus
  /** of the purchase; `held`: its outcome is not known yet */
  state: 'held' | 'done' | 'refused' | 'refunded'
  /** minor units */
  amount: bigint
  /** the member has left it before */
  left: boolean
}

const OF_ORDER = `
  select purchase.subject_id as "issueId" from purchase
  join issue_terms terms on terms.issue_id = purchase.subject_id
  where purchase.member_id = $1 and purchase.purchase_id = $2 and purchase.kind = 'shares' and terms.mode = 'pk'`

const SEAT = `
  select issue.issue_id as "issueId", terms.number, issue.status, purchase.state, purchase.amount,
    exists (select from seat_left l where l.member_id = $1 and l.issue_id = issue.issue_id) as left
  from issue join issue_terms terms using (issue_id)
  join purchase on purchase.member_id = $1 and purchase.purchase_id = $2 and purchase.subject_id = issue.issue_id
  where issue.issue_id = $3`

/** Locks the issue of a member's seat and reads both. Undefined: the member has no such order of a Double PK. */
export async function lockSeat(tx: Tx, memberId: string, order: string): Promise<LockedSeat | undefined> {
  const [found] = await tx.query<{ issueId: string }>(OF_ORDER, [memberId, order])
  if (!found) return undefined
  await tx.query('select 1 from issue where issue_id = $1 for update', [found.issueId])
  // a statement after the lock sees the sales that held it
  return (await tx.query<LockedSeat>(SEAT, [memberId, order, found.issueId]))[0]
}

/** How many seats a member has left in the last 24 hours. */
export async function countLeft(tx: Tx, memberId: string): Promise<number> {
  const [row] = await tx.query<{ left: number }>(
    `select count(*)::int as left from seat_left
     where member_id = $1 and left_at > business_now() - interval '24 hours'`,
    [memberId],
  )
  return row!.left
}

/** Ends an issue on sale whose lock the transaction holds. */
export async function endLeft(tx: Tx, memberId: string, issueId: string, order: string): Promise<void> {
  await tx.query(`update issue set status = 'expired' where issue_id = $1 and status = 'selling'`, [issueId])
  await tx.query(
    'insert into seat_left (member_id, issue_id, purchase_id, left_at) values ($1, $2, $3, business_now())',
    [memberId, issueId, order],
  )
}
