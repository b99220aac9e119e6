/**
 * The deadline of an issue. An issue that is not sold out by then expires. The decision is made under the issue's lock and
 * by settled time (platform/time/clock-watch.ts): a deadline has passed when two looks at the clock agree that it has. Sales end at
 * the deadline by the database's clock, which also stamps them. An issue that is sold out cannot expire; a witnessed one of version 3
 * that could not be sealed for 7 days is given up, and an issue whose beacon is dead ends too.
 */
import type { RefundReason } from '@fairlot/fairness/proof/version-3/types'
import { FLOOR_MS, type Db, type Statement, type Tx } from '../../../platform/db.ts'
import type { LogWriter } from '../../fair/index.ts'
import { BEACON_DEAD_FOR_LONG, UNSEALED_FOR_LONG } from './issue-steps.queries.ts'

const LOCK = { name: 'issue.toExpire', text: 'select 1 from issue where issue_id = $1 for update' }

const EXPIRE = {
  name: 'issue.expire',
  text: `update issue set status = 'expired'
    where issue_id = $1 and status in ('scheduled', 'selling')
      and closes_ms <= (select ${FLOOR_MS('at')} from settled_clock)
    returning issue_id`,
}

/** Records the refund that is owed. The escrow of an issue that was opened also contains the house's subsidy. */
const OWE_REFUND = {
  name: 'issue.expired',
  text: `
with refund as (
  insert into issue_refund (issue_id, orders, amount, subsidy, reason, expired_at)
  select issue.issue_id, issue.orders, issue.sold * issue.price,
    case when issue.opened_at is null then 0 else terms.subsidy end, $2, business_now()
  from issue join issue_terms terms using (issue_id) where issue.issue_id = $1
  returning issue_id, expired_at)
insert into issue_event (issue_id, event, at) select issue_id, 'expired', expired_at from refund`,
}

/** Expires an issue whose deadline has passed, and records the refund that is owed. False: not due, or not on sale. */
export async function expireIssue(db: Db, issueId: string): Promise<boolean> {
  return db.tx(async (tx) => {
    // a separate statement: the next one reads the clock after the sales that held the lock have committed
    await tx.query(LOCK, [issueId])
    const [expired] = await tx.query(EXPIRE, [issueId])
    if (!expired) return false
    await oweRefund(tx, issueId, 'deadline')
    return true
  })
}

type EndDeps = { db: Db; writer: Pick<LogWriter, 'hold'> }

/** Ends an issue if the statement finds it due, and records the refund that is owed. @returns whether it did */
function endWhere(
  { db, writer }: EndDeps,
  issueId: string,
  ending: Statement,
  reason: 'witnesses' | 'beacon',
): Promise<boolean> {
  return db.tx(async (tx) => {
    // a seal and a draw take the same locks in this order
    await writer.hold(tx)
    await tx.query(LOCK, [issueId])
    const [ended] = await tx.query(ending, [issueId])
    if (!ended) return false
    await oweRefund(tx, issueId, reason)
    return true
  })
}

const GIVE_UP = {
  name: 'issue.giveUp',
  text: `update issue set status = 'expired', unwitnessed = true
    where issue_id = $1 and ${UNSEALED_FOR_LONG}
    returning issue_id`,
}

/**
 * Ends a witnessed issue of version 3 that is sold out and that its witnesses or the guarantee did not let be sealed for 7 days, and
 * records the refund that is owed. False: it is sealed, ended already, or not due.
 */
export const giveUpIssue = (deps: EndDeps, issueId: string): Promise<boolean> =>
  endWhere(deps, issueId, GIVE_UP, 'witnesses')

const LOSE_BEACON = {
  name: 'issue.loseBeacon',
  text: `update issue set status = 'expired', beacon_dead = true
    where issue_id = $1 and ${BEACON_DEAD_FOR_LONG}
    returning issue_id`,
}

/**
 * Ends an issue of version 3 whose beacon has been dead for 30 days, unless its round was published, and records the refund that is owed.
 * False: it is drawn, ended already, or not due.
 */
export const endForDeadBeacon = (deps: EndDeps, issueId: string): Promise<boolean> =>
  endWhere(deps, issueId, LOSE_BEACON, 'beacon')

/** Records the refund of an issue that this transaction has marked as expired, and holds the lock of. */
export async function oweRefund(
  tx: Tx,
  issueId: string,
  reason: Exclude<RefundReason, 'lost'>,
): Promise<void> {
  await tx.query(OWE_REFUND, [issueId, reason])
}
