import type { Endpoints } from '@fairlot/contract/endpoints'
import { PAYOUT_FORMS, PAYOUT_KINDS } from '@fairlot/contract/life/payout-life'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { walletSettings } from '../wallet.settings.ts'
import { choosePayoutFirst, payoutView, removePayout, savePayout, type PayoutDeps } from './payout.ts'
import { payoutAccounts } from './payout.queries.ts'

type Names = 'payoutList' | 'payoutSave' | 'payoutFirst' | 'payoutDelete'

export function payoutHandlers(deps: PayoutDeps): Handlers<Endpoints, Names> {
  return {
    async payoutList({ member: { memberId } }) {
      const { payoutRestHours, maxPayoutAccounts } = walletSettings(deps.settings)
      const accounts = await payoutAccounts(deps.db, memberId)
      return {
        items: accounts.map((row) => payoutView(deps, memberId, row)),
        kinds: PAYOUT_KINDS.map((kind) => ({ kind, fields: [...PAYOUT_FORMS[kind]] })),
        restHours: payoutRestHours,
        maximum: maxPayoutAccounts,
      }
    },
    payoutSave: ({ member: { memberId }, input, language }) => savePayout(deps, memberId, input, language),
    payoutFirst: ({ member: { memberId }, input }) => choosePayoutFirst(deps, memberId, input.id),
    async payoutDelete({ member: { memberId }, input }) {
      await removePayout(deps, memberId, input.id, input.code)
      return {}
    },
  }
}
