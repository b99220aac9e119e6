import { closeState } from '@fairlot/contract/endpoints/guard'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { call, CallError } from '../../../api/api.ts'
import type { Output } from '../../../api/api.ts'
import { onSessionEnd } from '../../../api/reactions.ts'
import { fullKey, read } from '../../../queries/read.ts'
import { forgetSystem } from '../../../queries/system.ts'
import { paths } from '../../../paths.ts'
import { useSession } from '../../../stores/session.ts'

export type Closing = Output<typeof closeState>

/** Nothing has to finish any more: the account can close at any moment. */
export const isReady = ({
  waitsFor: { orders, prizes, recharges, withdrawals, balance },
  balanceReturns,
}: Closing): boolean =>
  orders + prizes + recharges + withdrawals === 0 && (balanceReturns || !/[1-9]/.test(balance))

/** The polling interval while the account closes: when it can close at any moment, and otherwise. */
const SOON_MS = 3_000
const LATER_MS = 15_000

/** The state of closing. When the account and its session are gone, opens the page that says so. */
export function useClosing() {
  const member = useSession((state) => state.session?.member.id ?? null)
  const client = useQueryClient()
  const navigate = useNavigate()
  const key = fullKey(closeState, {}, member)
  const finish = useCallback(
    async ({ phoneWait }: Closing) => {
      await navigate({ ...paths.closed(), state: { phoneWait }, replace: true })
      useSession.getState().end()
      forgetSystem()
      client.clear()
    },
    [navigate, client],
  )
  const query = useQuery({
    queryKey: key,
    queryFn: async () => {
      const known = client.getQueryData<Closing>(key)
      if (known?.status !== 'closing') return read(closeState, {})
      try {
        return await call(closeState, {})
      } catch (error) {
        // While the account closes, an ended session means that it is closed.
        if (!(error instanceof CallError) || error.code !== 'SESSION_ENDED') throw error
        await finish(known)
        return known
      }
    },
    enabled: member !== null,
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'closing' && (isReady(data) ? SOON_MS : LATER_MS),
  })
  const { data } = query
  useEffect(() => {
    if (data?.status !== 'closing') return undefined
    return onSessionEnd(() => void finish(data))
  }, [data, finish])
  return query
}
