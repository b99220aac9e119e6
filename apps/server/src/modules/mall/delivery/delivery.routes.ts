/** Handlers of what a member does with a prize. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import type { Addresses } from '../../identity/index.ts'
import { prizeView } from './prize-view.ts'
import type { PrizeSteps } from './prize-steps.ts'

export type DeliveryNames = 'orderAddress' | 'orderRecycle' | 'orderReceive' | 'orderDispute'

export function deliveryRoutes({
  addresses,
  steps,
}: {
  addresses: Pick<Addresses, 'open'>
  steps: PrizeSteps
}): Handlers<Endpoints, DeliveryNames> {
  return {
    async orderAddress({ member, input, language }) {
      const row = await steps.chooseAddress(member.memberId, input.order, input.address)
      return prizeView(addresses, row, language)
    },
    async orderRecycle({ member, input, language }) {
      return prizeView(addresses, await steps.recycle(member.memberId, input.order, input.amount), language)
    },
    async orderReceive({ member, input, language }) {
      return prizeView(addresses, await steps.receive(member.memberId, input.order), language)
    },
    async orderDispute({ member, input, language }) {
      const text = input.text.trim()
      return prizeView(addresses, await steps.dispute(member.memberId, input.order, text), language)
    },
  }
}
