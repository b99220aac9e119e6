import { useState } from 'react'
import { phoneCode } from '@fairlot/contract/endpoints/identity'
import { useTranslation } from '../../i18n/i18n.ts'
import { CallError, serverNow } from '../../api/api.ts'
import { useAction } from '../../queries/actions.ts'
import type { Input } from '../../api/api.ts'
import { OF_SENDING, placedIn } from '../../parts/auth/refusals.ts'

type Sent = {
  phone: string
  /** the server's time of the request */
  at: number
  /** Unix milliseconds of this machine */
  resendAt: number
  /** the minutes for which the code is valid; 0 when the server only said when the next may be requested */
  minutes: number
}

type Options = {
  purpose: Input<typeof phoneCode>['purpose']
  /** the message under the code field */
  onRefused: (message: string) => void
  /** the message when the phone number itself was refused */
  onPhoneRefused: (message: string) => void
  onSent: () => void
}

/** Requests SMS codes and remembers, per phone number, when the next may be requested. */
export function useSmsCode({ purpose, onRefused, onPhoneRefused, onSent }: Options) {
  const { t } = useTranslation('auth')
  const [sent, setSent] = useState<Sent | null>(null)
  const action = useAction(phoneCode, { shows: placedIn(['phone']), lost: t('code.lost') })
  const send = (phone: string) => {
    const at = serverNow()
    action.mutate(
      { phone, purpose },
      {
        onSuccess: ({ resendAfter, validFor }) => {
          setSent({
            phone,
            at,
            resendAt: Date.now() + resendAfter * 1000,
            minutes: Math.floor(validFor / 60),
          })
          onSent()
        },
        onError: (error) => {
          if (!(error instanceof CallError)) return
          const { message, fields, retryAfter } = error.failure
          if (fields?.phone !== undefined) onPhoneRefused(fields.phone)
          if (!OF_SENDING.includes(error.code) && error.code !== 'TOO_MANY_CALLS') return
          onRefused(message)
          if (retryAfter !== undefined)
            setSent({ phone, at, resendAt: Date.now() + retryAfter * 1000, minutes: 0 })
        },
      },
    )
  }
  return {
    send,
    sending: action.isPending,
    resendAt: (phone: string) => (sent?.phone === phone ? sent.resendAt : null),
    /** the last code sent to this number */
    sentTo: (phone: string) => (sent?.phone === phone && sent.minutes > 0 ? sent : null),
  }
}
