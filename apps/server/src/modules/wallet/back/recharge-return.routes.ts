import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { withdrawalView } from '../withdrawal/withdrawal.ts'
import { listReturns, returnRecharge, type ReturnDeps } from './recharge-return.ts'

export function rechargeReturnHandlers(
  deps: ReturnDeps,
): Handlers<Endpoints, 'rechargeReturns' | 'rechargeReturn'> {
  return {
    rechargeReturns: ({ member: { memberId }, input }) => listReturns(deps, memberId, input.id),
    async rechargeReturn({ member: { memberId }, input }) {
      return withdrawalView(await returnRecharge(deps, memberId, input))
    },
  }
}
