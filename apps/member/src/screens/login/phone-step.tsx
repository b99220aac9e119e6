/** Phone number and SMS code: the first step of login, registration and password reset. */
import { useRef } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { CodeField } from '../../ui/fields/code-field.tsx'
import { PhoneField } from '../../ui/fields/phone-field.tsx'
import { SandboxCode } from '../../parts/auth/sandbox-code.tsx'
import { useFieldText } from '../../parts/auth/field-text.ts'
import { focusFirstError } from '../../parts/auth/refusals.ts'
import { useSmsCode } from './use-sms-code.ts'

type Name = 'phone' | 'code'

/** The part of the form that this step needs. */
type StepForm = {
  watch: (name: Name) => string
  getValues: (name: Name) => string
  setValue: (name: Name, value: string, options: { shouldValidate: boolean }) => void
  setError: (name: Name, error: { type: string; message: string }) => void
  clearErrors: (name: Name) => void
  trigger: (name: Name) => Promise<boolean>
  formState: { isSubmitted: boolean; errors: Partial<Record<Name, { message?: string }>> }
}

type StepOptions = {
  form: StepForm
  element: RefObject<HTMLFormElement | null>
  purpose: 'register' | 'login' | 'reset'
  /** keeps the number for the page's other modes */
  onPhone?: ((phone: string) => void) | undefined
}

/** The number field, the request for a code, and where refusals of both are shown. */
export function usePhoneStep({ form, element, purpose, onPhone }: StepOptions) {
  const possible = useRef(true)
  const complain = (name: Name, message: string) => {
    form.setError(name, { type: 'server', message })
    focusFirstError(element.current)
  }
  const sms = useSmsCode({
    purpose,
    onRefused: (message) => complain('code', message),
    onPhoneRefused: (message) => complain('phone', message),
    onSent: () => {
      form.clearErrors('code')
      element.current?.querySelector<HTMLElement>('[autocomplete="one-time-code"]')?.focus()
    },
  })
  /** Checks whether the number can exist, and shows the error at the field. */
  const phoneIsGood = async () => {
    const good = await form.trigger('phone')
    if (good && possible.current) return true
    if (good) complain('phone', 'PHONE_FORMAT')
    else focusFirstError(element.current)
    return false
  }
  const change = (name: Name, value: string) => {
    form.setValue(name, value, { shouldValidate: form.formState.isSubmitted })
    if (!form.formState.isSubmitted) form.clearErrors(name)
  }
  return {
    form,
    sms,
    phoneIsGood,
    enterPhone: (value: string, isPossible: boolean) => {
      possible.current = isPossible
      onPhone?.(value)
      change('phone', value)
    },
    enterCode: (value: string) => change('code', value),
    leavePhone: () => {
      // An empty field shows no error until the form is sent.
      if (form.getValues('phone') !== '') void form.trigger('phone')
    },
    askCode: () => {
      void phoneIsGood().then((good) => {
        if (good) sms.send(form.getValues('phone'))
      })
    },
  }
}

type PhoneStep = ReturnType<typeof usePhoneStep>

/** The phone field of the step. */
export function StepPhone({ step, autoComplete }: { step: PhoneStep; autoComplete?: 'username' }) {
  const text = useFieldText()
  return (
    <PhoneField
      value={step.form.watch('phone')}
      onChange={step.enterPhone}
      onBlur={step.leavePhone}
      error={text(step.form.formState.errors.phone?.message)}
      autoComplete={autoComplete ?? 'tel-national'}
    />
  )
}

/** The code field, the number the code was sent to, and in a sandbox the code itself. */
export function StepCode({ step }: { step: PhoneStep }) {
  const { t } = useTranslation('auth')
  const text = useFieldText()
  const phone = step.form.watch('phone')
  const sent = step.sms.sentTo(phone)
  return (
    <div className="flex flex-col gap-2.5">
      <CodeField
        value={step.form.watch('code')}
        onChange={step.enterCode}
        error={text(step.form.formState.errors.code?.message)}
        onSend={step.askCode}
        sending={step.sms.sending}
        resendAt={step.sms.resendAt(phone)}
      />
      <p role="status" className="text-cap text-ink-2 empty:hidden">
        {sent !== null && t('code.sent', { phone, count: sent.minutes })}
      </p>
      <SandboxCode
        phone={phone}
        since={sent?.at ?? null}
        value={step.form.watch('code')}
        onFill={step.enterCode}
      />
    </div>
  )
}
