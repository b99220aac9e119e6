import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { offeredMethods, openRecharge, rechargeStatus, type RechargeDeps } from './recharge.ts'
import { rechargePage } from './recharge.queries.ts'
import { rechargeView, rechargeViews } from './recharge-view.ts'
import { idCursor } from '../id-cursor.ts'
import { sendProof, type Slips } from '../transfer/proofs.ts'
import { walletSettings } from '../wallet.settings.ts'

type Names =
  | 'rechargeAmounts'
  | 'rechargeMethods'
  | 'openRecharge'
  | 'rechargeStatus'
  | 'rechargeProof'
  | 'rechargeLog'

export function rechargeHandlers(deps: RechargeDeps & { readonly slips: Slips }): Handlers<Endpoints, Names> {
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
      const methods = await offeredMethods(deps)
      return {
        items: methods.map(({ id, kind, name, rate, fields, expiryMinutes, delay }) => ({
          id,
          kind,
          name,
          minimum: formatMoney(recharging.minimum),
          maximum: formatMoney(recharging.maximum),
          steps: recharging.steps.map(formatMoney),
          expiryMinutes,
          playThroughPercent: recharging.playPercent,
          fields: [...fields],
          rate,
          delay,
        })),
      }
    },
    async openRecharge({ member, input, language }) {
      const barred = (await deps.barred?.(member)) ?? null
      const opened = await openRecharge(deps, member.memberId, input, barred)
      return rechargeView(deps, opened, language)
    },
    async rechargeStatus({ member, input, language }) {
      return rechargeView(deps, await rechargeStatus(deps, member.memberId, input.id), language)
    },
    async rechargeProof({ member, input, language }) {
      return rechargeView(deps, await sendProof(deps, member.memberId, input), language)
    },
    async rechargeLog({ member, input, language }) {
      const { cursor, limit } = input
      // one more row than the page shows whether there is a next page
      const rows = await rechargePage(deps.db, member.memberId, idCursor(cursor), limit + 1)
      const items = rows.slice(0, limit)
      return {
        items: await rechargeViews(deps, items, language),
        next: rows.length > limit ? items.at(-1)!.recharge_id : null,
      }
    },
  }
}
