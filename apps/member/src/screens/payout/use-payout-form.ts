import { payoutList, payoutSave } from '@fairlot/contract/endpoints/payout'
import { withdrawInfo } from '@fairlot/contract/endpoints/withdrawal'
import { PAYOUT_FORMS } from '@fairlot/contract/life/payout-life'
import type { PayoutField, PayoutKind, PixKey } from '@fairlot/contract/life/payout-life'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { CallError } from '../../api/api.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { focusFirstError, placedIn } from '../../parts/auth/refusals.ts'
import { useStepUp } from '../../parts/auth/use-step-up.ts'
import type { PayoutAccount } from '../../parts/payout/payout-kind.tsx'
import { hrefOf, paths } from '../../paths.ts'
import { useMoneyCall } from '../../queries/actions.ts'
import { returnTo } from '../../router/return-to.ts'
import { toast } from '../../ui/feedback/toast.ts'

type Values = { [F in PayoutField]?: string | undefined }
const PLACED = [...PAYOUT_FORMS.bank, 'code'] as const
/** Refusals that concern the account as a whole, above the fields. */
const ABOVE = new Set(['PAYOUT_EXCLUDED', 'TOO_MANY_ACCOUNTS', 'REQUEST_ID_REUSED'])

type Options = {
  kind: PayoutKind
  /** the account that is replaced */
  replaces: PayoutAccount | undefined
  next: string | undefined
}

/**
 * The form of an account. What was typed stays after a refusal and when another kind is chosen: fields of the same name
 * belong to all kinds. The server's message for each field is shown beside it.
 */
export function usePayoutForm({ kind, replaces, next }: Options) {
  const { t } = useTranslation('payout')
  const router = useRouter()
  const element = useRef<HTMLFormElement>(null)
  const [first] = useState<Values>({ bankName: replaces?.label ?? '', holder: replaces?.holder ?? '' })
  const [values, setValues] = useState(first)
  const [pixKey, setPixKey] = useState<PixKey>('cpf')
  const [errors, setErrors] = useState<Values>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(false)
  const step = useStepUp('payout')
  const placed = placedIn(PLACED)
  const save = useMoneyCall(payoutSave, {
    touches: [payoutList, withdrawInfo],
    shows: (error) =>
      ABOVE.has(error.code) || error.code === 'CODE_WRONG' || error.code === 'CODE_EXPIRED' || placed(error),
    lost: replaces && t('form.lost'),
    onSuccess: () => {
      toast.ok(t('form.saved'))
      setSaved(true)
    },
    onError: (error) => {
      if (!(error instanceof CallError)) return
      const { fields = {}, message } = error.failure
      const { code, ...wrong } = fields
      setErrors(wrong)
      if (code !== undefined) step.complain(code)
      else if (error.code === 'CODE_WRONG' || error.code === 'CODE_EXPIRED') step.complain(message)
      if (ABOVE.has(error.code)) setRefusal(message)
      focusFirstError(element.current)
    },
  })
  // After the form has told the router that it holds no change: the router would ask before the page is left.
  useEffect(() => {
    if (isSaved) returnTo(router.history, { page: next ?? hrefOf(paths.payouts()) })
  }, [isSaved, next, router])
  const fields: readonly PayoutField[] = PAYOUT_FORMS[kind]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const missing = fields.filter((field) => (values[field] ?? '').trim() === '')
    setErrors(Object.fromEntries(missing.map((field) => [field, t('required')])))
    setRefusal(null)
    const hasCode = step.isComplete()
    if (missing.length > 0 || !hasCode) return focusFirstError(element.current)
    const details = Object.fromEntries(fields.map((field) => [field, values[field] ?? '']))
    save.mutate({
      ...details,
      kind,
      ...(kind === 'pix' && { pixKey }),
      code: step.code,
      ...(replaces === undefined ? {} : { id: replaces.id }),
    })
  }
  return {
    element,
    fields,
    values,
    errors,
    refusal,
    step,
    pixKey,
    choosePixKey: (chosen: PixKey) => {
      setPixKey(chosen)
      setErrors((old) => ({ ...old, number: undefined }))
    },
    submit,
    sending: save.isPending || isSaved,
    /** something would be lost */
    changed:
      !isSaved &&
      Object.entries(values).some(([field, value]) => value !== (first[field as PayoutField] ?? '')),
    enter: (field: PayoutField, value: string) => {
      setValues((old) => ({ ...old, [field]: value }))
      setErrors((old) => ({ ...old, [field]: undefined }))
    },
  }
}

export type PayoutForm = ReturnType<typeof usePayoutForm>
