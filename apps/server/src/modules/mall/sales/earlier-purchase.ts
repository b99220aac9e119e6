/** What was answered to a purchase's id before. */
import type { Executor } from '../../../platform/db.ts'
import type { PurchaseAnswer, PurchaseRequest } from '../../ledger/index.ts'

/** The columns of an answer that is no fresh one. */
export const NO_FIGURES = {
  position: null,
  reason: null,
  data: null,
  owned: 0,
  limit: null,
  room: null,
} as const

const EARLIER = {
  name: 'purchase.earlier',
  text: `select position, reason,
      case when (subject_id, quantity, amount, house_paid is not null) = ($3, $4, $5, $6) then state else 'conflict' end as outcome
    from purchase where member_id = $1 and purchase_id = $2`,
}

/** The earlier answer; null: there was no such purchase. `withVoucher`: whether the house pays a part of the one that is asked for. */
export async function earlierPurchase(
  db: Executor,
  request: PurchaseRequest,
  { withVoucher }: { withVoucher: boolean },
): Promise<PurchaseAnswer | null> {
  const { member, id, subject, quantity, amount } = request
  const [row] = await db.query<Pick<PurchaseAnswer, 'position' | 'reason' | 'outcome'>>(EARLIER, [
    member,
    id,
    subject,
    quantity,
    amount,
    withVoucher,
  ])
  return row ? { ...request, ...NO_FIGURES, ...row } : null
}
