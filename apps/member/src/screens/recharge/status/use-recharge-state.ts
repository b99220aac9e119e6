import { useState } from 'react'
import { rechargeStatus } from '@fairlot/contract/endpoints/wallet'
import type { Output } from '../../../api/api.ts'
import { useRead } from '../../../queries/queries.ts'
import { everyMs } from './poll.ts'

export type Recharge = Output<typeof rechargeStatus>

const TOPICS = ['balance', 'records'] as const

/**
 * The state of a recharge. The stream reports its end; without a stream an open recharge is polled: every two seconds at first, then
 * less often. One in USDT is polled with a stream too, because the confirmations of its transfer are no event. `hurry` asks at once, and begins with the short intervals again.
 */
export function useRechargeState(id: string) {
  const [since, setSince] = useState(Date.now)
  const [period, setPeriod] = useState<number | false>(() => everyMs(0, false))
  const [isCrypto, setIsCrypto] = useState(false)
  const options = { everyMs: period, staleMs: 0, topics: TOPICS, moreThanTopics: isCrypto }
  const query = useRead(rechargeStatus, { id }, options)
  const isFinal = query.data !== undefined && query.data.status !== 'processing'
  // Every answer renders the screen again (it shows when it came), so the age of the wait is computed each time.
  const wanted = everyMs(Math.max(query.dataUpdatedAt, query.errorUpdatedAt) - since, isFinal)
  if (wanted !== period) setPeriod(wanted)
  const shown = query.data?.instructions?.kind === 'crypto'
  if (shown !== isCrypto) setIsCrypto(shown)
  const hurry = () => {
    setSince(Date.now())
    void query.refetch()
  }
  return { query, hurry }
}
