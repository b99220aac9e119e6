import { account } from '@fairlot/contract/endpoints/home'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { askEvery, useLive } from '../../../live/live.ts'
import { issueTopic } from '../../../live/topics.ts'
import { refreshAll } from '../../../queries/queries.ts'
import { askAgainAfter, askAllAgainAfter } from '../order-state.ts'
import type { OrderIssue } from '../order-state.ts'

/** The number of issues that are subscribed to; those further down follow draws only. */
const MOST_LIVE = 30

/** Polls while an issue awaits its draw and the page is visible. The counts follow. */
export function useFreshOrders(groups: readonly OrderIssue[], refresh: () => Promise<void>): void {
  const client = useQueryClient()
  const open = groups.filter((group) => askAgainAfter(group) !== false)
  const topics = open.slice(0, MOST_LIVE).map(({ card }) => issueTopic(card.issue))
  const isLive = useLive([...new Set(topics), 'draws', 'prizes'])
  // the stream reports draws; an outcome that is still processing must be polled
  const isTold = isLive && groups.every(({ status }) => status !== 'processing')
  const everyMs = askEvery(askAllAgainAfter(groups), isTold)
  const again = useRef(refresh)
  useEffect(() => {
    again.current = refresh
  })
  useEffect(() => {
    if (everyMs === false) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void again.current()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  const states = groups.map(({ card, orders, status }) => `${card.issue} ${orders} ${status}`).join()
  const known = useRef(states)
  useEffect(() => {
    if (known.current === states) return
    const first = known.current === ''
    known.current = states
    if (!first) void refreshAll(client, [account])
  }, [client, states])
}
