import { useQueryClient } from '@tanstack/react-query'
import { account } from '@fairlot/contract/endpoints/home'
import { limits } from '@fairlot/contract/endpoints/guard'
import type { limitCancel, limitConfirm, limitSave, selfExclude } from '@fairlot/contract/endpoints/guard'
import { useEffect, useState } from 'react'
import { serverNow } from '../../api/api.ts'
import type { Output } from '../../api/api.ts'
import { useAction, useRead } from '../../api/queries.ts'
import type { ActionOptions } from '../../api/queries.ts'
import { fullKey } from '../../api/read.ts'
import { useMember } from '../../stores/session.ts'

export type GuardState = Output<typeof limits>

type Act = typeof limitSave | typeof limitConfirm | typeof limitCancel | typeof selfExclude

/** Own limits and whether one has stopped; what is used of them grows with every purchase. */
export const useGuard = () => useRead(limits, {}, { staleMs: 2_000, topics: ['balance'] })

/** An act on one's own protection: its answer is the new state, which the screens show at once. */
export function useGuardAct<E extends Act>(endpoint: E, options: ActionOptions<E> = {}) {
  const client = useQueryClient()
  const member = useMember()?.id ?? null
  return useAction(endpoint, {
    ...options,
    touches: [account],
    onSuccess: (answer) => {
      client.setQueryData(fullKey(limits, {}, member), answer)
      options.onSuccess?.(answer)
    },
  })
}

/** The longest that a timer of the browser can run. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Whether a moment (Unix milliseconds of the server's clock) has come; turns true by itself. */
export function useReached(at: number): boolean {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const left = Math.max(0, at - serverNow())
    if (left > LONGEST_TIMER_MS) return
    const timer = setTimeout(() => setNow(Math.max(at, serverNow())), left)
    return () => clearTimeout(timer)
  }, [at])
  return now >= at
}
