/**
 * What members of an issue of version 3 get whose log was lost before its seal was witnessed: the amounts of a draw in favour without a
 * winner. The orders are refunded first, in full (issues/refund.ts). Then each member whose codes' even share of all prizes is above what
 * the orders cost gets the rest, with the last order: from the house's part in the escrow, and from the guarantee.
 */
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import { countPrizes, freeGuarantee, lockWallets, payToWallets, transfer } from '../../ledger/index.ts'
import { issueBook } from '../sales/share-seller.ts'
import { noticeLostShares } from '../wishes/favour-notices.ts'
import { ALL_PRIZES } from './shares.ts'

const LOCK = {
  name: 'lost_shares.lock',
  text: 'select 1 from issue_refund where issue_id = $1 for update',
}

const IS_DUE = {
  name: 'lost_shares.due',
  text: `select 1 from issue_refund r join issue i using (issue_id)
    where r.issue_id = $1 and r.reason = 'lost' and i.log_rules >= 3 and i.opened_at is not null and r.orders > 0 and r.shared is null
      and r.through_seq = r.orders and r.finished_at is null`,
}

/** Whether the shares of an issue whose orders are refunded are still to be written. */
export async function areLostSharesDue(db: Executor, issueId: string): Promise<boolean> {
  return (await db.query(IS_DUE, [issueId])).length > 0
}

/** No name: PostgreSQL plans it for the tables as they are at that moment. */
const WRITE = `
with members as (
  select s.member_id, max(s.seq) as seq, sum(s.quantity)::int as codes, sum(s.amount)::bigint as paid,
    div(sum(s.quantity)::numeric * (${ALL_PRIZES('t')}), i.sold)::bigint as even_share
  from issue i join issue_terms t using (issue_id) join issue_sale s on s.issue_id = i.issue_id and s.state = 'done'
  where i.issue_id = $1 group by s.member_id, i.issue_id, t.issue_id),
shares as (
  insert into issue_lost_share (issue_id, member_id, seq, codes, paid, even_share, rest)
  select $1, member_id, seq, codes, paid, even_share, even_share - paid from members where even_share > paid
  returning rest),
total as (select coalesce(sum(rest), 0)::bigint as amount from shares)
update issue_refund r set shared = total.amount, guaranteed = greatest(total.amount - r.subsidy, 0), shared_at = business_now(),
  shared_through = case when total.amount = 0 then r.orders else 0 end
from total where r.issue_id = $1 returning r.shared, r.guaranteed`

/**
 * Writes the shares of a lost issue, unless they are written, and moves what the escrow lacks from the guarantee. What the seal bound there
 * is free first.
 * @throws Refusal INSUFFICIENT_BALANCE when the guarantee lacks it; nothing is written then
 */
export async function writeLostShares(tx: Tx, issueId: string): Promise<void> {
  await tx.query(LOCK, [issueId])
  await tx.query(issueBook.lock, [issueId])
  if (!(await areLostSharesDue(tx, issueId))) return
  const [written] = await tx.query<{ shared: bigint; guaranteed: bigint }>(WRITE, [issueId])
  await freeGuarantee(tx, issueId)
  const amount = written!.guaranteed
  if (amount > 0n)
    await transfer(tx, {
      ref: issueId,
      kind: 'guarantee',
      from: { house: 'guarantee' },
      to: { book: issueBook, key: issueId },
      amount,
    })
}

const NEXT = {
  name: 'lost_shares.next',
  text: `select f.member_id as member, s.purchase_id as ref, f.rest as amount, f.seq
    from issue_lost_share f join issue_sale s on (s.issue_id, s.seq) = (f.issue_id, f.seq)
    where f.issue_id = $1 and f.seq > $2 order by f.seq limit $3`,
}
/** The process that moves the progress on owns the chunk. */
const CLAIM = {
  name: 'lost_shares.claim',
  text: `update issue_refund set shared_through = $3
    where issue_id = $1 and shared_through = $2 and shared is not null and finished_at is null returning issue_id`,
}

type Share = { member: string; ref: string; amount: bigint; seq: number }

/**
 * Pays the next members of a lost issue. When two processes pay at once, one of them does it.
 * @param refund how far it has come, and the number of orders
 * @returns the members who have a new notice
 */
export async function payLostShares(
  db: Db,
  issueId: string,
  { through, orders }: { through: number; orders: number },
  chunk: number,
): Promise<readonly string[]> {
  const due = await db.query<Share>(NEXT, [issueId, through, chunk])
  const to = due.length < chunk ? orders : due.at(-1)!.seq
  return db.tx(async (tx) => {
    await lockWallets(
      tx,
      due.map(({ member }) => member),
    )
    if ((await tx.query(CLAIM, [issueId, through, to])).length === 0) return []
    const items = due.map(({ member, ref, amount }) => ({ member, ref, amount }))
    await payToWallets(tx, { kind: 'favour', from: { book: issueBook, key: issueId }, items })
    await countPrizes(tx, items)
    return noticeLostShares(tx, issueId, { from: through, to })
  })
}
