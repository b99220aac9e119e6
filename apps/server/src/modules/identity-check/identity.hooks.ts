/** `POST /hooks/identity`: receives the notices of the company that decides identity checks. */
import type { PlainRoute } from '../../platform/http/http-handler.ts'
import { text } from '../../platform/http/http-responses.ts'
import { NoticeRefused } from '../../platform/webhook.ts'
import type { IdentityCheckDeps } from './identity-check.ts'
import type { CheckNotice, IdentityProvider } from './provider.ts'
import { takeCheckNotice } from './review.ts'

/**
 * Answers 200 to an accepted notice, also when it is repeated; 401 to a wrong signature; 400 to a notice that is malformed or
 * outside the time window; 404 to an unknown check; 409 to an event id that was used for another check.
 */
export function identityHook(
  deps: IdentityCheckDeps & { log: { warn(fields: object, message: string): void } },
  provider: IdentityProvider,
): PlainRoute {
  return {
    method: 'POST',
    path: '/hooks/identity',
    async handle({ headers, body, requestId }) {
      let notice: CheckNotice
      try {
        notice = provider.readNotice({ headers, body })
      } catch (error) {
        if (!(error instanceof NoticeRefused)) throw error
        deps.log.warn({ fault: error.fault, requestId }, 'a notice about an identity check was refused')
        return text(error.fault === 'signature' ? 401 : 400, error.fault)
      }
      const result = await takeCheckNotice(deps, notice)
      if (result === 'unknown') return text(404, 'unknown check')
      return result === 'reused' ? text(409, 'event id of another check') : text(200, 'taken')
    },
  }
}
