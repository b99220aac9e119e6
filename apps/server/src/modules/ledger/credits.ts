/**
 * Credits to many wallets at once, for what is paid out after a decision: refunds now, later prizes and rebates. The
 * caller works in chunks of bounded size, each in a transaction of its own: it locks the wallets, claims its chunk, and
 * credits it. A line's primary key lets each credit happen once; a chunk that repeats one fails as a whole.
 *
 * The statements have no names: they are planned for the tables as they are then.
 */
import type { Tx } from '../../platform/db.ts'
import { giveBackLimits } from './limits.ts'
import { array, uuids } from './steps.ts'

/** One credit of a member; several of one member may stand in a chunk. */
export type Credit = {
  member: string
  /** what it is for: a purchase id */
  ref: string
  /** minor units, above zero */
  amount: bigint
}

export type CreditKind = 'refund'

const LOCK = `
select count(*) from (
  select 1 from wallet where member_id = any($1::uuid[]) order by member_id for update) locked`

/** Locks the wallets in key order: the first thing that a chunk does. */
export async function lockWallets(tx: Tx, members: readonly string[]): Promise<void> {
  if (members.length > 0) await tx.query(LOCK, [uuids([...new Set(members)])])
}

const CREDIT = `
with c as materialized (
  select member_id, ref, amount, row_number() over own as n, sum(amount) over own as total
  from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as c(member_id, ref, amount)
  window own as (partition by member_id order by ref rows unbounded preceding)),
w as materialized (select member_id, balance, lines from wallet where member_id = any($1::uuid[])),
paid as (
  update wallet set balance = wallet.balance + s.amount, lines = wallet.lines + s.n
  from (select member_id, max(n)::int as n, max(total)::bigint as amount from c group by member_id) s
  where wallet.member_id = s.member_id)
insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)
select c.member_id, c.ref, $4, 'clearing', 'wallet', c.amount, w.lines + c.n, w.balance + c.total,
  (select at from business_clock)
from c join w using (member_id)
returning 1 as line`

/**
 * Credits wallets, locked before, from clearing. The other side is the caller's, in the same transaction.
 * @throws Error when a member has no wallet; a database error when one of them was credited before
 */
export async function creditWallets(tx: Tx, kind: CreditKind, credits: readonly Credit[]): Promise<void> {
  if (credits.length === 0) return
  const lines = await tx.query(CREDIT, [...columns(credits), kind])
  if (lines.length !== credits.length)
    throw new Error(`${lines.length} of ${credits.length} credits of the kind ${kind} found a wallet`)
}

const DEBIT_POOL = `
with paid as (
  update issue set pool = pool - $4::bigint where issue_id = $1 and pool >= $4::bigint returning issue_id)
insert into ledger (book, ref, kind, debit, credit, amount, at)
select paid.issue_id, c.ref, 'refund', 'pool', 'clearing', c.amount, (select at from business_clock)
from paid cross join unnest($2::uuid[], $3::bigint[]) as c(ref, amount)
returning 1 as line`

const GIVE_BACK = `
with told as (
  update purchase p set state = 'refunded', settled = true, settled_at = (select at from business_clock)
  from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as c(member_id, purchase_id, amount)
  where p.member_id = c.member_id and p.purchase_id = c.purchase_id and p.amount = c.amount
    and p.state = 'done' and not p.settled
  returning p.member_id, p.amount, p.created_at),
counted as (
  update wallet w set open_orders = w.open_orders - t.orders
  from (select member_id, count(*)::int as orders from told group by member_id) t
  where w.member_id = t.member_id),
uncounted as (${giveBackLimits('told')})
select count(*) as told from told`

/**
 * Gives purchases of an issue back: from its escrow to the wallets, which are locked already, in full. The purchases
 * become `refunded`.
 * @throws Error when one of them was not waiting for its outcome, or the escrow does not hold that much; nothing is
 *   paid then
 */
export async function refundPurchases(tx: Tx, issueId: string, purchases: readonly Credit[]): Promise<void> {
  if (purchases.length === 0) return
  const [members, refs, amounts] = columns(purchases)
  const total = purchases.reduce((sum, { amount }) => sum + amount, 0n)
  const debited = await tx.query(DEBIT_POOL, [issueId, refs, amounts, total])
  if (debited.length !== purchases.length) throw new Error(`the escrow of issue ${issueId} lacks ${total}`)
  await creditWallets(tx, 'refund', purchases)
  const [done] = await tx.query<{ told: bigint }>(GIVE_BACK, [members, refs, amounts])
  if (done?.told !== BigInt(purchases.length))
    throw new Error(`issue ${issueId}: ${done?.told} of ${purchases.length} orders could be refunded`)
}

function columns(credits: readonly Credit[]) {
  return [
    uuids(credits.map(({ member }) => member)),
    uuids(credits.map(({ ref }) => ref)),
    array(credits.map(({ amount }) => amount)),
  ] as const
}
