/**
 * The deadline of an issue. One that is not full by then expires: decided under the issue's lock by the database's clock,
 * against which every sale is stamped too. From `sold_out` on there is no way here any more.
 */
import type { Db } from '../../../platform/db.ts'

const EXPIRE = {
  name: 'issue.expire',
  text: `update issue set status = 'expired'
    where issue_id = $1 and status in ('scheduled', 'selling')
      and closes_ms <= (select floor(extract(epoch from at) * 1000)::bigint from business_clock)
    returning issue_id`,
}
/** The house's part is in the escrow of an issue that was opened. */
const DECIDE = {
  name: 'issue.expired',
  text: `with x as (
      insert into issue_refund (issue_id, orders, amount, subsidy, expired_at)
      select i.issue_id, i.orders, i.sold * i.price, case when i.opened_at is null then 0 else t.subsidy end, business_now()
      from issue i join issue_terms t using (issue_id) where i.issue_id = $1
      returning issue_id, expired_at)
    insert into issue_event (issue_id, event, at) select issue_id, 'expired', expired_at from x`,
}

/** Expires an issue whose deadline has come; what its refund owes is written down with it. False: not due, or not on sale. */
export async function expireIssue(db: Db, issueId: string): Promise<boolean> {
  return db.tx(async (tx) => {
    // in a statement of its own: the next one reads the clock when the sales before it are done
    await tx.query({ name: 'issue.toExpire', text: 'select 1 from issue where issue_id = $1 for update' }, [
      issueId,
    ])
    const [expired] = await tx.query(EXPIRE, [issueId])
    if (!expired) return false
    await tx.query(DECIDE, [issueId])
    return true
  })
}
