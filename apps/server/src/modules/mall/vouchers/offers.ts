/** The vouchers that a quote offers, and the one that it uses. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Executor } from '../../../platform/db.ts'
import { openVouchers, type VoucherRow } from './vouchers.queries.ts'

const MOST_OFFERED = 50

type Offered = Output<Endpoints['confirmOrder']>['vouchers'][number]

export type Offers = {
  vouchers: Offered[]
  voucher: Offered | null
  /** minor units */
  discount: bigint
}

/**
 * What a member can choose from for an order of a total (minor units).
 * @param wanted null: no voucher; undefined: the best one. One that cannot be used is not used.
 */
export async function offersOf(
  db: Executor,
  memberId: string,
  total: bigint,
  wanted: string | null | undefined,
): Promise<Offers> {
  const rows = await openVouchers(db, memberId, null, MOST_OFFERED)
  const usable = ({ min_spend: least }: VoucherRow) => least <= total
  // those that expire first come first among equals: the order of the rows
  const sorted = rows.toSorted((a, b) => Number(usable(b)) - Number(usable(a)) || Number(b.amount - a.amount))
  const [best] = sorted
  const chosen = wanted === undefined ? best : sorted.find(({ voucher_id: id }) => id === wanted)
  const used = wanted !== null && chosen && usable(chosen) ? chosen : null
  const view = (row: VoucherRow): Offered => ({
    id: row.voucher_id,
    amount: formatMoney(row.amount),
    minSpend: formatMoney(row.min_spend),
    expiresAt: Number(row.expires_ms),
    usable: usable(row),
  })
  return {
    vouchers: sorted.map(view),
    voucher: used && view(used),
    discount: used?.amount ?? 0n,
  }
}
