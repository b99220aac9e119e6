import { formatMoney } from '@fairlot/contract/money/money'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Caller } from '../../../platform/http/auth.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { ShareSales } from './buy.ts'

export type BuyRoutesOptions = {
  sales: ShareSales
  /** why a member may buy nothing new now; null: they may */
  barred(member: Caller): Refusal | null
}

export function buyRoutes({ sales, barred }: BuyRoutesOptions): Handlers<Endpoints, 'buy'> {
  return {
    async buy({ input, member }) {
      const purchase = await sales.buy({ member: member.memberId, barred: barred(member), ...input })
      return {
        order: purchase.order,
        issue: purchase.terms.number,
        status: purchase.decided ? 'awaiting_draw' : 'processing',
        first: purchase.firstCode,
        quantity: purchase.quantity,
        amount: formatMoney(purchase.amount),
        discount: purchase.discount === 0n ? null : formatMoney(purchase.discount),
      }
    },
  }
}
