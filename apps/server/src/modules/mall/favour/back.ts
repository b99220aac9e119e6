/** What a member got back of an issue in favour, as its pages show it. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Executor } from '../../../platform/db.ts'

type Back = Output<Endpoints['goodsDetail']>['back']
type BackRow = Record<'amount' | 'vouchers' | 'won' | 'paid' | 'share', bigint>

/**
 * Vouchers are valid again where nothing was won; where something was won, only the member's own money counts (`shares.ts`). A
 * winner whose vouchers alone make the amount larger than the prizes gets nothing beside them.
 */
const BACK = {
  name: 'favour.back',
  text: `
    select case when won = 0 then amount else rest end as amount, case when won = 0 then vouchers else 0 end as vouchers, won,
      case when won = 0 then paid else paid - vouchers end as paid, even_share as share
    from issue_favour_share
    where (issue_id, member_id) = ($1, $2) and amount > won and (won = 0 or rest > 0)`,
}

/** Null: nothing beside prizes, or it is not settled yet. */
export async function backOf(db: Executor, issueId: string, memberId: string): Promise<Back> {
  const [row] = await db.query<BackRow>(BACK, [issueId, memberId])
  if (!row) return null
  const { amount, vouchers, won, paid, share } = row
  return {
    amount: formatMoney(amount),
    vouchers: formatMoney(vouchers),
    won: formatMoney(won),
    paid: formatMoney(paid),
    share: formatMoney(share),
  }
}
