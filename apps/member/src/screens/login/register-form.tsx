import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import type { ChangeEvent, FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from '../../i18n/i18n.ts'
import { system } from '@fairlot/contract/endpoints/home'
import { inviter, register } from '@fairlot/contract/endpoints/identity'
import { password } from '@fairlot/contract/schemas'
import * as z from 'zod/mini'
import { CallError } from '../../api/api.ts'
import { useAction } from '../../queries/actions.ts'
import { refreshAll, useRead } from '../../queries/queries.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useSystem } from '../../queries/system.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../stores/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/fields/field.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Avatar } from '../../ui/values/avatar.tsx'
import { Rich } from '../../ui/values/rich.tsx'
import { useAdultAge } from '../../queries/system.ts'
import { AskLine, AuthHead, TEXT_LINK } from './auth-parts.tsx'
import { Consents } from './consents.tsx'
import { inAppHere } from '../../parts/in-app/in-app-browser.ts'
import { keepHasAccount } from '../../parts/auth/way-in.ts'
import { deviceInput } from '../../parts/auth/device.ts'
import { useFieldText } from '../../parts/auth/field-text.ts'
import { StepCode, StepPhone, usePhoneStep } from './phone-step.tsx'
import { focusFirstError, placedIn, showFields, useWait, waitOf } from '../../parts/auth/refusals.ts'

const InAppWarning = lazy(() =>
  import('../../parts/in-app/open-in-browser.tsx').then((module) => ({ default: module.InAppWarning })),
)

const { phone, code, invitationCode } = register.input.shape
/** The contract's fields, the repeated password and the two checkboxes. The call's input is built from them. */
const schema = z
  .object({
    phone,
    code,
    password,
    repeat: z.string().check(z.minLength(1, 'REQUIRED')),
    invitationCode,
    agreed: z.boolean().check(z.refine(Boolean, 'TERMS_REQUIRED')),
    adult: z.boolean().check(z.refine(Boolean, 'ADULT_REQUIRED')),
  })
  .check(
    z.refine((values) => values.password === values.repeat, {
      error: 'REPEAT',
      path: ['repeat'],
      // Validated even while other fields are invalid.
      when: () => true,
    }),
  )
type Values = z.input<typeof schema>
const RESOLVER = standardSchemaResolver<Values, unknown, Values>(schema)

const FIELDS = ['phone', 'code', 'password', 'invitationCode', 'adult'] as const

/** The registration form: phone, code, password, invitation, consents. */
export function RegisterForm({
  next,
  invitation,
}: {
  next: string | undefined
  invitation: string | undefined
}) {
  const { t } = useTranslation('auth')
  const text = useFieldText()
  const { element, form, step, submit, sending, wait } = useRegisterForm(invitation)
  const { errors } = form.formState
  const age = useAdultAge()
  const [app] = useState(inAppHere)
  return (
    <form ref={element} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <AuthHead title={t('register.title')} text={t('register.text', { age })} />
      {app !== null && (
        <Suspense>
          <InAppWarning app={app} />
        </Suspense>
      )}
      <Inviter entered={form.watch('invitationCode') ?? ''} />
      <StepPhone step={step} />
      <StepCode step={step} />
      <NewPassword form={form} />
      <Invitation form={form} />
      <Consents
        agreed={form.register('agreed')}
        adult={form.register('adult')}
        agreedError={text(errors.agreed?.message)}
        adultError={text(errors.adult?.message)}
      />
      <Button
        type="submit"
        tone="gold"
        size="lg"
        wide
        sending={sending}
        why={wait > 0 ? t('wait', { count: wait }) : undefined}
      >
        {t('register.submit')}
      </Button>
      <AskLine question={t('register.hasAccount')}>
        <Link {...paths.login({ next })} className={TEXT_LINK}>
          {t('register.toLogin')}
        </Link>
      </AskLine>
    </form>
  )
}

type Form = UseFormReturn<Values>

/** The codes that the server makes have six characters; a shorter text is still being typed. */
const WHOLE_CODE = /^[A-Za-z0-9]{6,12}$/

/** Who invites, once the code is whole. */
function Inviter({ entered }: { entered: string }) {
  const { t } = useTranslation('auth')
  const isWhole = WHOLE_CODE.test(entered)
  const { data } = useRead(
    inviter,
    { code: entered.toUpperCase() },
    { enabled: isWhole, staleMs: Number.POSITIVE_INFINITY },
  )
  const name = isWhole ? (data?.name ?? null) : null
  return (
    <div role="status" className="empty:hidden">
      {name !== null && (
        <p className="bg-brand-soft text-brand rounded-tile flex items-center gap-3 px-3.5 py-2.5 font-semibold">
          <Avatar name={name} size={32} />
          <span className="min-w-0">
            <Rich text={t('register.invites')} parts={{ name: <bdi>{name}</bdi> }} />
          </span>
        </p>
      )}
    </div>
  )
}

/**
 * The password, with its repeat only while it is needed: a member who has seen the password as it is typed need not type
 * it again, and the app fills in the repeat.
 */
function NewPassword({ form }: { form: Form }) {
  const { t } = useTranslation('auth')
  const text = useFieldText()
  const { errors } = form.formState
  const typed = form.watch('password')
  const [isShown, setIsShown] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  /** the password that was last on the screen in letters */
  const [seen, setSeen] = useState('')
  const isSeen = isShown || (typed !== '' && typed === seen)
  const repeat = (value: string) => {
    setSeen(value)
    form.setValue('repeat', value, { shouldValidate: form.formState.isSubmitted })
  }
  const field = form.register('password', {
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      if (isShown) repeat(event.target.value)
      // A repeat that the app filled in is not one that the member typed.
      else if (isSeen) form.setValue('repeat', '')
    },
  })
  return (
    <>
      <div className="flex flex-col gap-2">
        <PasswordField
          label={t('register.password')}
          autoComplete="new-password"
          rulesFor={typed}
          error={text(errors.password?.message)}
          onFocus={() => setIsOpen(true)}
          onShown={(shown) => {
            setIsShown(shown)
            if (shown) repeat(form.getValues('password'))
          }}
          {...field}
        />
        <p role="status" className="text-cap text-ink-2 empty:hidden">
          {isSeen && t('register.repeatSeen')}
        </p>
      </div>
      {!isSeen && (isOpen || errors.repeat !== undefined) && (
        <PasswordField
          label={t('register.repeat')}
          autoComplete="new-password"
          error={text(errors.repeat?.message)}
          {...form.register('repeat')}
        />
      )}
    </>
  )
}

/** The invitation code: folded, unless the link brought one or the deployment requires one. */
function Invitation({ form }: { form: Form }) {
  const { t } = useTranslation('auth')
  const text = useFieldText()
  const isRequired = useSystem()?.invitationRequired === true
  const error = form.formState.errors.invitationCode?.message
  const [isOpen, setIsOpen] = useState(form.getValues('invitationCode') !== '')
  if (!isOpen && !isRequired && error === undefined) {
    return (
      <button type="button" onClick={() => setIsOpen(true)} className={cx(TEXT_LINK, '-my-2 self-start')}>
        {t('register.haveInvitation')}
      </button>
    )
  }
  return (
    <Field
      label={t(isRequired ? 'register.invitationRequired' : 'register.invitation')}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={12}
      dir="ltr"
      className="rtl:text-end"
      error={text(error)}
      {...form.register('invitationCode')}
    />
  )
}

function useRegisterForm(invitation: string | undefined) {
  const { t } = useTranslation(['auth', 'ui'])
  const element = useRef<HTMLFormElement>(null)
  const [wait, beginWait] = useWait()
  const info = useSystem()
  const form = useForm<Values>({
    resolver: RESOLVER,
    defaultValues: {
      phone: '',
      code: '',
      password: '',
      repeat: '',
      invitationCode: invitation ?? '',
      agreed: false,
      adult: false,
    },
    shouldFocusError: false,
  })
  const step = usePhoneStep({ form, element, purpose: 'register' })
  const action = useAction(register, {
    shows: placedIn([...FIELDS, 'terms']),
    onSuccess: (answer) => {
      toast.ok(t('register.success'))
      keepHasAccount()
      void useSession.getState().begin(answer)
    },
    onError: (error) => {
      beginWait(waitOf(error))
      showFields(form, error, FIELDS)
      if (error instanceof CallError && error.failure.fields?.terms !== undefined) {
        // New terms took effect while the form was open, so they must be shown and accepted again.
        form.setValue('agreed', false)
        form.setError('agreed', { type: 'server', message: error.failure.fields.terms })
        void refreshAll(queryClient, [system])
      }
      focusFirstError(element.current)
    },
  })
  const send = async (values: Values) => {
    if (!(await step.phoneIsGood())) return
    if (info === undefined) {
      // Without the version of the terms, they cannot be accepted.
      toast.bad(t('ui:error.network'))
      void refreshAll(queryClient, [system])
      return
    }
    const { phone: number, code: smsCode, password: chosen, invitationCode: invitedBy } = values
    action.mutate({
      phone: number,
      code: smsCode,
      password: chosen,
      ...(invitedBy === undefined ? {} : { invitationCode: invitedBy }),
      terms: info.terms,
      adult: true,
      ...deviceInput(),
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (action.isPending || wait > 0) return
    void form.handleSubmit(send, () => focusFirstError(element.current))(event)
  }
  return { element, form, step, submit, sending: action.isPending, wait }
}
