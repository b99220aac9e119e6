import { account } from '@fairlot/contract/endpoints/home'
import { walletOutcome } from '@fairlot/contract/endpoints/outcome'
import { piggyState, piggyTransfer } from '@fairlot/contract/endpoints/piggy'
import { walletStatement } from '@fairlot/contract/endpoints/wallet'
import { withdrawInfo } from '@fairlot/contract/endpoints/withdrawal'
import type { Code } from '@fairlot/contract/flags'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { PIGGY_LOCK_HOURS } from '@fairlot/contract/kinds/piggy-locks'
import type { PiggyLock } from '@fairlot/contract/kinds/piggy-locks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { call, CallError, serverNow } from '../../api/api.ts'
import type { Output } from '../../api/api.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { useInterrupted } from '../../parts/interrupted/use-interrupted.ts'
import { isEntered } from '../../parts/wallet/entered-amount.ts'
import { useMoneyCall } from '../../queries/actions.ts'
import { refreshAll } from '../../queries/queries.ts'
import { fullKey } from '../../queries/read.ts'
import { useMember } from '../../stores/session.ts'
import { HOUR_MS } from '../../timing.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useMoneyText } from '../../ui/values/money.tsx'

export type Piggy = Output<typeof piggyState>
export type Direction = 'in' | 'out'

/** The form's id, because its button is in the page's action bar. */
export const FORM_ID = 'piggy'

const AT_AMOUNT: readonly Code[] = ['INSUFFICIENT_BALANCE', 'PIGGY_LOCKED']

/** The endpoints whose answers a move changes, besides the piggy bank's. */
const TOUCHES = [account, walletStatement, withdrawInfo]

/** Locks that are too long for a tap by mistake. */
const ASKED_LOCKS: ReadonlySet<PiggyLock> = new Set(['7d', '30d'])

function focusAmount(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`#${FORM_ID} [aria-invalid="true"]`)?.focus(),
  )
}

/** When a lock that begins now ends, in Unix milliseconds; null: it is open. */
export const lockEnd = (lock: PiggyLock): number | null =>
  lock === 'open' ? null : serverNow() + PIGGY_LOCK_HOURS[lock] * HOUR_MS

/** Direction, amount and lock of a move between wallet and piggy bank. */
export function usePiggyForm(piggy: Piggy) {
  const { t } = useTranslation('piggy')
  const client = useQueryClient()
  const member = useMember()?.id ?? null
  const money = useMoneyText()
  const [direction, setDirection] = useState<Direction>('in')
  const [lock, setLock] = useState<PiggyLock>('open')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  /** asks before a lock that is long */
  const [asks, setAsks] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const available = direction === 'in' ? piggy.wallet : piggy.movable
  const amount = isEntered(text) ? text : null
  const complain = (message: string) => {
    setError(message)
    focusAmount()
  }
  const tooMuch = () =>
    t(direction === 'in' ? 'amount.wallet' : 'amount.movable', { amount: money(available) })
  const move = useMoneyCall(piggyTransfer, {
    touches: TOUCHES,
    shows: ({ code, failure }) =>
      AT_AMOUNT.includes(code) ||
      code === 'ACCOUNT_CLOSING' ||
      code === 'REQUEST_ID_REUSED' ||
      failure.fields?.amount !== undefined,
    onSuccess: (state) => {
      toast.ok(t(`done.${direction}`, { amount: money(amount ?? '0') }))
      client.setQueryData(fullKey(piggyState, {}, member), state)
      setText('')
    },
    onError: (failed) => {
      if (!(failed instanceof CallError)) return
      const { message, fields } = failed.failure
      void client.invalidateQueries({ queryKey: [piggyState.path] })
      if (fields?.amount !== undefined || AT_AMOUNT.includes(failed.code)) complain(fields?.amount ?? message)
      else if (failed.code === 'ACCOUNT_CLOSING' || failed.code === 'REQUEST_ID_REUSED') setRefusal(message)
    },
  })
  const [interrupted, forget] = useInterrupted(piggyTransfer, {
    find: async ({ requestId }) => (await call(walletOutcome, { of: 'piggy', requestId })).id,
    onDone: (_, { input }) => {
      toast.ok(t(`done.${input.direction}`, { amount: money(input.amount) }))
      void refreshAll(client, [piggyState, ...TOUCHES])
    },
  })
  const send = () => {
    forget()
    if (amount !== null) move.mutate({ direction, amount, lock: direction === 'in' ? lock : 'open' })
  }
  const after = (part: string, sign: 1n | -1n): string =>
    formatMoney(parseMoney(part) + (amount === null ? 0n : sign * parseMoney(amount)))
  const isTooMuch = amount !== null && parseMoney(amount) > parseMoney(available)
  return {
    direction,
    turn: () => {
      setDirection(direction === 'in' ? 'out' : 'in')
      setError(undefined)
      setRefusal(null)
    },
    lock,
    setLock,
    text,
    amount,
    error,
    refusal,
    /** what can be moved in this direction */
    available,
    /** the two amounts after the move; null while the amount cannot be moved */
    after:
      amount === null || isTooMuch
        ? null
        : {
            wallet: after(piggy.wallet, direction === 'in' ? -1n : 1n),
            piggy: after(piggy.piggy, direction === 'in' ? 1n : -1n),
          },
    enter: (value: string) => {
      setText(value)
      setError(undefined)
      setRefusal(null)
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (move.isPending || interrupted === 'asking') return
      if (text === '') return complain(t('amount.required'))
      if (amount === null) return complain(t('amount.format'))
      if (isTooMuch) return complain(tooMuch())
      setRefusal(null)
      if (direction === 'in' && ASKED_LOCKS.has(lock)) setAsks(true)
      else send()
    },
    asks,
    setAsks,
    /** moves the money after the question */
    confirm: () => {
      setAsks(false)
      send()
    },
    sending: move.isPending || interrupted === 'asking',
    /** of a move that a reload or a lost answer interrupted */
    interrupted,
  }
}

export type PiggyForm = ReturnType<typeof usePiggyForm>
