/**
 * The settlement of a drawn issue: every order gets its result, in chunks by seq. Each chunk is one transaction, so that
 * the job can stop anywhere and continue.
 */
import type { Db, Tx } from '../../../platform/db.ts'
import { SETTLEMENT_CHUNK, settlePurchases } from '../../ledger/index.ts'
import { WINNING_TIER } from '../issues/tiers.ts'
import { issueBook, shareSeller } from '../sales/share-seller.ts'

type State = { through: number; orders: number }

const STATE = {
  name: 'settlement.state',
  text: `select s.through_seq as through, e.orders
    from issue_settlement s join issue_seal e using (issue_id)
    where s.issue_id = $1 and s.finished_at is null`,
}

/** The process that moves the settlement on owns the chunk. */
const CLAIM = {
  name: 'settlement.claim',
  text: `update issue_settlement set through_seq = $3, finished_at = case when $4 then business_now() end
    where issue_id = $1 and through_seq = $2 and finished_at is null returning issue_id`,
}

/** The winner of a goods issue gets the prize itself; nothing is paid to a wallet. */
const OUTCOMES = `
  select s.member_id, s.purchase_id, s.amount, case when s.seq = d.seq then 'won' else 'not_won' end as result, 0::bigint as payout
  from issue_sale s join issue_draw d using (issue_id)
  where s.issue_id = $1 and s.seq > $2 and s.seq <= $3`

const PRIZE = `
  insert into prize (member_id, purchase_id, tier, issue_id, code, value, status, won_at)
  select d.member_id, d.purchase_id, ${WINNING_TIER}, $1, d.code, t.prize_value, 'won', d.drawn_at
  from issue_draw d join issue_terms t using (issue_id)
  where d.issue_id = $1 and d.seq > $2 and d.seq <= $3
  on conflict do nothing`

/**
 * Settles the next chunk of a drawn issue. True while more is left. When two processes settle at once, one of them settles
 * the chunk and the other finds it done.
 * @throws Error when an order of the chunk was not waiting for its result; the chunk then stays unsettled
 */
export async function settleChunk(db: Db, issueId: string, chunk = SETTLEMENT_CHUNK): Promise<boolean> {
  const [state] = await db.query<State>(STATE, [issueId])
  if (!state) return false
  const to = Math.min(state.through + chunk, state.orders)
  const last = to === state.orders
  const range = [issueId, state.through, to]
  await settlePurchases(db, {
    kind: shareSeller.kind,
    book: issueBook,
    subject: issueId,
    outcomes: { text: OUTCOMES, values: range },
    count: to - state.through,
    claim: async (tx) => (await tx.query(CLAIM, [...range, last])).length > 0,
    finish: async (tx: Tx) => void (await tx.query(PRIZE, range)),
  })
  return !last
}
