import { account } from '@fairlot/contract/endpoints/home'
import { rechargeReturn, rechargeReturns } from '@fairlot/contract/endpoints/recharge-return'
import { rechargeLog, walletStatement } from '@fairlot/contract/endpoints/wallet'
import { withdrawInfo, withdrawLog } from '@fairlot/contract/endpoints/withdrawal'
import { parseMoney } from '@fairlot/contract/money/money'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CallError } from '../../../api/api.ts'
import type { Output } from '../../../api/api.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { placedIn } from '../../../parts/auth/refusals.ts'
import { useStepUp } from '../../../parts/auth/use-step-up.ts'
import { isEntered, wholeCents } from '../../../parts/wallet/entered-amount.ts'
import { paths } from '../../../paths.ts'
import { useMoneyCall } from '../../../queries/actions.ts'
import { useMoneyText } from '../../../ui/values/money.tsx'

export type Returnable = Output<typeof rechargeReturns>['items'][number]

const OF_CODE: readonly string[] = ['CODE_WRONG', 'CODE_EXPIRED']

/** Amount and code of a return; all of what can go back at first. What was typed stays after every refusal. */
export function useReturn({ recharge, returnable }: Returnable) {
  const { t } = useTranslation('back')
  const money = useMoneyText()
  const navigate = useNavigate()
  const step = useStepUp('withdraw')
  const all = wholeCents(returnable)
  const [text, setText] = useState(all)
  const [error, setError] = useState<string>()
  const placed = placedIn(['code', 'amount'])
  const send = useMoneyCall(rechargeReturn, {
    touches: [rechargeReturns, rechargeLog, withdrawInfo, withdrawLog, account, walletStatement],
    shows: (failed) => failed.code === 'RETURN_TOO_LARGE' || OF_CODE.includes(failed.code) || placed(failed),
    onSuccess: ({ id }) => void navigate(paths.withdrawals(id)),
    onError: (failed) => {
      if (!(failed instanceof CallError)) return
      const { message, fields } = failed.failure
      if (OF_CODE.includes(failed.code) || fields?.code !== undefined) step.complain(fields?.code ?? message)
      else if (failed.code === 'RETURN_TOO_LARGE' || fields?.amount !== undefined)
        setError(fields?.amount ?? message)
    },
  })
  /** the fault of what was typed; undefined: none */
  function fault(): string | undefined {
    if (text === '') return t('fault.required')
    if (!isEntered(text)) return t('fault.format')
    return parseMoney(text) > parseMoney(all) ? t('fault.large', { amount: money(all) }) : undefined
  }
  return {
    step,
    text,
    all,
    error,
    enter: (value: string) => {
      setText(value)
      setError(undefined)
    },
    submit: () => {
      const found = fault()
      setError(found)
      if (found !== undefined || !step.isComplete() || send.isPending) return
      send.mutate({ id: recharge, amount: text, code: step.code })
    },
    sending: send.isPending,
  }
}
