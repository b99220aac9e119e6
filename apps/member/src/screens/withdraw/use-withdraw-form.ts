import { account } from '@fairlot/contract/endpoints/home'
import { walletOutcome } from '@fairlot/contract/endpoints/outcome'
import { walletStatement } from '@fairlot/contract/endpoints/wallet'
import { withdraw, withdrawInfo, withdrawLog } from '@fairlot/contract/endpoints/withdrawal'
import type { Code } from '@fairlot/contract/flags'
import { parseMoney } from '@fairlot/contract/money/money'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { call, CallError } from '../../api/api.ts'
import type { Output } from '../../api/api.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { placedIn } from '../../parts/auth/refusals.ts'
import { useStepUp } from '../../parts/auth/use-step-up.ts'
import { useInterrupted } from '../../parts/interrupted/use-interrupted.ts'
import { isEntered } from '../../parts/wallet/entered-amount.ts'
import { needsCheckFor } from '../../parts/identity/identity-standing.ts'
import { hrefOf, paths } from '../../paths.ts'
import { useMoneyCall } from '../../queries/actions.ts'
import { refreshAll } from '../../queries/queries.ts'
import { queryClient } from '../../queries/query-client.ts'
import { QUOTE_AFTER_MS } from '../../page-timing.ts'
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
  'IDENTITY_REQUIRED',
  'HOLDER_DIFFERS',
]

/** Why no withdrawal was made, above the form. */
export type Refused = { code: Code; message: string }

function focusAmount(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`#${FORM_ID} [aria-invalid="true"]`)?.focus(),
  )
}

type Entered = { amount?: string; account?: string }

/** Keeps what was entered in the address when typing pauses, for the way back from another page. */
function useKeptInAddress({ amount, account: chosen }: Entered): void {
  const navigate = useNavigate()
  const kept: Entered = useSearch({ strict: false })
  const isKept = kept.amount === amount && kept.account === chosen
  useEffect(() => {
    if (isKept) return undefined
    const timer = setTimeout(() => {
      // of both addresses of this page
      void navigate({
        to: '.',
        search: { amount, account: chosen },
        replace: true,
        resetScroll: false,
      })
    }, QUOTE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [navigate, isKept, amount, chosen])
}

/** The endpoints whose answers a withdrawal changes. */
const TOUCHES = [withdrawInfo, withdrawLog, account, walletStatement]

const CLOSED = { sheet: null, refusal: null } as const

/** Amount, account and code of a withdrawal. What was typed stays after every refusal. */
export function useWithdrawForm(info: Info) {
  const { t } = useTranslation('withdraw')
  const navigate = useNavigate()
  const money = useMoneyText()
  const step = useStepUp('withdraw')
  // what was entered before another page was needed
  const kept: Entered = useSearch({ strict: false })
  const [text, setText] = useState(kept.amount ?? '')
  const [error, setError] = useState<string>()
  const [chosen, setChosen] = useState<string | null>(kept.account ?? null)
  const [open, setOpen] = useState<{ sheet: 'code' | 'account' | 'how' | null; refusal: Refused | null }>(
    CLOSED,
  )
  const amount = isEntered(text) ? text : null
  const entered = {
    ...(amount !== null && { amount }),
    ...(chosen !== null && { account: chosen }),
  }
  useKeptInAddress(entered)
  const { quote, identity: quoted } = useQuote(amount)
  const identity = quoted ?? info.identity
  // more than can be withdrawn is refused beside the field
  const isPossible = amount === null || parseMoney(amount) <= parseMoney(info.withdrawable)
  const needsCheck = isPossible && (quoted?.needed ?? needsCheckFor(info.identity, amount))
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
    touches: TOUCHES,
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
  const [interrupted, forget] = useInterrupted(withdraw, {
    find: async ({ requestId }) => (await call(walletOutcome, { of: 'withdrawal', requestId })).id,
    onDone: (id) => {
      void refreshAll(queryClient, TOUCHES)
      void navigate({ ...paths.withdrawals(id), replace: true })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (interrupted === 'asking') return
    forget()
    if (text === '') return complain(t('amount.required'))
    if (amount === null) return complain(t('amount.format'))
    // an account that closes may withdraw all that is left, however little
    const isAll = parseMoney(amount) === parseMoney(info.withdrawable)
    if (parseMoney(amount) < parseMoney(info.minimum) && !(isAll && info.waived === 'closing'))
      return complain(t('amount.small', { amount: money(info.minimum, 'price') }))
    if (parseMoney(amount) > parseMoney(info.withdrawable))
      return complain(t('amount.large', { amount: money(info.withdrawable) }))
    // the button has become the way to the check
    if (!needsCheck) setOpen({ sheet: 'code', refusal: null })
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
    /** the server's rules about the identity check, for this amount */
    identity,
    /** a withdrawal of this amount needs an approved check first */
    needsCheck,
    /** the identity check, which leads back here with what was entered, as the back button does */
    checkLink: paths.identity({ next: hrefOf(paths.withdraw(entered)) }),
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
    /** of a withdrawal that a reload or a lost answer interrupted */
    interrupted,
  }
}

export type WithdrawForm = ReturnType<typeof useWithdrawForm>
