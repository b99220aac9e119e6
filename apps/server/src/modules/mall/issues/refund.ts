/**
 * The refund of an expired issue: every order in full, in chunks by seq. Each chunk is one transaction, so that the job can
 * stop anywhere and continue. The expiry fixed what is owed. Of an issue of version 3 whose log was lost, the members' even shares of all
 * prizes follow, as far as they are above what was paid (favour/lost-shares.ts).
 */
import type { Db, Tx } from '../../../platform/db.ts'
import type { LogWriter } from '../../fair/index.ts'
import { freeGuarantee, refundPurchases, SETTLEMENT_CHUNK, transfer } from '../../ledger/index.ts'
import { issueBook, shareSeller } from '../sales/share-seller.ts'
import { payLostShares, writeLostShares } from '../favour/lost-shares.ts'
import { VOUCHER_RETURN_DAYS } from '../vouchers/vouchers.settings.ts'
import { takeBackVouchers } from '../vouchers/vouchers.ts'
import { publishRefund } from './log-entries.ts'

export type RefundOptions = {
  db: Db
  /** of the transparency log */
  writer: LogWriter
  /** days for which a voucher that comes back is valid at least; by default the setting's initial value */
  voucherReturnDays?: (() => number) | undefined
  /** called in the transaction of the last chunk */
  onEnded?: ((tx: Tx, issueId: string) => Promise<void>) | undefined
  /** called after the commit for each member who has a new notice */
  onNotice?: ((memberId: string) => void) | undefined
}

type State = {
  through: number
  orders: number
  /** what goes back to the house */
  subsidy: bigint
  opened: boolean
  /** its log was lost, and its members get their even share */
  shares: boolean
  /** whether these are written, and how far they are paid */
  shared: boolean
  sharedThrough: number
}

const STATE = {
  name: 'refund.state',
  text: `select r.through_seq as through, r.orders, greatest(r.subsidy - coalesce(r.shared, 0), 0)::bigint as subsidy, i.opened_at is not null as opened,
      r.reason = 'lost' and i.log_rules >= 3 and i.opened_at is not null and r.orders > 0 as shares,
      r.shared is not null as shared, r.shared_through as "sharedThrough"
    from issue_refund r join issue i using (issue_id) where r.issue_id = $1 and r.finished_at is null`,
}
/** The orders of an expired issue are final. */
const OUTCOMES = `
  select member_id, purchase_id, amount from issue_sale where issue_id = $1 and seq > $2 and seq <= $3`

/** The process that moves the refund on owns the chunk. */
const CLAIM = {
  name: 'refund.claim',
  text: `update issue_refund set through_seq = $3, finished_at = case when $4 then business_now() end
    where issue_id = $1 and through_seq = $2 and finished_at is null returning issue_id`,
}
const END_SHARED = {
  name: 'refund.endShared',
  text: `update issue_refund set finished_at = business_now()
    where issue_id = $1 and finished_at is null and shared_through = orders and shared is not null returning issue_id`,
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
 * Refunds the next chunk of an expired issue. When two processes refund at once, one of them refunds the chunk and the other
 * finds it done.
 * @throws Error when an order of the chunk was not waiting for its draw, or the escrow is not what is owed; the chunk
 *   then stays undone
 */
export async function refundChunk(
  options: RefundOptions,
  issueId: string,
  chunk = SETTLEMENT_CHUNK,
): Promise<RefundAnswer> {
  const { db, writer, voucherReturnDays = () => Number(VOUCHER_RETURN_DAYS.initial), onEnded } = options
  const [state] = await db.query<State>(STATE, [issueId])
  if (!state) return 'nothing'
  if (state.shares && state.through === state.orders) return sharesChunk(options, issueId, state, chunk)
  const to = Math.min(state.through + chunk, state.orders)
  const last = to === state.orders
  const ends = last && !state.shares
  const range = [issueId, state.through, to]
  await refundPurchases(db, {
    kind: shareSeller.kind,
    book: issueBook,
    subject: issueId,
    outcomes: { text: OUTCOMES, values: range },
    count: to - state.through,
    claim: async (tx) => (await tx.query(CLAIM, [...range, ends])).length > 0,
    finish: async (tx) => {
      const days = voucherReturnDays()
      await takeBackVouchers(tx, { issue: issueId, from: state.through, to, days })
      if (!ends) return
      await finish(tx, writer, issueId, state)
      await onEnded?.(tx, issueId)
    },
  })
  return ends ? 'refunded' : 'more'
}

/** Writes the shares of the members of a lost issue, pays the next of them, or ends the refund. */
async function sharesChunk(
  { db, writer, onEnded, onNotice }: RefundOptions,
  issueId: string,
  state: State,
  chunk: number,
): Promise<RefundAnswer> {
  if (!state.shared) {
    await db.tx((tx) => writeLostShares(tx, issueId))
    return 'more'
  }
  if (state.sharedThrough < state.orders) {
    const due = { through: state.sharedThrough, orders: state.orders }
    for (const member of await payLostShares(db, issueId, due, chunk)) onNotice?.(member)
    return 'more'
  }
  return db.tx(async (tx) => {
    const [ended] = await tx.query(END_SHARED, [issueId])
    if (!ended) return 'nothing'
    await finish(tx, writer, issueId, state)
    await onEnded?.(tx, issueId)
    return 'refunded'
  })
}

/** Returns the house's part to it, checks that nothing is left, and publishes the refund in the log. */
async function finish(tx: Tx, writer: LogWriter, issueId: string, refund: State): Promise<void> {
  // before the accounts of the house, also when it has no part
  await tx.query(issueBook.lock, [issueId])
  if (refund.subsidy > 0n) {
    await transfer(tx, {
      ref: issueId,
      kind: 'refund',
      from: { book: issueBook, key: issueId },
      to: { house: 'subsidy' },
      amount: refund.subsidy,
    })
  }
  // of a sealed issue whose log was lost
  await freeGuarantee(tx, issueId)
  const [done] = await tx.query(FINISH, [issueId])
  if (!done) throw new Error(`issue ${issueId} is not expired with an empty escrow after its refund`)
  // what never opened was never published
  if (refund.opened) await publishRefund(tx, writer, issueId)
}
