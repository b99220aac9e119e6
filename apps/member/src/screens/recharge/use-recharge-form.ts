import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from '../../i18n/i18n.ts'
import { limits } from '@fairlot/contract/endpoints/guard'
import { account } from '@fairlot/contract/endpoints/home'
import { openRecharge, rechargeLog, rechargeMethods } from '@fairlot/contract/endpoints/wallet'
import type { Code } from '@fairlot/contract/flags'
import { parseMoney } from '@fairlot/contract/money/money'
import { RECHARGE_FORMS } from '@fairlot/contract/kinds/recharge-ways'
import * as z from 'zod/mini'
import { CallError } from '../../api/api.ts'
import { useMoneyCall } from '../../queries/actions.ts'
import { refreshAll } from '../../queries/queries.ts'
import { queryClient } from '../../queries/query-client.ts'
import { paths } from '../../paths.ts'
import { useMoneyText } from '../../ui/values/money.tsx'
import { focusFirstError, placedIn } from '../../parts/auth/refusals.ts'
import { isGuardRefusal } from '../../parts/guard/guard-refusal.ts'
import type { RechargeMethod } from '../../parts/recharge/recharge-way.tsx'
import { keepNext } from './recharge-next.ts'
import { isOfPayer, usePayer } from './use-payer.ts'

const schema = z.object({ amount: openRecharge.input.shape.amount })
type Values = z.output<typeof schema>
const RESOLVER = standardSchemaResolver<Values, unknown, Values>(schema)

/** Refusals shown at the amount, and those shown above the form until they are resolved. */
const AT_AMOUNT: readonly Code[] = ['AMOUNT_TOO_SMALL', 'AMOUNT_TOO_LARGE']
const ABOVE: readonly Code[] = ['TOO_MANY_OPEN', 'METHOD_UNAVAILABLE', 'REQUEST_ID_REUSED', 'IDENTITY_FIRST']
const AT_CODE: readonly Code[] = ['CODE_WRONG', 'CODE_EXPIRED']
const ofSending = placedIn(['code'])
/** The refusals that the page shows itself; all others get a toast. */
function isPlaced(error: CallError): boolean {
  const { code, failure } = error
  const fields = Object.keys(failure.fields ?? {})
  if (fields.length > 0) return fields.every((name) => name === 'amount' || isOfPayer(name))
  return (
    [AT_AMOUNT, ABOVE, AT_CODE].some((codes) => codes.includes(code)) ||
    isGuardRefusal(code) ||
    ofSending(error)
  )
}

const RULES = ['REQUIRED', 'AMOUNT_FORMAT', 'AMOUNT_POSITIVE'] as const
const ruleOf = (message: string) => RULES.find((rule) => rule === message)

/** Why no recharge was opened, above the form. */
export type Refused = { code: Code; message: string }

/** The form's id, because its button is in the page's action bar. */
export const FORM_ID = 'recharge'

const focusError = () => focusFirstError(document.querySelector<HTMLFormElement>(`#${FORM_ID}`))

type Options = { method: RechargeMethod; prefilled: string | undefined; next: string | undefined }

/**
 * Checks the amount against the method's limits and what the payer typed, opens the recharge once, and hands over to the
 * payment page or to the page with the instructions.
 */
export function useRechargeForm({ method, prefilled, next }: Options) {
  const { t } = useTranslation('recharge')
  const navigate = useNavigate()
  const money = useMoneyText()
  const whereNext = next === undefined ? {} : { next }
  const [leaving, setLeaving] = useState(false)
  const [refusal, setRefusal] = useState<Refused | null>(null)
  const form = useForm<Values>({
    resolver: RESOLVER,
    // A prefilled amount may be below the method's minimum; then the minimum is used.
    defaultValues: { amount: prefilled === undefined ? '' : atLeast(prefilled, method.minimum) },
    shouldFocusError: false,
  })
  const payer = usePayer(method)
  const open = useMoneyCall(openRecharge, {
    touches: [rechargeLog],
    shows: isPlaced,
    onSuccess: ({ id, kind, payUrl }) => {
      setLeaving(true)
      keepNext(id, next)
      const page = RECHARGE_FORMS[kind] === 'crypto' ? paths.usdt({ id, next }) : paths.payform(id, next)
      // The recharge's page replaces this one, so that the way back from paying ends there.
      void navigate({ ...page, replace: true }).then(() => {
        if (payUrl !== null) location.assign(payUrl)
      })
    },
    onError: (error) => {
      if (!(error instanceof CallError)) return
      const { code, failure } = error
      const atAmount = failure.fields?.amount ?? (AT_AMOUNT.includes(code) ? failure.message : undefined)
      if (failure.fields !== undefined) payer.complain(failure.fields)
      if (AT_CODE.includes(code) && failure.fields?.code === undefined) payer.step.complain(failure.message)
      if (atAmount !== undefined) complain(atAmount)
      else focusError()
      if (ABOVE.includes(code) || isGuardRefusal(code)) setRefusal({ code, message: failure.message })
      if (isGuardRefusal(code)) {
        // Keeps the typed amount for the way back from the limits page.
        void navigate({
          ...paths.recharge({ amount: form.getValues('amount'), method: method.id, ...whereNext }),
          replace: true,
        })
        void refreshAll(queryClient, [account, limits])
      }
      if (code === 'METHOD_UNAVAILABLE') void refreshAll(queryClient, [rechargeMethods])
      if (code === 'TOO_MANY_OPEN') void refreshAll(queryClient, [rechargeLog])
    },
  })
  const complain = (message: string) => {
    form.setError('amount', { type: 'limit', message })
    focusError()
  }

  const send = ({ amount }: Values) => {
    const minor = parseMoney(amount)
    if (minor < parseMoney(method.minimum))
      return complain(t('amount.tooSmall', { amount: money(method.minimum, 'price') }))
    if (minor > parseMoney(method.maximum))
      return complain(t('amount.tooLarge', { amount: money(method.maximum, 'price') }))
    if (!payer.isComplete()) return focusError()
    setRefusal(null)
    open.mutate({ method: method.id, amount, ...payer.input() })
  }
  const sending = open.isPending || leaving
  const text = form.watch('amount')
  const message = form.formState.errors.amount?.message
  const rule = message === undefined ? undefined : ruleOf(message)
  return {
    text,
    payer,
    /** the amount while it is valid */
    amount: /^\d{1,12}(\.\d{1,2})?$/.test(text) && /[1-9]/.test(text) ? text : null,
    error: rule === undefined ? message : t(`field.${rule}`),
    refusal,
    sending,
    enter: (value: string) => {
      form.setValue('amount', value, { shouldValidate: form.formState.isSubmitted })
      if (!form.formState.isSubmitted) form.clearErrors('amount')
      setRefusal(null)
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (!sending)
        void form.handleSubmit(send, () => {
          payer.isComplete()
          focusError()
        })(event)
    },
  }
}

export type RechargeFormState = ReturnType<typeof useRechargeForm>

const atLeast = (amount: string, minimum: string): string =>
  parseMoney(amount) < parseMoney(minimum) ? minimum.replace(/\.0+$/, '') : amount
