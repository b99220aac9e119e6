import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from '../../i18n/i18n.ts'
import { login, loginByCode } from '@fairlot/contract/endpoints/identity'
import * as z from 'zod/mini'
import { CallError } from '../../api/api.ts'
import type { Output } from '../../api/api.ts'
import { useAction } from '../../queries/actions.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../stores/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Segments } from '../../ui/fields/choice.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { AskLine, AuthHead, TEXT_LINK } from './auth-parts.tsx'
import { keepHasAccount } from '../../parts/auth/way-in.ts'
import { deviceInput } from '../../parts/auth/device.ts'
import { useFieldText } from '../../parts/auth/field-text.ts'
import { StepCode, StepPhone, usePhoneStep } from './phone-step.tsx'
import { focusFirstError, placedIn, showFields, useWait, waitOf } from '../../parts/auth/refusals.ts'

const { phone, code } = loginByCode.input.shape
const byCodeSchema = z.object({ phone, code, password: z.string() })
const byPasswordSchema = z.object({ phone, code: z.string(), password: login.input.shape.password })
type Values = z.output<typeof byCodeSchema>
const RESOLVERS = {
  code: standardSchemaResolver<Values, unknown, Values>(byCodeSchema),
  password: standardSchemaResolver<Values, unknown, Values>(byPasswordSchema),
}
type Mode = keyof typeof RESOLVERS

type LoginFormProps = {
  mode: Mode
  next: string | undefined
  phone: string
  onPhone: (phone: string) => void
  /** after a password reset: the number of sessions it ended */
  ended: number | null
}

/** Logs in by SMS code or password. The phone number stays when the method changes. */
export function LoginForm(props: LoginFormProps) {
  const { mode, next, ended } = props
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const text = useFieldText()
  const { element, form, step, submit, sending, wait } = useLoginForm(props)
  return (
    <form ref={element} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <AuthHead title={t('login.title')} text={t('login.text')} />
      {ended !== null && <Notice tone="ok">{t('reset.done', { count: ended })}</Notice>}
      <Segments
        label={t('login.method')}
        value={mode}
        onChange={(value) => void navigate({ ...paths.login({ next, mode: value }), replace: true })}
        choices={[
          { value: 'code', label: t('login.byCode') },
          { value: 'password', label: t('login.byPassword') },
        ]}
      />
      {mode === 'code' ? <StepPhone step={step} /> : <StepPhone step={step} autoComplete="username" />}
      {mode === 'code' ? (
        <StepCode step={step} />
      ) : (
        <div>
          <PasswordField
            label={t('login.password')}
            autoComplete="current-password"
            error={text(form.formState.errors.password?.message)}
            {...form.register('password')}
          />
          <Link {...paths.login({ next, mode: 'reset' })} className={TEXT_LINK}>
            {t('login.forgot')}
          </Link>
        </div>
      )}
      <Button
        type="submit"
        tone="gold"
        size="lg"
        wide
        sending={sending}
        why={wait > 0 ? t('wait', { count: wait }) : undefined}
      >
        {t('login.submit')}
      </Button>
      <AskLine question={t('login.noAccount')}>
        <Link {...paths.register({ next })} className={TEXT_LINK}>
          {t('login.toRegister')}
        </Link>
      </AskLine>
    </form>
  )
}

/** The form's state: logging in, and where refusals are shown. */
function useLoginForm({ mode, phone: known, onPhone }: LoginFormProps) {
  const { t } = useTranslation('auth')
  const element = useRef<HTMLFormElement>(null)
  const [wait, beginWait] = useWait()
  const form = useForm<Values>({
    resolver: RESOLVERS[mode],
    defaultValues: { phone: known, code: '', password: '' },
    shouldFocusError: false,
  })
  const step = usePhoneStep({ form, element, purpose: 'login', onPhone })

  const onSuccess = (answer: Output<typeof login>) => {
    toast.ok(t('login.success'))
    keepHasAccount()
    void useSession.getState().begin(answer)
  }
  const onError = (error: Error) => {
    beginWait(waitOf(error))
    showFields(form, error, ['phone', 'code', 'password'])
    if (error instanceof CallError) {
      const { fields, message } = error.failure
      if (fields?.account !== undefined) form.setError('phone', { type: 'server', message: fields.account })
      if (error.code === 'LOGIN_FAILED') form.setError('password', { type: 'server', message })
    }
    focusFirstError(element.current)
  }
  const options = { shows: placedIn(['phone', 'code', 'password', 'account']), onSuccess, onError }
  const byCode = useAction(loginByCode, options)
  const byPassword = useAction(login, options)
  const sending = byCode.isPending || byPassword.isPending

  const enter = async (values: Values) => {
    if (!(await step.phoneIsGood())) return
    if (mode === 'code') byCode.mutate({ phone: values.phone, code: values.code, ...deviceInput() })
    else byPassword.mutate({ account: values.phone, password: values.password, ...deviceInput() })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending || wait > 0) return
    void form.handleSubmit(enter, () => focusFirstError(element.current))(event)
  }
  return { element, form, step, submit, sending, wait }
}
