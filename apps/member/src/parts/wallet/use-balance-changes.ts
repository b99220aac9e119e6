import { account } from '@fairlot/contract/endpoints/home'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { EndpointDefinition } from '../../api/api.ts'
import { refreshAll, useRead } from '../../queries/queries.ts'

const BALANCE = ['balance'] as const

/**
 * Has answers fetched again when the wallet's balance changes, which the stream reports at once: a withdrawal came back, a
 * recharge arrived.
 */
export function useBalanceChanges(endpoints: readonly EndpointDefinition[]): void {
  const client = useQueryClient()
  const balance = useRead(account, {}, { topics: BALANCE }).data?.balance
  const seen = useRef(balance)
  const wanted = useRef(endpoints)
  useEffect(() => {
    const before = seen.current
    seen.current = balance
    if (before !== undefined && balance !== before) void refreshAll(client, wanted.current)
  }, [client, balance])
}
