import { formatMoney } from '@fairlot/contract/money'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Handlers } from '../../platform/http-handler.ts'
import type { ShareSales } from './buy.ts'

export function buyRoutes(sales: ShareSales): Handlers<Endpoints, 'buy'> {
  return {
    async buy({ input, member }) {
      const purchase = await sales.buy({ member: member.memberId, ...input })
      return {
        order: purchase.order,
        issue: purchase.terms.number,
        status: purchase.decided ? 'awaiting_draw' : 'processing',
        first: purchase.firstCode,
        quantity: purchase.quantity,
        amount: formatMoney(purchase.amount),
      }
    },
  }
}
