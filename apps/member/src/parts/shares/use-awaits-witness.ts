import type { card } from '@fairlot/contract/endpoints/mall'
import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { serverNow } from '../../api/api.ts'
import { SEAL_LATE_MS } from '../../timing.ts'

type Card = Pick<z.infer<typeof card>, 'badge' | 'status' | 'soldOutAt' | 'drawAt'>

/** The grades whose draws witnesses have to sign. */
export const isWitnessed = (badge: Card['badge']): boolean =>
  badge === 'witnessed' || badge === 'witnessed-local'

/** Whether a sold-out issue is not sealed yet because none of its witnesses answers. */
export function useAwaitsWitness({ badge, status, soldOutAt, drawAt }: Card): boolean {
  const isUnsealed = isWitnessed(badge) && status === 'sold_out' && drawAt === null
  const lateAt = (soldOutAt ?? 0) + SEAL_LATE_MS
  const [isLate, setLate] = useState(() => lateAt <= serverNow())
  useEffect(() => {
    if (!isUnsealed) return
    const timer = setTimeout(() => setLate(true), Math.max(0, lateAt - serverNow()))
    return () => clearTimeout(timer)
  }, [isUnsealed, lateAt])
  return isUnsealed && isLate
}
