import { useEffect, useEffectEvent } from 'react'
import { useLive } from '../../live/live.ts'
import type { Filter } from './filters.ts'

/** An empty list asks again at this interval, in milliseconds, for what the stream does not tell. */
const AGAIN_MS = 15_000

const DRAWS = ['draws'] as const
const NONE = [] as const

type Pages = { items: readonly unknown[]; loading: boolean; failed: boolean; refresh: () => Promise<void> }

/**
 * Has an empty list filled: steps of draws open the next issues and add drawn ones (`live/stream-events.ts`). A list with items does not
 * change while a member scrolls through it, and neither does what a search found.
 */
export function useFilling({ items, loading, failed, refresh }: Pages, { search }: Filter): void {
  const isEmpty = items.length === 0 && !loading && !failed && search === undefined
  useLive(isEmpty ? DRAWS : NONE)
  const ask = useEffectEvent(() => void refresh())
  useEffect(() => {
    if (!isEmpty) return
    const timer = setInterval(ask, AGAIN_MS)
    return () => clearInterval(timer)
  }, [isEmpty])
}
