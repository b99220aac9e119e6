import { useQueryClient } from '@tanstack/react-query'
import { account } from '@fairlot/contract/endpoints/home'
import { limits } from '@fairlot/contract/endpoints/guard'
import type { limitCancel, limitConfirm, limitSave, selfExclude } from '@fairlot/contract/endpoints/guard'
import { useEffect, useState } from 'react'
import { serverNow } from '../../api/api.ts'
import type { Output } from '../../api/api.ts'
import { useAction } from '../../queries/actions.ts'
import { useRead } from '../../queries/queries.ts'
import type { ActionOptions } from '../../queries/actions.ts'
import { fullKey } from '../../queries/read.ts'
import { useMember } from '../../stores/session.ts'

export type GuardState = Output<typeof limits>

type Act = typeof limitSave | typeof limitConfirm | typeof limitCancel | typeof selfExclude

/** The member's limits and current exclusion. Usage grows with every purchase, so the answer is soon stale. */
export const useGuard = () => useRead(limits, {}, { staleMs: 2_000, topics: ['balance'] })

/** An action on the member's protection. Its answer is the new state, which screens show at once. */
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

/** Whether a moment has come (Unix milliseconds of the server's clock, which the app may learn meanwhile). */
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
