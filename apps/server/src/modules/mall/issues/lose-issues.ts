/**
 * The end of issues whose log was lost: the database is an older copy, and what is on sale or sold out in it may have been
 * drawn elsewhere. Nobody can draw it a second time, so every order is refunded in full (refund.ts), also of a sealed issue.
 */
import type { Tx } from '../../../platform/db.ts'

const LOCK = `
  select issue_id from issue where status in ('selling', 'sold_out') order by issue_id for update`

/** A separate statement: it sees the sales that held the locks. The escrow also contains the house's subsidy. */
const LOSE = `
  with ended as (
    update issue set status = 'expired', lost = true where status in ('selling', 'sold_out')
    returning issue_id, orders, sold, price),
  owed as (
    insert into issue_refund (issue_id, orders, amount, subsidy, reason, expired_at)
    select issue_id, ended.orders, ended.sold * ended.price, terms.subsidy, 'lost', business_now()
    from ended join issue_terms terms using (issue_id)
    returning issue_id, expired_at)
  insert into issue_event (issue_id, event, at) select issue_id, 'expired', expired_at from owed`

/** Issues that were opened and whose refund is not complete. */
const OWED = `
  select terms.number from issue join issue_terms terms using (issue_id)
  where issue.status = 'expired' and issue.opened_at is not null`

/**
 * Ends every issue that is on sale, sold out or sealed, in the caller's transaction, and records the refund that is owed.
 * Scheduled and drawn issues stay.
 *
 * @returns the numbers of all issues that are being refunded, also of those that had expired before
 */
export async function loseOpenIssues(tx: Tx): Promise<string[]> {
  await tx.query(LOCK)
  await tx.query(LOSE)
  return (await tx.query<{ number: string }>(OWED)).map(({ number }) => number)
}
