import { CallError } from '@fairlot/contract/client'
import { useEffect, useEffectEvent, useState } from 'react'
import type { EndpointDefinition } from '../../api/api.ts'
import { OUTCOME_AGAIN_MS, OUTCOME_TRIES } from '../../page-timing.ts'
import { endInterrupted, interruptedCall } from '../../queries/actions.ts'
import type { InterruptedCall } from '../../queries/actions.ts'
import { useSession } from '../../stores/session.ts'

/** `asking`: its outcome is asked for; `nothing`: it moved no money. Null: no call was interrupted, or nothing can be said. */
export type Interrupted = 'asking' | 'nothing' | null

export type Asking<E extends EndpointDefinition, T> = {
  /** whether the call belongs to this page */
  fits?: (input: InterruptedCall<E>['input']) => boolean
  /** asks the server for what the call made; null, or a refusal NO_SUCH_DATA: the server does not know it */
  find: (left: InterruptedCall<E>, member: string) => Promise<T | null>
  /** receives what the call made, as the page of an answered call does */
  onDone: (made: T, left: InterruptedCall<E>) => void
}

/** The id of the purchase that a member's request makes. */
export async function purchaseOf(member: string, requestId: string): Promise<string> {
  const { purchaseId } = await import('@fairlot/fairness/purchase-id')
  return purchaseId(member, requestId)
}

/** What a call made. A call that is still on its way is known a little later. */
async function found<T>(find: () => Promise<T | null>): Promise<T | null> {
  for (let tries = 1; ; tries++) {
    const made = await find().catch((error: unknown) => {
      if (error instanceof CallError && error.code === 'NO_SUCH_DATA') return null
      throw error
    })
    if (made !== null || tries === OUTCOME_TRIES) return made
    await new Promise((resolve) => setTimeout(resolve, OUTCOME_AGAIN_MS))
  }
}

/**
 * A call that moves money and whose answer a reload or a lost network took from this page: its outcome is asked for, and no second call
 * is made. What moved nothing keeps its request id: a call that arrives late and the next tap on the button, with
 * the same input, move money once.
 */
export function useInterrupted<E extends EndpointDefinition, T>(
  endpoint: E,
  { fits = () => true, find, onDone }: Asking<E, T>,
): [Interrupted, dismiss: () => void] {
  const member = useSession((state) => state.session?.member.id ?? null)
  const [left] = useState(() => {
    const call = interruptedCall(endpoint, member)
    return call !== null && fits(call.input) ? call : null
  })
  const [state, setState] = useState<Interrupted>(left === null ? null : 'asking')
  const look = useEffectEvent(find)
  const tell = useEffectEvent(onDone)
  useEffect(() => {
    if (left === null || member === null) return
    let isGone = false
    const ask = async () => {
      const made = await found(() => look(left, member))
      if (isGone) return
      setState(made === null ? 'nothing' : null)
      if (made === null) return
      endInterrupted(endpoint)
      tell(made, left)
    }
    ask().catch(() => setState(null))
    return () => {
      isGone = true
    }
  }, [endpoint, left, member])
  return [state, () => setState((shown) => (shown === 'nothing' ? null : shown))]
}
