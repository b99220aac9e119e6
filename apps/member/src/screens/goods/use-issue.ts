import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Output } from '../../api/api.ts'
import { goodsDetail, goodsHistory } from '@fairlot/contract/endpoints/mall/goods'
import { account } from '@fairlot/contract/endpoints/home'
import { orderIssues, orderList } from '@fairlot/contract/endpoints/mall/orders'
import { issueTopic } from '../../live/topics.ts'
import { refreshAll, useRead } from '../../queries/queries.ts'

export type Issue = Output<typeof goodsDetail>

/** The polling interval of an issue by its state, in milliseconds; false when it no longer changes. */
const EVERY_MS = {
  scheduled: 10_000,
  selling: 2_500,
  sold_out: 1_500,
  drawn: false,
  expired: 10_000,
  refunded: false,
} as const

/** One issue, kept current while it sells or awaits its draw (the query client pauses in the background). */
export function useIssue(number: string) {
  const [everyMs, setEveryMs] = useState<number | false>(EVERY_MS.selling)
  const topics = [issueTopic(number), 'draws'] as const
  const query = useRead(goodsDetail, { issue: number }, { everyMs, staleMs: 1_000, topics })
  const status = query.data?.card.status
  const wanted = status === undefined ? EVERY_MS.selling : EVERY_MS[status]
  if (wanted !== everyMs) setEveryMs(wanted)
  useFollowUp(query.data)
  return query
}

/**
 * The shortest interval in milliseconds between refreshes of the participants, because a busy sale changes several
 * times a second.
 */
const HISTORY_EVERY_MS = 2_500

/** Fetches again what depends on an issue: participants after sales, the member's money after the draw. */
function useFollowUp(issue: Issue | undefined): void {
  const client = useQueryClient()
  const before = useRef<{ sold: number; status: string } | null>(null)
  const moved = useAtMost(HISTORY_EVERY_MS, () => void refreshAll(client, [goodsHistory]))
  useEffect(() => {
    if (!issue) return
    const { sold, status } = issue.card
    const last = before.current
    before.current = { sold, status }
    if (last === null) return
    if (last.sold !== sold) moved()
    if (last.status !== status) void refreshAll(client, [account, orderIssues, orderList])
  }, [client, issue, moved])
}

const stillness = globalThis.matchMedia('(prefers-reduced-motion: reduce)')

/**
 * True once the member has seen the issue waiting for its draw: the result then rolls in. Others, and members who
 * prefer reduced motion, see it at once.
 */
export function useSawWaiting(status: Issue['card']['status']): boolean {
  const [saw, setSaw] = useState(status === 'sold_out')
  if (status === 'sold_out' && !saw) setSaw(true)
  return saw && !stillness.matches
}

/** Runs a function, but not again before `everyMs` have passed; requests in between are combined into one run. */
function useAtMost(everyMs: number, act: () => void): () => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  const state = useRef<{ doneAt: number; timer: ReturnType<typeof setTimeout> | undefined }>({
    doneAt: 0,
    timer: undefined,
  })
  useEffect(() => {
    const { current } = state
    return () => {
      clearTimeout(current.timer)
      current.timer = undefined
    }
  }, [])
  return useCallback(() => {
    const { current } = state
    if (current.timer !== undefined) return
    current.timer = setTimeout(
      () => {
        current.timer = undefined
        current.doneAt = Date.now()
        latest.current()
      },
      Math.max(0, current.doneAt + everyMs - Date.now()),
    )
  }, [everyMs])
}
