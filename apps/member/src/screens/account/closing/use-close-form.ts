import { account } from '@fairlot/contract/endpoints/home'
import { closeAccount, closeState, limits } from '@fairlot/contract/endpoints/guard'
import { sendVerify } from '@fairlot/contract/endpoints/identity'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from '../../../i18n/i18n.ts'
import { CallError } from '../../../api/api.ts'
import type { Input } from '../../../api/api.ts'
import { useAction } from '../../../queries/actions.ts'
import { fullKey } from '../../../queries/read.ts'
import { useMember } from '../../../stores/session.ts'
import { useFieldText } from '../../../parts/auth/field-text.ts'
import { focusFirstError, OF_SENDING, placedIn, showFields } from '../../../parts/auth/refusals.ts'

type Values = Input<typeof closeAccount>
const RESOLVER = standardSchemaResolver<Values, unknown, Values>(closeAccount.input)
const FIELDS = ['code'] as const

/** The form: code, last question, closing. A wrong code is shown at its field and stays there. */
export function useCloseForm() {
  const member = useMember()
  const client = useQueryClient()
  const text = useFieldText()
  const { t } = useTranslation('auth')
  const element = useRef<HTMLFormElement>(null)
  const [asking, setAsking] = useState(false)
  const [sent, setSent] = useState<{ resendAt: number; minutes: number | null } | null>(null)
  const form = useForm<Values>({
    resolver: RESOLVER,
    defaultValues: { code: '' },
    shouldFocusError: false,
  })
  const complain = (message: string) => {
    form.setError('code', { type: 'server', message })
    focusFirstError(element.current)
  }
  const sending = useAction(sendVerify, {
    shows: placedIn(FIELDS),
    lost: t('code.lost'),
    onSuccess: ({ resendAfter, validFor }) => {
      setSent({ resendAt: Date.now() + resendAfter * 1000, minutes: Math.floor(validFor / 60) })
      form.clearErrors('code')
      element.current?.querySelector<HTMLElement>('[autocomplete="one-time-code"]')?.focus()
    },
    onError: (error) => {
      if (!(error instanceof CallError)) return
      const { message, retryAfter } = error.failure
      if (!OF_SENDING.includes(error.code) && error.code !== 'TOO_MANY_CALLS') return
      complain(message)
      if (retryAfter !== undefined) setSent({ resendAt: Date.now() + retryAfter * 1000, minutes: null })
    },
  })
  const closing = useAction(closeAccount, {
    touches: [account, limits],
    shows: placedIn(FIELDS),
    onSuccess: (state) => {
      setAsking(false)
      client.setQueryData(fullKey(closeState, {}, member?.id ?? null), state)
    },
    onError: (error) => {
      setAsking(false)
      showFields(form, error, FIELDS)
      // The dialog first returns the focus to its button.
      setTimeout(() => focusFirstError(element.current))
    },
  })
  const message = form.formState.errors.code?.message
  return {
    element,
    phone: member?.phone ?? '',
    code: form.watch('code'),
    error: text(message),
    enter: (value: string) => {
      form.setValue('code', value, { shouldValidate: form.formState.isSubmitted })
      if (!form.formState.isSubmitted) form.clearErrors('code')
    },
    send: () => sending.mutate({ purpose: 'close' }),
    sendingCode: sending.isPending,
    resendAt: sent?.resendAt ?? null,
    /** the minutes for which the sent code is valid; null when none was sent */
    minutes: sent?.minutes ?? null,
    submit: (event: FormEvent) => {
      event.preventDefault()
      void form.handleSubmit(
        () => setAsking(true),
        () => focusFirstError(element.current),
      )(event)
    },
    asking,
    ask: setAsking,
    close: () => closing.mutate(form.getValues()),
    closing: closing.isPending,
  }
}
