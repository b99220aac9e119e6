import { account } from '@fairlot/contract/endpoints/home'
import { orderDetail, orderIssues, orderList } from '@fairlot/contract/endpoints/mall/orders'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { askEvery, useLive } from '../../../live/live.ts'
import { issueTopic } from '../../../live/topics.ts'
import { refreshAll, useRead } from '../../../queries/queries.ts'
import { askAgainAfter, isOpenPrize } from '../order-state.ts'

/** A prize changes when an operator or a carrier does something; the stream reports it, and this is for when there is none. */
const PRIZE_EVERY_MS = 60_000

/**
 * The order, kept current until its prize is done. When it changes, the member's money and lists are fetched again.
 */
export function useOrder(order: string) {
  const [everyMs, setEveryMs] = useState<number | false>(false)
  const query = useRead(orderDetail, { order }, { everyMs, staleMs: 1_000 })
  const known = query.data?.order
  const isLive = useLive(known ? [issueTopic(known.card.issue), 'draws', 'prizes'] : [])
  // the stream reports draws; an outcome that is still processing must be polled
  const wanted =
    known === undefined
      ? false
      : isOpenPrize(known.status)
        ? PRIZE_EVERY_MS
        : askEvery(askAgainAfter(known), isLive && known.status !== 'processing')
  if (wanted !== everyMs) setEveryMs(wanted)
  const client = useQueryClient()
  const status = query.data?.order.status
  const before = useRef(status)
  useEffect(() => {
    if (before.current !== undefined && before.current !== status) {
      void refreshAll(client, [account, orderIssues, orderList])
    }
    before.current = status
  }, [client, status])
  return query
}
