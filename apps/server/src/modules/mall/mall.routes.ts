/** Handlers of the mall's reading endpoints. `buy` is in sales/buy.routes.ts. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Language } from '@fairlot/contract/languages'
import type { Caller } from '../../platform/http/auth.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Viewer } from './catalogue/cards.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import type { Owner } from './sales/order-views.ts'
import type { Orders } from './sales/orders.ts'
import type { Proofs } from './draws/proof.ts'
import type { Winners } from './draws/winners.ts'

export type MallReads =
  | 'goodsList'
  | 'goodsFilters'
  | 'goodsSuggest'
  | 'goodsDetail'
  | 'goodsHistory'
  | 'goodsWinners'
  | 'winners'
  | 'calculation'
  | 'proof'
  | 'confirmOrder'
  | 'orderList'
  | 'orderIssues'
  | 'orderDetail'
  | 'leaveSeat'
  | 'fairReceipt'

export function mallRoutes(options: {
  catalogue: Catalogue
  orders: Orders
  proofs: Proofs
  winners: Winners
  /** why a member may not start a purchase now; null: the member may */
  barred(member: Caller): Refusal | null
  leave(memberId: string, order: string): Promise<Output<Endpoints['leaveSeat']>>
}): Handlers<Endpoints, MallReads> {
  const { catalogue, orders, proofs, winners, barred, leave } = options
  return {
    goodsList: (call) => catalogue.list(viewer(call), call.input),
    goodsFilters: (call) => catalogue.filters(viewer(call), call.input),
    goodsSuggest: (call) => catalogue.suggest(viewer(call), call.input),
    goodsDetail: (call) => catalogue.detail(viewer(call), call.input.issue),
    goodsHistory: (call) => catalogue.history(viewer(call), call.input),
    goodsWinners: (call) => winners.ofProduct(viewer(call), call.input),
    winners: (call) => winners.all(viewer(call), call.input),
    calculation: (call) => catalogue.calculation(viewer(call), call.input),
    proof: ({ input }) => proofs.of(input.issue),
    async confirmOrder(call) {
      const quote = await orders.confirm(owner(call), call.input)
      const code = barred(call.member)?.code
      return code === 'MODULE_OFF' || code === 'COUNTRY_NOT_SERVED' ? { ...quote, refusal: code } : quote
    },
    orderIssues: (call) => orders.issues(owner(call), call.input),
    orderList: (call) => orders.list(owner(call), call.input),
    orderDetail: (call) => orders.detail(owner(call), call.input.order),
    leaveSeat: ({ member, input }) => leave(member.memberId, input.order),
    fairReceipt: ({ member, input }) => orders.receipt(member.memberId, input.order),
  }
}

function viewer({ member, language }: { member: { memberId: string } | null; language: Language }): Viewer {
  return { memberId: member && member.memberId, language }
}

function owner({ member, language }: { member: { memberId: string }; language: Language }): Owner {
  return { memberId: member.memberId, language }
}
