/** Handlers of tasks and of the VIP page. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { vipPage } from './refunds/vip-page.ts'
import { checkIn, claimReward, type ClaimDeps } from './tasks/claims.ts'
import { listTasks } from './tasks/task-list.ts'

export type LoyaltyNames = 'taskList' | 'taskClaim' | 'taskCheckIn' | 'taskMember'

export type LoyaltyRoutesDeps = ClaimDeps & {
  /** called after the commit of a claim or check-in of a member */
  onClaim?: ((memberId: string, voucher: string | null) => void) | undefined
}

export function loyaltyRoutes(deps: LoyaltyRoutesDeps): Handlers<Endpoints, LoyaltyNames> {
  return {
    taskList: ({ member }) => listTasks(deps, member.memberId),
    async taskClaim({ member: { memberId }, input, address }) {
      const done = await claimReward(deps, { member: memberId, address, ...input })
      deps.onClaim?.(memberId, done.voucher)
      return { ...done, amount: formatMoney(done.amount), balance: formatMoney(done.balance) }
    },
    async taskCheckIn({ member: { memberId }, input }) {
      const done = await checkIn(deps, memberId, input.requestId)
      deps.onClaim?.(memberId, null)
      return { ...done, amount: formatMoney(done.amount), balance: formatMoney(done.balance) }
    },
    taskMember: ({ member }) => vipPage(deps, member.memberId),
  }
}
