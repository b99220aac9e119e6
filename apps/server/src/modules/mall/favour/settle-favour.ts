/**
 * The settlement of an issue whose draw is in favour, in chunks by seq, like any settlement. Members who won nothing have their orders
 * refunded, vouchers included; members who won something keep it. The rest of what a member gets is paid with the member's last order.
 */
import type { Db, Tx } from '../../../platform/db.ts'
import { countSpend, type LevelWatch } from '../../identity/index.ts'
import { OWN, SETTLEMENT_CHUNK, settleMixed } from '../../ledger/index.ts'
import type { LogWriter } from '../../fair/index.ts'
import { INITIAL_CLOCKS, type PrizeClocks } from '../delivery/delivery.settings.ts'
import { KEPT_OF_SHARES } from '../issues/house-part.ts'
import { publishFavour } from '../issues/log-entries.ts'
import { WON } from '../issues/tiers.ts'
import { issueBook, shareSeller } from '../sales/share-seller.ts'
import { claimChunk, writePrizes } from '../draws/settlement.ts'
import { VOUCHER_RETURN_DAYS } from '../vouchers/vouchers.settings.ts'
import { takeBackVouchers } from '../vouchers/vouchers.ts'
import { noticeFavour } from '../wishes/favour-notices.ts'
import { writeShares } from './shares.ts'

export type FavourOptions = {
  db: Db
  /** of the transparency log */
  writer: LogWriter
  /** days for which a voucher that comes back is valid at least; by default the setting's initial value */
  voucherReturnDays?: (() => number) | undefined
  /** the clocks that a new prize starts; by default those of the settings' initial values */
  prizeClocks?: (() => PrizeClocks) | undefined
  /** called in the transaction of the last chunk */
  onEnded?: ((tx: Tx, issueId: string) => Promise<void>) | undefined
  /** is told of the VIP levels that members of the chunk reach */
  levelWatch?: LevelWatch | undefined
  /** called after the commit for each member who has a new notice */
  onNotice?: ((memberId: string) => void) | undefined
}

type State = { through: number; orders: number; isShared: boolean }

const STATE = {
  name: 'favour.state',
  text: `select s.through_seq as through, e.orders, f.issue_id is not null as "isShared"
    from issue_settlement s join issue_seal e using (issue_id) join issue_draw d on d.issue_id = s.issue_id and d.favour
    left join issue_favour f on f.issue_id = s.issue_id
    where s.issue_id = $1 and s.finished_at is null`,
}

/** Shares are written once, and orders of a drawn issue are final: both reads of a chunk select the same rows. */
const OUTCOMES = `
  select s.member_id, s.purchase_id, s.amount,
    case when f.won = 0 then 'refunded' when f.amount > f.won then 'uncounted' else 'settled' end as ends,
    case when s.seq = d.seq or won.payout > 0 then 'won' else 'not_won' end as result, won.payout
  from issue_sale s join issue_draw d using (issue_id) join issue_terms t using (issue_id)
  join issue_favour_share f on (f.issue_id, f.member_id) = (s.issue_id, s.member_id)
  cross join lateral (select coalesce(sum(codes * prize), 0)::bigint as payout from (${WON}) w) won
  where s.issue_id = $1 and s.seq > $2 and s.seq <= $3`

const RESTS = `
  select f.member_id as member, s.purchase_id as ref, f.rest as amount
  from issue_favour_share f join issue_sale s on (s.issue_id, s.seq) = (f.issue_id, f.seq)
  where f.issue_id = $1 and f.seq > $2 and f.seq <= $3 and f.rest > 0`

/** What members spent who do not have it back. */
const SPENT = `
  select p.member_id, ${OWN('p')} as spend, ${KEPT_OF_SHARES('p', 't')} as kept
  from issue_sale s join purchase p using (member_id, purchase_id) join issue_terms t on t.issue_id = s.issue_id
  join issue_favour_share f on (f.issue_id, f.member_id) = (s.issue_id, s.member_id) and f.amount = f.won
  where s.issue_id = $1 and s.seq > $2 and s.seq <= $3`

/**
 * Writes the shares of the members, or settles the next chunk of a drawn issue in favour. True while more is left. When two
 * processes settle at once, one of them does it and the other finds it done.
 * @throws Error when an order of the chunk was not waiting for its result, or the guarantee lacks what is owed; nothing is written then
 */
export async function settleFavourChunk(
  options: FavourOptions,
  issueId: string,
  chunk = SETTLEMENT_CHUNK,
): Promise<boolean> {
  const { db, writer, onEnded, levelWatch } = options
  const [state] = await db.query<State>(STATE, [issueId])
  if (!state) return false
  if (!state.isShared) {
    await db.tx((tx) => writeShares(tx, issueId))
    return true
  }
  const from = state.through
  const to = Math.min(from + chunk, state.orders)
  const last = to === state.orders
  const range = [issueId, from, to] as const
  let reached: readonly string[] = []
  let told: readonly string[] = []
  await settleMixed(db, {
    kind: shareSeller.kind,
    book: issueBook,
    subject: issueId,
    outcomes: { text: OUTCOMES, values: range },
    count: to - from,
    claim: (tx) => claimChunk(tx, range, last),
    rests: async (tx) => ({ kind: 'favour', items: await tx.query(RESTS, [...range]) }),
    async finish(tx) {
      await writePrizes(tx, range, options.prizeClocks?.() ?? INITIAL_CLOCKS)
      const days = options.voucherReturnDays?.() ?? Number(VOUCHER_RETURN_DAYS.initial)
      await takeBackVouchers(tx, { issue: issueId, from, to, days })
      reached = await countSpend(tx, { text: SPENT, values: range }, levelWatch)
      told = await noticeFavour(tx, issueId, { from, to })
      if (!last) return
      await publishFavour(tx, writer, issueId)
      await onEnded?.(tx, issueId)
    },
  })
  if (reached.length > 0) levelWatch?.onTold(reached)
  for (const member of told) options.onNotice?.(member)
  return !last
}
