/**
 * After a draw every order of the issue is told its result, on its member's side: in chunks by seq, each one
 * transaction, so that it can stop anywhere and go on. Never holds the issue while it waits for wallets.
 */
import type { Db, Tx } from '../../../platform/db.ts'
import { settleLimits } from '../../ledger/index.ts'

export const CHUNK = 2_000

type State = { through: number; orders: number }

const STATE = {
  name: 'settlement.state',
  text: `select s.through_seq as through, e.orders
    from issue_settlement s join issue_seal e using (issue_id)
    where s.issue_id = $1 and s.finished_at is null`,
}

// The statements over a chunk have no names: they are planned for the tables as they are then, not as they were when
// the process started.
const LOCK_WALLETS = `
select count(*) from (
  select 1 from wallet
  where member_id = any(array(
    select distinct member_id from issue_sale where issue_id = $1 and seq > $2 and seq <= $3))
  order by member_id for update) locked`

/** First the settlement's own row: whoever moves it on owns the chunk. */
const CLAIM = {
  name: 'settlement.claim',
  text: `update issue_settlement set through_seq = $3, finished_at = case when $4 then business_now() end
    where issue_id = $1 and through_seq = $2 and finished_at is null returning issue_id`,
}

const SETTLE = `
with d as materialized (select member_id, purchase_id, seq, code, drawn_at from issue_draw where issue_id = $1),
o as materialized (
  select s.member_id, s.purchase_id, s.seq from issue_sale s where s.issue_id = $1 and s.seq > $2 and s.seq <= $3),
told as (
  update purchase p set settled = true, settled_at = (select at from business_clock),
    result = case when o.seq = d.seq then 'won' else 'not_won' end
  from o, d
  where p.member_id = o.member_id and p.purchase_id = o.purchase_id and p.state = 'done' and not p.settled
  returning p.member_id, p.amount),
ended as (select member_id, count(*)::int as orders, sum(amount)::bigint as amount from told group by member_id),
counted as (
  update wallet w set open_orders = w.open_orders - c.orders from ended c where w.member_id = c.member_id),
limited as (${settleLimits('ended')}),
won as (
  insert into prize (member_id, purchase_id, tier, issue_id, code, value, status, won_at)
  select d.member_id, d.purchase_id, 1, $1, d.code, t.prize_value, 'won', d.drawn_at
  from d join o on o.seq = d.seq join issue_terms t on t.issue_id = $1
  on conflict do nothing)
select (select count(*) from o) as orders, (select count(*) from told) as told`

/**
 * Settles the next chunk of a drawn issue. True while more is left. Two that settle at once do no harm: one of
 * them moves on, the other finds the chunk done.
 * @throws Error when an order of the chunk was not waiting for its result; the chunk then stays undone
 */
export async function settleChunk(db: Db, issueId: string, chunk = CHUNK): Promise<boolean> {
  const [state] = await db.query<State>(STATE, [issueId])
  if (!state) return false
  const to = Math.min(state.through + chunk, state.orders)
  const last = to === state.orders
  await db.tx((tx) => settleRange(tx, issueId, state.through, to, last))
  return !last
}

async function settleRange(tx: Tx, issueId: string, from: number, to: number, last: boolean) {
  await tx.query(LOCK_WALLETS, [issueId, from, to])
  const [claimed] = await tx.query(CLAIM, [issueId, from, to, last])
  if (!claimed) return
  const [done] = await tx.query<{ orders: bigint; told: bigint }>(SETTLE, [issueId, from, to])
  if (done!.told !== done!.orders || done!.orders !== BigInt(to - from))
    throw new Error(`issue ${issueId}: ${done!.told} of orders ${from + 1} to ${to} could be settled`)
}
