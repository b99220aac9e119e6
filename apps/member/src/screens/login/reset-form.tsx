import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from '../../i18n/i18n.ts'
import { resetPassword } from '@fairlot/contract/endpoints/identity'
import type { Input } from '../../api/api.ts'
import { useAction } from '../../queries/actions.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../stores/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { AuthHead, TEXT_LINK } from './auth-parts.tsx'
import { useFieldText } from '../../parts/auth/field-text.ts'
import { StepCode, StepPhone, usePhoneStep } from './phone-step.tsx'
import { focusFirstError, placedIn, showFields, useWait, waitOf } from '../../parts/auth/refusals.ts'

type Values = Input<typeof resetPassword>
const RESOLVER = standardSchemaResolver<Values, unknown, Values>(resetPassword.input)

const FIELDS = ['phone', 'code', 'password'] as const

type ResetFormProps = {
  next: string | undefined
  phone: string
  onPhone: (phone: string) => void
  /** called with the number of sessions that the reset ended */
  onDone: (ended: number) => void
}

/** Phone, code and new password with its rules; then back to login, with the number kept. */
export function ResetForm({ next, phone, onPhone, onDone }: ResetFormProps) {
  const { t } = useTranslation('auth')
  const text = useFieldText()
  const navigate = useNavigate()
  const element = useRef<HTMLFormElement>(null)
  const [wait, beginWait] = useWait()
  const form = useForm<Values>({
    resolver: RESOLVER,
    defaultValues: { phone, code: '', password: '' },
    shouldFocusError: false,
  })
  const step = usePhoneStep({ form, element, purpose: 'reset', onPhone })
  const reset = useAction(resetPassword, {
    shows: placedIn(FIELDS),
    onSuccess: ({ endedSessions }) => {
      // The reset also ended this browser's session.
      useSession.getState().end()
      onDone(endedSessions)
      void navigate({ ...paths.login({ next, mode: 'password' }), replace: true })
    },
    onError: (error) => {
      beginWait(waitOf(error))
      showFields(form, error, FIELDS)
      focusFirstError(element.current)
    },
  })
  const save = async (values: Values) => {
    if (await step.phoneIsGood()) reset.mutate(values)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reset.isPending || wait > 0) return
    void form.handleSubmit(save, () => focusFirstError(element.current))(event)
  }
  return (
    <form ref={element} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <AuthHead title={t('reset.title')} text={t('reset.text')} />
      <StepPhone step={step} />
      <StepCode step={step} />
      <PasswordField
        label={t('reset.password')}
        autoComplete="new-password"
        rulesFor={form.watch('password')}
        error={text(form.formState.errors.password?.message)}
        {...form.register('password')}
      />
      <Button
        type="submit"
        tone="gold"
        size="lg"
        wide
        sending={reset.isPending}
        why={wait > 0 ? t('wait', { count: wait }) : undefined}
      >
        {t('reset.submit')}
      </Button>
      <p className="text-center">
        <Link {...paths.login({ next, mode: 'password' })} className={TEXT_LINK}>
          {t('reset.back')}
        </Link>
      </p>
    </form>
  )
}
