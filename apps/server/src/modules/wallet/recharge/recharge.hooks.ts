/** `POST /hooks/<provider>`: receives the notices of a payment company. */
import type { PlainRoute } from '../../../platform/http/http-handler.ts'
import { text } from '../../../platform/http/http-responses.ts'
import { NoticeRefused } from '../../../platform/webhook.ts'
import type { Notice, PaymentProvider, RefundNotice } from './provider.ts'
import { takeNotice, type NoticeResult } from './credits.ts'
import type { RechargeDeps } from './recharge.ts'

/**
 * Answers 200 to an accepted notice, also when it is repeated; 401 to a wrong signature; 400 to a notice that is malformed
 * or outside the time window; 404 to an unknown payment; 409 to an event id that was used for another payment; 500 after a defect, so that the
 * company sends the notice again.
 */
export function hookRoute(
  deps: RechargeDeps,
  provider: PaymentProvider,
  takeRefund: (provider: PaymentProvider, notice: RefundNotice) => Promise<NoticeResult | 'paid'>,
): PlainRoute {
  return {
    method: 'POST',
    path: `/hooks/${provider.name}`,
    async handle({ headers, body, requestId }) {
      let notice: Notice | RefundNotice
      try {
        notice = provider.readNotice({ headers, body })
      } catch (error) {
        if (!(error instanceof NoticeRefused)) throw error
        deps.log.warn({ provider: provider.name, fault: error.fault, requestId }, 'a notice was refused')
        return text(error.fault === 'signature' ? 401 : 400, error.fault)
      }
      const result =
        notice.type === 'refunded'
          ? await takeRefund(provider, notice)
          : await takeNotice(deps, provider, notice)
      if (result === 'unknown') return text(404, 'unknown payment')
      return result === 'reused' ? text(409, 'event id of another payment') : text(200, 'taken')
    },
  }
}
