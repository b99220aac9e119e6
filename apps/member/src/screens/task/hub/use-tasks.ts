import { teamSummary } from '@fairlot/contract/endpoints/growth/team'
import { taskCheckIn, taskClaim, taskList } from '@fairlot/contract/endpoints/growth/tasks'
import { account, home } from '@fairlot/contract/endpoints/home'
import { FLAG } from '@fairlot/contract/flags'
import { walletStatement } from '@fairlot/contract/endpoints/wallet'
import { useState } from 'react'
import { CallError } from '../../../api/api.ts'
import type { Input, Output } from '../../../api/api.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useMoneyCall } from '../../../queries/actions.ts'
import { useRead } from '../../../queries/queries.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { useMoneyText } from '../../../ui/values/money.tsx'

export type Tasks = Output<typeof taskList>
export type Claim = Input<typeof taskClaim>['claim']

const EVERY_MS = 20_000
const TOPICS = ['tasks', 'balance'] as const
/** What a claim changes. */
const TOUCHES = [taskList, account, walletStatement, home]

export const useTasks = () => useRead(taskList, {}, { topics: TOPICS, everyMs: EVERY_MS, staleMs: 1_000 })

export const useTeam = () => useRead(teamSummary, {}, { topics: ['team'] })

/** A refused claim: where it was made, and the server's message. */
export type Refused = { at: 'checkin' | Claim; message: string; code: CallError['code'] }

/** Claims and the check-in. A refusal stays on the page beside the reward that was claimed. */
export function useClaims() {
  const { t } = useTranslation('task')
  const money = useMoneyText()
  const [refused, setRefused] = useState<Refused | null>(null)
  const note = (at: Refused['at'], error: Error) => {
    if (error instanceof CallError) setRefused({ at, message: error.failure.message, code: error.code })
  }
  const shows = ({ flag }: CallError) => flag === FLAG.refused
  const checkIn = useMoneyCall(taskCheckIn, {
    touches: TOUCHES,
    shows,
    onSuccess: ({ amount }) => toast.ok(t('received', { amount: money(amount) })),
    onError: (error) => note('checkin', error),
  })
  const claim = useMoneyCall(taskClaim, {
    touches: TOUCHES,
    shows,
    onSuccess: ({ voucher, amount }) =>
      toast.ok(voucher === null ? t('received', { amount: money(amount) }) : t('receivedVoucher')),
  })
  return {
    refused,
    checkIn: () => {
      setRefused(null)
      checkIn.mutate({})
    },
    claim: (one: Claim) => {
      setRefused(null)
      claim.mutate({ claim: one }, { onError: (error) => note(one, error) })
    },
    /** what is being claimed now */
    busy: checkIn.isPending ? ('checkin' as const) : claim.isPending ? claim.variables.claim : null,
  }
}

export type Claims = ReturnType<typeof useClaims>
