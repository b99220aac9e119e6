import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { payoutAccounts } from '../payout/payout.queries.ts'
import { isNeeded } from '../../identity-check/index.ts'
import { vipLevelOf } from '../../identity/index.ts'
import { payoutView } from '../payout/payout.ts'
import { idCursor } from '../id-cursor.ts'
import { walletSettings } from '../wallet.settings.ts'
import {
  businessNow,
  countOpenWithdrawals,
  withdrawalById,
  withdrawalPage,
  withdrawnLately,
} from './withdrawal.queries.ts'
import { feeOf, percentText, windowAt } from './withdrawal.rules.ts'
import {
  applyForWithdrawal,
  feeRateOf,
  returnWithdrawal,
  standingOf,
  withdrawalView,
  type WithdrawalDeps,
} from './withdrawal.ts'

type Names = 'withdrawInfo' | 'withdraw' | 'withdrawReturn' | 'withdrawStatus' | 'withdrawLog'

export function withdrawalHandlers(deps: WithdrawalDeps): Handlers<Endpoints, Names> {
  const { db, utcOffsetMinutes } = deps
  return {
    async withdrawInfo({ member, input }) {
      const { memberId } = member
      const settings = walletSettings(deps.settings)
      const [{ balance, play, waived, withdrawable }, accounts, open, now, used, state, vipLevel] =
        await Promise.all([
          standingOf(deps, db, member),
          payoutAccounts(db, memberId),
          countOpenWithdrawals(db, memberId),
          businessNow(db),
          withdrawnLately(db, memberId),
          deps.identity.state(db, memberId),
          vipLevelOf(db, deps.settings, memberId),
        ])
      const { withdrawalOpens: opens, withdrawalCloses: closes } = settings
      const rate = feeRateOf(settings, vipLevel)
      const amount = input.amount === undefined ? null : parseMoney(input.amount)
      const fee = amount === null ? 0n : feeOf(amount, rate)
      return {
        balance: formatMoney(balance),
        withdrawable: formatMoney(withdrawable),
        playThrough: {
          required: formatMoney(play.required),
          played: formatMoney(play.played),
          left: formatMoney(waived === null ? play.left : 0n),
        },
        waived,
        minimum: formatMoney(settings.withdrawalMinimum),
        feePercent: percentText(rate),
        vipLevel,
        window: windowAt({ opens, closes, utcOffsetMinutes }, now),
        twoApproversFrom: formatMoney(settings.twoApproversFrom),
        accounts: accounts.map((row) => payoutView(deps, memberId, row)),
        quote:
          amount === null
            ? null
            : {
                amount: formatMoney(amount),
                fee: formatMoney(fee),
                net: formatMoney(amount - fee),
                balanceAfter: formatMoney(balance - amount),
              },
        open,
        maxOpen: settings.withdrawalMaxOpen,
        identity: {
          state,
          threshold: formatMoney(settings.identityFrom),
          used: formatMoney(used),
          needed: isNeeded(state, { threshold: settings.identityFrom, used }, amount ?? 1n),
        },
      }
    },
    async withdraw({ member, input }) {
      return withdrawalView(await applyForWithdrawal(deps, member, input))
    },
    async withdrawReturn({ member: { memberId }, input }) {
      return withdrawalView(await returnWithdrawal(deps, memberId, input.id))
    },
    async withdrawStatus({ member: { memberId }, input }) {
      const row = await withdrawalById(db, memberId, input.id)
      if (!row) throw new Refusal('NO_SUCH_DATA')
      return withdrawalView(row)
    },
    async withdrawLog({ member: { memberId }, input: { cursor, limit } }) {
      // one more row than the page shows whether there is a next page
      const rows = await withdrawalPage(db, memberId, idCursor(cursor), limit + 1)
      const items = rows.slice(0, limit)
      return {
        items: items.map(withdrawalView),
        next: rows.length > limit ? items.at(-1)!.withdrawal_id : null,
      }
    },
  }
}
