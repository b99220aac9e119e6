import { account } from '@fairlot/contract/endpoints/home'
import { walletStatement } from '@fairlot/contract/endpoints/wallet'
import { withdraw, withdrawInfo, withdrawLog } from '@fairlot/contract/endpoints/withdrawal'
import type { Code } from '@fairlot/contract/flags'
import { parseMoney } from '@fairlot/contract/money'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { CallError } from '../../api/api.ts'
import type { Output } from '../../api/api.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { placedIn } from '../../parts/auth/refusals.ts'
import { useStepUp } from '../../parts/auth/use-step-up.ts'
import { isEntered } from '../../parts/wallet/entered-amount.ts'
import { paths } from '../../paths.ts'
import { useMoneyCall } from '../../queries/actions.ts'
import { refreshAll } from '../../queries/queries.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useMoneyText } from '../../ui/values/money.tsx'
import { useQuote } from './use-quote.ts'

export type Info = Output<typeof withdrawInfo>

/** The form's id, because its button is in the page's action bar. */
export const FORM_ID = 'withdraw'

const AT_AMOUNT: readonly Code[] = ['WITHDRAWAL_TOO_SMALL', 'WITHDRAWABLE_INSUFFICIENT']
const AT_CODE: readonly Code[] = ['CODE_WRONG', 'CODE_EXPIRED']
const ABOVE: readonly Code[] = [
  'PAYOUT_MISSING',
  'PAYOUT_RESTS',
  'PAYOUT_EXCLUDED',
  'OUTSIDE_HOURS',
  'TOO_MANY_WITHDRAWALS',
  'REQUEST_ID_REUSED',
]

/** Why no withdrawal was made, above the form. */
export type Refused = { code: Code; message: string }

function focusAmount(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`#${FORM_ID} [aria-invalid="true"]`)?.focus(),
  )
}

const CLOSED = { sheet: null, refusal: null } as const

/** Amount, account and code of a withdrawal. What was typed stays after every refusal. */
export function useWithdrawForm(info: Info) {
  const { t } = useTranslation('withdraw')
  const navigate = useNavigate()
  const money = useMoneyText()
  const step = useStepUp('withdraw')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [chosen, setChosen] = useState<string | null>(null)
  const [open, setOpen] = useState<{ sheet: 'code' | 'account' | 'how' | null; refusal: Refused | null }>(
    CLOSED,
  )
  const amount = isEntered(text) ? text : null
  const quote = useQuote(amount)
  const target =
    info.accounts.find(({ id }) => id === chosen) ??
    info.accounts.find(({ state }) => state === 'usable') ??
    info.accounts[0]
  const complain = (message: string) => {
    setError(message)
    focusAmount()
  }
  const placed = placedIn(['code', 'amount'])
  const apply = useMoneyCall(withdraw, {
    touches: [withdrawInfo, withdrawLog, account, walletStatement],
    shows: (failed) => [...AT_AMOUNT, ...AT_CODE, ...ABOVE].includes(failed.code) || placed(failed),
    onSuccess: ({ id }) => void navigate({ ...paths.withdrawals(id), replace: true }),
    onError: (failed) => {
      if (!(failed instanceof CallError)) return
      const { message, fields } = failed.failure
      if (AT_CODE.includes(failed.code) || fields?.code !== undefined)
        return step.complain(fields?.code ?? message)
      void refreshAll(queryClient, [withdrawInfo])
      if (AT_AMOUNT.includes(failed.code) || fields?.amount !== undefined) {
        setOpen(CLOSED)
        // the sheet first returns the focus to its button
        setTimeout(() => complain(fields?.amount ?? message))
      } else if (ABOVE.includes(failed.code)) {
        setOpen({ sheet: null, refusal: { code: failed.code, message } })
      }
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text === '') return complain(t('amount.required'))
    if (amount === null) return complain(t('amount.format'))
    // an account that closes may withdraw all that is left, however little
    const isAll = parseMoney(amount) === parseMoney(info.withdrawable)
    if (parseMoney(amount) < parseMoney(info.minimum) && !(isAll && info.waived === 'closing'))
      return complain(t('amount.small', { amount: money(info.minimum, 'price') }))
    if (parseMoney(amount) > parseMoney(info.withdrawable))
      return complain(t('amount.large', { amount: money(info.withdrawable) }))
    setOpen({ sheet: 'code', refusal: null })
  }
  return {
    text,
    /** null: not an amount */
    amount,
    error,
    enter: (value: string) => {
      setText(value)
      setError(undefined)
      setOpen(CLOSED)
    },
    quote,
    /** where the money goes; undefined: the member has no account */
    target,
    choose: (id: string) => {
      setChosen(id)
      setOpen(CLOSED)
    },
    refusal: open.refusal,
    sheet: open.sheet,
    show: (sheet: 'code' | 'account' | 'how' | null) => setOpen(({ refusal }) => ({ sheet, refusal })),
    submit,
    step,
    confirm: () => {
      if (amount === null || target === undefined || apply.isPending || !step.isComplete()) return
      apply.mutate({ amount, account: target.id, code: step.code })
    },
    sending: apply.isPending,
  }
}

export type WithdrawForm = ReturnType<typeof useWithdrawForm>
