/** What operators see of a member's purchases: the newest first, and what is open. Amounts in minor units, times in Unix milliseconds. */
import { MS, type Executor, type Statement } from '../../../platform/db.ts'
import type { PurchaseState } from './purchase.ts'

export type MemberPurchase = {
  purchase_id: string
  kind: string
  subject_id: string
  quantity: number
  amount: bigint
  state: PurchaseState
  settled: boolean
  result: string | null
  payout: bigint
  /** why it was refused */
  reason: string | null
  created_ms: bigint
  settled_ms: bigint | null
  /** microseconds, for the cursor */
  created_micros: bigint
}

// One range of the index for each kind and end, so that a page costs the same for a member with many purchases.
const PAGE: Statement = {
  name: 'purchase.of_member',
  text: `
    select p.purchase_id, p.kind, p.subject_id, p.quantity, p.amount, p.state, p.settled, p.result, p.payout, p.reason,
      ${MS('p.created_at')} as created_ms, ${MS('p.settled_at')} as settled_ms,
      (extract(epoch from p.created_at) * 1000000)::bigint as created_micros
    from unnest($2::text[]) asked(kind) cross join unnest($3::boolean[]) ends(settled)
    cross join lateral (
      select * from purchase one
      where one.member_id = $1 and one.kind = asked.kind and one.settled = ends.settled
        and ($4::bigint is null or (one.created_at, one.purchase_id) < (timestamptz 'epoch' + $4 * interval '1 microsecond', $5::uuid))
      order by one.created_at desc, one.purchase_id desc limit $6) p
    order by p.created_at desc, p.purchase_id desc limit $6`,
}

export type PurchaseFilter = {
  kinds: readonly string[]
  /** null: both */
  settled: boolean | null
  /** only purchases before this one */
  before: { micros: number; id: string } | null
  limit: number
}

/** A member's purchases, also those that were refused, the newest first. */
export function memberPurchases(
  db: Executor,
  memberId: string,
  { kinds, settled, before, limit }: PurchaseFilter,
): Promise<MemberPurchase[]> {
  const ends = settled === null ? [false, true] : [settled]
  return db.query<MemberPurchase>(PAGE, [
    memberId,
    kinds,
    ends,
    before?.micros ?? null,
    before?.id ?? null,
    limit,
  ])
}

const OPEN: Statement = {
  name: 'purchase.open_sums',
  text: `
    select kind, count(*)::int as count, sum(amount)::bigint as amount from purchase
    where member_id = $1 and kind = any($2) and not settled group by kind order by kind`,
}

/** What a member has paid for purchases that have not ended, by kind. */
export function openPurchases(
  db: Executor,
  memberId: string,
  kinds: readonly string[],
): Promise<{ kind: string; count: number; amount: bigint }[]> {
  return db.query(OPEN, [memberId, kinds])
}
