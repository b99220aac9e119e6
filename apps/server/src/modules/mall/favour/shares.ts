/**
 * What each member gets of an issue whose draw is in favour (packages/fairness/src/favour.ts), computed once, in one transaction, which also
 * brings the escrow to what is owed: the guarantee adds what is missing, and the house takes what is left. From then on the escrow
 * holds exactly what the settlement pays.
 */
import type { Executor, Statement, Tx } from '../../../platform/db.ts'
import { freeGuarantee, transfer } from '../../ledger/index.ts'
import { RECYCLE_VALUE } from '../delivery/prizes.queries.ts'
import { WON } from '../issues/tiers.ts'
import { issueBook } from '../sales/share-seller.ts'

/** V: all prizes of an issue at market value. @param terms alias of its terms */
export const ALL_PRIZES = (terms: string): string =>
  `case ${terms}.mode when 'cash' then prizes_of(${terms}.tiers)::bigint else ${terms}.prize_value end`

/**
 * By member: what the orders cost, what of it vouchers paid, what they won, the even share of all prizes, and the seq of the last order.
 * @param issue SQL condition on the issue `i`
 */
const MEMBERS = (issue: string): string => `
  select *, greatest(won, paid, even_share) as amount from (
    select i.issue_id, s.member_id, max(s.seq) as seq, count(*)::int as orders, sum(s.quantity)::int as codes,
      sum(s.amount)::bigint as paid, coalesce(sum(p.house_paid), 0)::bigint as vouchers, sum(prize.won)::bigint as won,
      div(sum(s.quantity)::numeric * (${ALL_PRIZES('t')}), i.sold)::bigint as even_share
    from issue i join issue_terms t using (issue_id) join issue_draw d using (issue_id)
    join issue_sale s on s.issue_id = i.issue_id and s.state = 'done'
    left join purchase p on (p.member_id, p.purchase_id) = (s.member_id, s.purchase_id)
    cross join lateral (
      select case when t.mode <> 'cash' then case when s.seq = d.seq then t.prize_value else 0 end
        else (select coalesce(sum(w.codes * w.prize), 0) from (${WON}) w) end as won) prize
    where ${issue}
    group by i.issue_id, s.member_id, t.issue_id, d.issue_id) of_member`

/** What a member gets beside refunds and prizes. `m`: a row of MEMBERS. */
const REST = `case when m.won = 0 then m.amount - m.paid
  else greatest(m.won, m.paid - m.vouchers, m.even_share) - m.won end`

/** What leaves the escrow for the members of an issue: the amounts, and for goods the recycling value in place of the product. */
const OWED = (amounts: string, terms: string): string =>
  `${amounts} - case ${terms}.mode when 'cash' then 0 else ${terms}.prize_value - ${RECYCLE_VALUE(terms)} end`

const LOCK: Statement = { name: 'favour.lock', text: 'select 1 from issue where issue_id = $1 for update' }
const FOUND: Statement = { name: 'favour.found', text: 'select 1 from issue_favour where issue_id = $1' }

/** No name: PostgreSQL plans it for the tables as they are at that moment. */
const SHARE = `
with members as materialized (${MEMBERS('i.issue_id = $1')}),
totals as (
  select coalesce(sum(m.orders) filter (where m.amount > m.won), 0)::int as orders, sum(m.amount - m.won)::bigint as beyond,
    sum(m.amount) as amount, coalesce(sum(m.amount - m.won - (${REST})) filter (where m.won > 0), 0)::bigint as returned
  from members m),
money as (
  select totals.*, t.rebates + t.refunds as rewards, i.pool, (${OWED('totals.amount', 't')})::bigint as owed
  from totals cross join issue i join issue_terms t using (issue_id) where i.issue_id = $1),
shared as (
  insert into issue_favour (issue_id, orders, beyond, owed, guaranteed, returned, rewards, earned)
  select $1, orders, beyond, owed, greatest(owed - pool, 0), returned, least(greatest(pool - owed, 0), rewards),
    greatest(pool - owed - rewards, 0)
  from money returning guaranteed, returned, rewards, earned),
shares as (
  insert into issue_favour_share (issue_id, member_id, seq, orders, codes, paid, vouchers, won, even_share, amount, rest)
  select m.issue_id, m.member_id, m.seq, m.orders, m.codes, m.paid, m.vouchers, m.won, m.even_share, m.amount, ${REST} from members m)
select guaranteed, returned, rewards, earned from shared`

type Moved = { guaranteed: bigint; returned: bigint; rewards: bigint; earned: bigint }

/**
 * Writes the shares of a drawn issue in favour, unless they are written, and moves the money between its escrow and the house. What the seal
 * bound in the guarantee is free afterwards.
 * @throws Refusal INSUFFICIENT_BALANCE when the guarantee lacks what is missing; nothing is written then
 */
export async function writeShares(tx: Tx, issueId: string): Promise<void> {
  await tx.query(LOCK, [issueId])
  if ((await tx.query(FOUND, [issueId])).length > 0) return
  const [moved] = await tx.query<Moved>(SHARE, [issueId])
  const { guaranteed, returned, rewards, earned } = moved!
  const escrow = { book: issueBook, key: issueId }
  // house accounts in the order of their keys
  const out = [
    { kind: 'draw', house: 'sales', amount: earned },
    { kind: 'rewards', house: 'marketing', amount: rewards },
    { kind: 'favour_back', house: 'marketing', amount: returned },
  ] as const
  for (const { kind, house, amount } of out)
    if (amount > 0n) await transfer(tx, { ref: issueId, kind, from: escrow, to: { house }, amount })
  await freeGuarantee(tx, issueId)
  if (guaranteed > 0n)
    await transfer(tx, {
      ref: issueId,
      kind: 'guarantee',
      from: { house: 'guarantee' },
      to: escrow,
      amount: guaranteed,
    })
}

const IN_FAVOUR: Statement = {
  name: 'favour.due',
  text: 'select favour from issue_draw where issue_id = $1',
}

/** Whether the draw of an issue is in favour. */
export async function isInFavour(db: Executor, issueId: string): Promise<boolean> {
  const [draw] = await db.query<{ favour: boolean }>(IN_FAVOUR, [issueId])
  return draw?.favour ?? false
}
