/**
 * The settlement of a drawn issue: every order gets its result, in chunks by seq. Each chunk is one transaction, so that
 * the job can stop anywhere and continue.
 */
import type { Db, Tx } from '../../../platform/db.ts'
import { countSpend, type LevelWatch } from '../../identity/index.ts'
import { OWN, SETTLEMENT_CHUNK, settlePurchases } from '../../ledger/index.ts'
import { INITIAL_CLOCKS, type PrizeClocks } from '../delivery/delivery.settings.ts'
import { RECYCLE_VALUE } from '../delivery/prizes.queries.ts'
import { KEPT_OF_SHARES } from '../issues/house-part.ts'
import { WINNING_TIER, WON } from '../issues/tiers.ts'
import { issueBook, shareSeller } from '../sales/share-seller.ts'

type State = { through: number; orders: number }

const STATE = {
  name: 'settlement.state',
  text: `select s.through_seq as through, e.orders
    from issue_settlement s join issue_seal e using (issue_id) join issue_draw d on d.issue_id = s.issue_id and not d.favour
    where s.issue_id = $1 and s.finished_at is null`,
}

/** The process that moves the settlement on owns the chunk. */
const CLAIM = {
  name: 'settlement.claim',
  text: `update issue_settlement set through_seq = $3, finished_at = case when $4 then business_now() end
    where issue_id = $1 and through_seq = $2 and finished_at is null returning issue_id`,
}

/** The winner of goods gets the prize itself; only cash is paid to wallets. */
const OUTCOMES = `
  select s.member_id, s.purchase_id, s.amount,
    case when s.seq = d.seq or won.payout > 0 then 'won' else 'not_won' end as result, won.payout
  from issue_sale s join issue_draw d using (issue_id) join issue_terms t using (issue_id)
  cross join lateral (select coalesce(sum(codes * prize), 0)::bigint as payout from (${WON}) w) won
  where s.issue_id = $1 and s.seq > $2 and s.seq <= $3`

/** The winner has to choose. $4, $5: days until the first reminder, and until the prize is recycled. */
const GOODS_PRIZE = `
  insert into prize (member_id, purchase_id, tier, issue_id, code, value, status, won_at, remind_at, due_at)
  select d.member_id, d.purchase_id, ${WINNING_TIER}, $1, d.code, t.prize_value, 'won', d.drawn_at,
    d.drawn_at + $4::int * interval '1 day',
    case when ${RECYCLE_VALUE('t')} > 0 then d.drawn_at + $5::int * interval '1 day' end
  from issue_draw d join issue_terms t using (issue_id)
  where d.issue_id = $1 and d.seq > $2 and d.seq <= $3 and t.mode <> 'cash'
  on conflict do nothing`

/** Cash is in the wallet already, so its prizes are complete. */
const CASH_PRIZES = `
  insert into prize (member_id, purchase_id, tier, issue_id, code, codes, value, status, won_at, ended_at)
  select s.member_id, s.purchase_id, won.tier, $1, d.code, won.codes, won.codes * won.prize, 'completed', d.drawn_at, d.drawn_at
  from issue_sale s join issue_draw d using (issue_id) join issue_terms t using (issue_id)
  cross join lateral (${WON}) won
  where s.issue_id = $1 and s.seq > $2 and s.seq <= $3 and won.codes > 0
  on conflict do nothing`

/** What the members of the chunk spent: what vouchers paid does not count. */
const SPENT = `
  select p.member_id, ${OWN('p')} as spend, ${KEPT_OF_SHARES('p', 't')} as kept
  from issue_sale s join purchase p using (member_id, purchase_id) join issue_terms t on t.issue_id = s.issue_id
  where s.issue_id = $1 and s.seq > $2 and s.seq <= $3`

/** An issue, and its orders after seq `from`, up to `to`. */
export type Range = readonly [issueId: string, from: number, to: number]

/** Claims a chunk in the transaction that settles it. False: another process settled it. */
export async function claimChunk(tx: Tx, range: Range, last: boolean): Promise<boolean> {
  return (await tx.query(CLAIM, [...range, last])).length > 0
}

/** Writes the prizes of a chunk, once. */
export async function writePrizes(
  tx: Tx,
  range: Range,
  { remind, recycle }: Pick<PrizeClocks, 'remind' | 'recycle'>,
): Promise<void> {
  await tx.query(GOODS_PRIZE, [...range, remind[0] ?? null, recycle])
  await tx.query(CASH_PRIZES, [...range])
}

/**
 * Settles the next chunk of a drawn issue that is not in favour (favour/settle-favour.ts settles those). True while more is left. When two processes settle at once, one of them settles
 * the chunk and the other finds it done.
 * @param onEnded called in the transaction of the last chunk
 * @param levels is told of the VIP levels that members of the chunk reach
 * @throws Error when an order of the chunk was not waiting for its result; the chunk then stays unsettled
 */
export async function settleChunk(
  db: Db,
  issueId: string,
  chunk = SETTLEMENT_CHUNK,
  clocks: Pick<PrizeClocks, 'remind' | 'recycle'> = INITIAL_CLOCKS,
  onEnded?: (tx: Tx, issueId: string) => Promise<void>,
  levels?: LevelWatch,
): Promise<boolean> {
  const [state] = await db.query<State>(STATE, [issueId])
  if (!state) return false
  const to = Math.min(state.through + chunk, state.orders)
  const last = to === state.orders
  const range = [issueId, state.through, to] as const
  let told: readonly string[] = []
  await settlePurchases(db, {
    kind: shareSeller.kind,
    book: issueBook,
    subject: issueId,
    outcomes: { text: OUTCOMES, values: range },
    count: to - state.through,
    claim: (tx) => claimChunk(tx, range, last),
    async finish(tx: Tx) {
      await writePrizes(tx, range, clocks)
      told = await countSpend(tx, { text: SPENT, values: range }, levels)
      if (last) await onEnded?.(tx, issueId)
    },
  })
  if (told.length > 0) levels?.onTold(told)
  return !last
}
