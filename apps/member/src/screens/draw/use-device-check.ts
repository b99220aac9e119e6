import { useQuery } from '@tanstack/react-query'
import { calculation } from '@fairlot/contract/endpoints/mall/draws'
import { useEffect, useState } from 'react'
import type { DeviceVerdict } from '../../parts/proof/trust.ts'
import { checkInWorker, shownOf, UNASKED_ORDERS } from '../../parts/proof/use-check.ts'
import { fullKey, read } from '../../queries/read.ts'
import { useMember } from '../../stores/session.ts'
import type { Issue } from '../goods/use-issue.ts'

/** `checked`: this device has verified the draw; `failed`: the proof does not hold; `unknown`: not checked, or not yet. */
export type DeviceCheck = 'unknown' | 'checked' | 'failed'

/**
 * Checks the sealed document while the member waits, so that the device holds it, and then the draw. A long list of
 * orders is not fetched unasked.
 */
export function useDeviceCheck({ card }: Issue): DeviceCheck {
  const member = useMember()?.id ?? null
  const drawn = card.status === 'drawn'
  const state = `${card.status} ${card.attempt}`
  const { data: head } = useQuery({
    queryKey: ['draw', ...fullKey(calculation, { issue: card.issue, limit: 1 }, member), state],
    queryFn: () => read(calculation, { issue: card.issue, limit: 1 }),
    enabled: drawn || card.drawAt !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [found, setFound] = useState<{ code: number; verdict: DeviceVerdict } | null>(null)
  useEffect(() => {
    if (!head || head.orders > UNASKED_ORDERS) return
    const { code } = head
    return checkInWorker(shownOf(head), head.tag, (progress) => {
      if (progress.state === 'done' && code !== null) setFound({ code, verdict: progress.checked.verdict })
    })
  }, [head])
  if (found === null || found.code !== card.winner?.code) return 'unknown'
  // a draw that witnesses have not confirmed yet is neither: its calculation page explains it
  return found.verdict === 'verified' ? 'checked' : found.verdict === 'failed' ? 'failed' : 'unknown'
}
