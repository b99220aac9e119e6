import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { openRecharge, rechargeStatus, rechargeView, type RechargeDeps } from './recharge.ts'
import { rechargeMethods, rechargePage } from './recharge.queries.ts'
import { idCursor } from '../id-cursor.ts'
import { walletSettings } from '../wallet.settings.ts'

type Names = 'rechargeAmounts' | 'rechargeMethods' | 'openRecharge' | 'rechargeStatus' | 'rechargeLog'

export function rechargeHandlers(deps: RechargeDeps): Handlers<Endpoints, Names> {
  return {
    rechargeAmounts() {
      const { steps, minimum, maximum } = walletSettings(deps.settings)
      return {
        recharge: {
          steps: steps.map(formatMoney),
          minimum: formatMoney(minimum),
          maximum: formatMoney(maximum),
        },
      }
    },
    async rechargeMethods() {
      const recharging = walletSettings(deps.settings)
      const methods = await rechargeMethods(deps.db, [...deps.providers.keys()])
      return {
        items: methods.map(({ method, kind }) => ({
          id: method,
          kind,
          minimum: formatMoney(recharging.minimum),
          maximum: formatMoney(recharging.maximum),
          steps: recharging.steps.map(formatMoney),
          expiryMinutes: recharging.expiryMinutes,
          playThroughPercent: recharging.playPercent,
          // the sandbox cashier needs no fields
          fields: [],
        })),
      }
    },
    async openRecharge({ member, input, language }) {
      const opened = await openRecharge(deps, member.memberId, input, deps.barred?.(member) ?? null)
      return rechargeView(deps, opened, language)
    },
    async rechargeStatus({ member, input, language }) {
      return rechargeView(deps, await rechargeStatus(deps, member.memberId, input.id), language)
    },
    async rechargeLog({ member, input, language }) {
      const { cursor, limit } = input
      // one more row than the page shows whether there is a next page
      const rows = await rechargePage(deps.db, member.memberId, idCursor(cursor), limit + 1)
      const items = rows.slice(0, limit)
      return {
        items: items.map((row) => rechargeView(deps, row, language)),
        next: rows.length > limit ? items.at(-1)!.recharge_id : null,
      }
    },
  }
}
