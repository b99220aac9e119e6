import { CallError } from '@fairlot/contract/client'
import { buy, orderDetail } from '@fairlot/contract/endpoints/mall/orders'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../../api/api.ts'
import { endInterrupted, interruptedCall } from '../../../queries/actions.ts'
import { useSession } from '../../../stores/session.ts'
import { OUTCOME_AGAIN_MS, OUTCOME_TRIES } from '../../../page-timing.ts'

/** `asking`: its outcome is asked for; `nothing`: it bought nothing. Null: no payment was interrupted, or nothing can be said. */
export type Interrupted = 'asking' | 'nothing' | null

/** Whether the server knows the order. A purchase that is still on its way is known a little later. */
async function isBought(order: string): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      await call(orderDetail, { order })
      return true
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'NO_SUCH_DATA')) throw error
    }
    if (tries === OUTCOME_TRIES) return false
    await new Promise((resolve) => setTimeout(resolve, OUTCOME_AGAIN_MS))
  }
}

/**
 * A payment of this issue that a reload interrupted: its outcome is asked for, and no second payment is made. The order's id follows from the
 * request id. What bought nothing keeps its request id: a call that arrives late and the next tap on the button are one purchase.
 * @param onBought receives the order and the request id
 */
export function useInterrupted(
  issue: string,
  onBought: (order: string, requestId: string) => void,
): [Interrupted, dismiss: () => void] {
  const member = useSession((state) => state.session?.member.id ?? null)
  const [left] = useState(() => {
    const found = interruptedCall(buy, member)
    return found?.input.issue === issue ? found : null
  })
  const [state, setState] = useState<Interrupted>(left === null ? null : 'asking')
  const tell = useEffectEvent(onBought)
  useEffect(() => {
    if (left === null || member === null) return
    let isGone = false
    const ask = async () => {
      const { purchaseId } = await import('@fairlot/fairness/purchase-id')
      const order = purchaseId(member, left.requestId)
      const bought = await isBought(order)
      if (isGone) return
      setState(bought ? null : 'nothing')
      if (!bought) return
      endInterrupted(buy)
      tell(order, left.requestId)
    }
    ask().catch(() => setState(null))
    return () => {
      isGone = true
    }
  }, [left, member])
  return [state, () => setState((shown) => (shown === 'nothing' ? null : shown))]
}
