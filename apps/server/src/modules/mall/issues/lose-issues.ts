/**
 * The end of issues whose log was lost: the database is an older copy, and what is on sale or sold out in it may have been
 * drawn elsewhere. Nobody can choose a second draw, so every order is refunded in full (refund.ts), also of a sealed issue. Only an issue
 * of version 3 whose seal a named witness signed in time is drawn, by that seal and in the members' favour (fair/standing/lost-seals.ts).
 */
import type { Tx } from '../../../platform/db.ts'
import { keepLostSeals, type UndrawnSeal } from '../../fair/index.ts'
import { adoptSeals, type AdoptOptions } from '../draws/adopt-seal.ts'

const LOCK = `
  select issue_id from issue where status in ('selling', 'sold_out') order by issue_id for update`

const SEALED = `
  select issue_id as id, t.number as subject, t.witnesses, t.chain, s.round::float8 as round
  from issue join issue_terms t using (issue_id) join issue_seal s using (issue_id)
  where issue.status = 'sold_out' and issue.log_rules >= 3 and t.grade = 'witnessed' order by issue_id`

/** A separate statement: it sees the sales that held the locks. The escrow also contains the house's subsidy. */
const LOSE = `
  with ended as (
    update issue set status = 'expired', lost = true where status in ('selling', 'sold_out') and issue_id <> all ($1::uuid[])
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
  where issue.status = 'expired' and issue.opened_at is not null or issue_id = any ($1::uuid[])`

/**
 * Ends every issue that is on sale, sold out or sealed, in the caller's transaction, and records the refund that is owed. Those whose seal
 * a witness signed in time wait for their draw. Scheduled and drawn issues stay.
 *
 * @returns the numbers of all issues that are being refunded, also of those that had expired before, and of those that wait
 */
export async function loseOpenIssues(tx: Tx, options: AdoptOptions): Promise<string[]> {
  const { beacons } = options
  await tx.query(LOCK)
  await adoptSeals(tx, options)
  const kept = await keepLostSeals(tx, beacons, await tx.query<UndrawnSeal>(SEALED))
  await tx.query(LOSE, [kept])
  return (await tx.query<{ number: string }>(OWED, [kept])).map(({ number }) => number)
}
