import type { Clock } from '../../../platform/clock.ts'
import type { PaymentProvider } from '../recharge/provider.ts'
import { verifyNotice } from '../../../platform/webhook.ts'
import type { Company } from './company.ts'
import { readNotice } from './notice.ts'

/** Sandbox Pay as the wallet's payment provider. */
export function sandboxProvider(deps: {
  company: Company
  clock: Clock
  secret: Uint8Array
}): PaymentProvider {
  return {
    name: 'sandbox',
    openPayment: (order) => deps.company.open(order),
    pageUrl: (payUrl, language) => `${payUrl}&lang=${language}`,
    refund: (order) => deps.company.refund(order),
    readNotice({ headers, body }) {
      return readNotice(verifyNotice(deps.secret, headers, body, deps.clock.now()), body)
    },
  }
}
