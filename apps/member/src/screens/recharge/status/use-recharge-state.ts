import { useState } from 'react'
import { rechargeStatus } from '@fairlot/contract/endpoints/wallet'
import { useLive } from '../../../live/live.ts'
import { useRead } from '../../../queries/queries.ts'
import { everyMs } from './poll.ts'

const MONEY = ['balance'] as const

/** The state of a recharge, asked for while it is open: every two seconds at first, then less often. */
export function useRechargeState(id: string) {
  const [since] = useState(Date.now)
  const [period, setPeriod] = useState<number | false>(() => everyMs(0, false))
  const query = useRead(rechargeStatus, { id }, { everyMs: period, staleMs: 0 })
  // the credit is told at once; a payment that fails tells nobody, so asking goes on
  useLive(MONEY)
  const isFinal = query.data !== undefined && query.data.status !== 'processing'
  // Every answer draws the screen anew (it shows when it came), so the age of the wait is judged with each.
  const wanted = everyMs(Math.max(query.dataUpdatedAt, query.errorUpdatedAt) - since, isFinal)
  if (wanted !== period) setPeriod(wanted)
  return query
}
