/**
 * The refund of an expired issue: every order in full, in chunks by seq, each one transaction, so that it can stop anywhere
 * and go on. What is owed was decided with the expiry; a chunk locks wallets first and its issue last, so that an issue is
 * never held while wallets are waited for. Each order is paid once by the key of its ledger line.
 */
import type { Db, Tx } from '../../../platform/db.ts'
import type { LogWriter } from '../../fair/index.ts'
import { lockWallets, refundPurchases, transfer, type Credit } from '../../ledger/index.ts'
import { publishRefund } from './log-entries.ts'

export const REFUND_CHUNK = 2_000

/** `writer`: of the transparency log. */
export type RefundOptions = { db: Db; writer: LogWriter }

type State = { through: number; orders: number; amount: bigint; subsidy: bigint; opened: boolean }

const STATE = {
  name: 'refund.state',
  text: `select r.through_seq as through, r.orders, r.amount, r.subsidy, i.opened_at is not null as opened
    from issue_refund r join issue i using (issue_id) where r.issue_id = $1 and r.finished_at is null`,
}
/** The orders of an expired issue are final: they can be read before anything is locked. */
const ORDERS = {
  name: 'refund.orders',
  text: `select member_id as member, purchase_id as ref, amount from issue_sale
    where issue_id = $1 and seq > $2 and seq <= $3 order by seq`,
}
/** Whoever moves the refund on owns the chunk. */
const CLAIM = {
  name: 'refund.claim',
  text: `update issue_refund set through_seq = $3, finished_at = case when $4 then business_now() end
    where issue_id = $1 and through_seq = $2 and finished_at is null returning issue_id`,
}
const FINISH = {
  name: 'refund.finish',
  text: `with x as (
      update issue set status = 'refunded' where issue_id = $1 and status = 'expired' and pool = 0 returning issue_id)
    insert into issue_event (issue_id, event, at) select issue_id, 'refunded', business_now() from x returning issue_id`,
}

/** `nothing`: no refund of this issue is open. */
export type RefundAnswer = 'more' | 'refunded' | 'nothing'

/**
 * Refunds the next chunk of an expired issue. Two that refund at once do no harm: one of them moves on, the other finds
 * the chunk done.
 * @throws Error when an order of the chunk was not waiting for its draw, or the escrow is not what is owed; the chunk
 *   then stays undone
 */
export async function refundChunk(
  { db, writer }: RefundOptions,
  issueId: string,
  chunk = REFUND_CHUNK,
): Promise<RefundAnswer> {
  const [state] = await db.query<State>(STATE, [issueId])
  if (!state) return 'nothing'
  const to = Math.min(state.through + chunk, state.orders)
  const orders = await db.query<Credit>(ORDERS, [issueId, state.through, to])
  if (orders.length !== to - state.through)
    throw new Error(`issue ${issueId}: ${orders.length} of orders ${state.through + 1} to ${to} are stored`)
  const last = to === state.orders
  await db.tx(async (tx) => {
    await lockWallets(
      tx,
      orders.map(({ member }) => member),
    )
    const [claimed] = await tx.query(CLAIM, [issueId, state.through, to, last])
    if (!claimed) return
    await refundPurchases(tx, issueId, orders)
    if (last) await finish(tx, writer, issueId, state)
  })
  return last ? 'refunded' : 'more'
}

/** What the house had added goes back to it, nothing is left, and the log says so. */
async function finish(tx: Tx, writer: LogWriter, issueId: string, refund: State): Promise<void> {
  if (refund.subsidy > 0n) {
    await transfer(tx, {
      ref: issueId,
      kind: 'refund',
      from: { issue: issueId },
      to: { house: 'subsidy' },
      amount: refund.subsidy,
    })
  }
  const [done] = await tx.query(FINISH, [issueId])
  if (!done) throw new Error(`issue ${issueId} is not expired with an empty escrow after its refund`)
  // what never opened was never published
  if (refund.opened) await publishRefund(tx, writer, issueId, refund)
}
