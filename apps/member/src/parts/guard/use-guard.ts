import { useQueryClient } from '@tanstack/react-query'
import { account } from '@fairlot/contract/endpoints/home'
import { limits } from '@fairlot/contract/endpoints/guard'
import type { limitCancel, limitConfirm, limitSave, selfExclude } from '@fairlot/contract/endpoints/guard'
import { useEffect, useState } from 'react'
import { serverNow } from '../../api/api.ts'
import type { Output } from '../../api/api.ts'
import { useAction, useRead } from '../../queries/queries.ts'
import type { ActionOptions } from '../../queries/queries.ts'
import { fullKey } from '../../queries/read.ts'
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

const LOOK_MS = 1_000

/** Whether a moment (Unix milliseconds of the server's clock, which may be learnt meanwhile) has come. */
export function useReached(at: number): boolean {
  const [now, setNow] = useState(serverNow)
  const reached = now >= at
  useEffect(() => {
    if (reached) return
    const timer = setInterval(() => setNow(serverNow()), LOOK_MS)
    return () => clearInterval(timer)
  }, [reached])
  return reached
}
