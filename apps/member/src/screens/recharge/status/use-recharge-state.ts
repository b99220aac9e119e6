import { useState } from 'react'
import { rechargeStatus } from '@fairlot/contract/endpoints/wallet'
import { useLive } from '../../../live/live.ts'
import { useRead } from '../../../queries/queries.ts'
import { everyMs } from './poll.ts'

const MONEY = ['balance'] as const

/** The state of a recharge, polled while it is open: every two seconds at first, then less often. */
export function useRechargeState(id: string) {
  const [since] = useState(Date.now)
  const [period, setPeriod] = useState<number | false>(() => everyMs(0, false))
  const query = useRead(rechargeStatus, { id }, { everyMs: period, staleMs: 0 })
  // the stream reports a credit at once, but not a failed payment, so polling continues
  useLive(MONEY)
  const isFinal = query.data !== undefined && query.data.status !== 'processing'
  // Every answer renders the screen again (it shows when it came), so the age of the wait is computed each time.
  const wanted = everyMs(Math.max(query.dataUpdatedAt, query.errorUpdatedAt) - since, isFinal)
  if (wanted !== period) setPeriod(wanted)
  return query
}
