import { sendVerify } from '@fairlot/contract/endpoints/identity'
import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { CallError, serverNow } from '../../api/api.ts'
import { useAction } from '../../queries/actions.ts'
import { useMember } from '../../stores/session.ts'
import { useFieldText } from './field-text.ts'
import { OF_SENDING, placedIn } from './refusals.ts'

type Sent = {
  /** the server's time of the request */
  at: number
  /** Unix milliseconds of this machine */
  resendAt: number
  /** the minutes for which the code is valid; 0: none was sent, and the server said when the next may be requested */
  minutes: number
}

/** The SMS code with which a member confirms a step: payout accounts, withdrawals, recharges. */
export function useStepUp(purpose: 'payout' | 'withdraw' | 'recharge' | 'export') {
  const phone = useMember()?.phone ?? ''
  const text = useFieldText()
  const { t } = useTranslation('auth')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [sent, setSent] = useState<Sent | null>(null)
  const sending = useAction(sendVerify, { shows: placedIn(['code']), lost: t('code.lost') })
  const send = () => {
    const at = serverNow()
    sending.mutate(
      { purpose },
      {
        onSuccess: ({ resendAfter, validFor }) => {
          setError(undefined)
          setSent({ at, resendAt: Date.now() + resendAfter * 1000, minutes: Math.floor(validFor / 60) })
        },
        onError: (failed) => {
          if (!(failed instanceof CallError)) return
          const { message, retryAfter } = failed.failure
          if (!OF_SENDING.includes(failed.code) && failed.code !== 'TOO_MANY_CALLS') return
          setError(message)
          if (retryAfter !== undefined)
            setSent({ at, resendAt: Date.now() + retryAfter * 1000, minutes: sent?.minutes ?? 0 })
        },
      },
    )
  }
  return {
    phone,
    code,
    /** the message under the field */
    error: text(error),
    enter: (value: string) => {
      setCode(value)
      setError(undefined)
    },
    /** shows the server's message under the field; the digits stay */
    complain: setError,
    /** whether six digits were typed; says so under the field when not */
    isComplete: (): boolean => {
      const isCode = /^\d{6}$/.test(code)
      if (!isCode) setError(code === '' ? 'REQUIRED' : 'CODE_FORMAT')
      return isCode
    },
    /** for the next step: the code was used */
    clear: () => {
      setCode('')
      setError(undefined)
    },
    send,
    sending: sending.isPending,
    sent,
  }
}

export type StepUp = ReturnType<typeof useStepUp>
