import { prizeDetail } from '@fairlot/contract/endpoints/growth/prize'
import type { Output } from '../../api/api.ts'
import { useLive } from '../../live/live.ts'
import { eventTopic } from '../../live/topics.ts'
import { useRead } from '../../queries/queries.ts'

export type PrizeDetail = Output<typeof prizeDetail>
export type PrizeEvent = NonNullable<PrizeDetail['event']>
export type OwnPart = NonNullable<PrizeDetail['own']>

const EVERY_MS = 10_000
const MEMBER = ['team'] as const

/** An event, or without a number the current or newest one. */
export function usePrize(event: string | undefined) {
  const topics = event === undefined ? MEMBER : ([eventTopic(event), 'team'] as const)
  const query = useRead(
    prizeDetail,
    { ...(event !== undefined && { event }) },
    { topics, everyMs: EVERY_MS, staleMs: 1_000 },
  )
  // the number of the current event is known with its answer only
  const found = query.data?.event?.event
  useLive(event === undefined && found !== undefined ? [eventTopic(found)] : [])
  return query
}
