import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import type { Output } from '../../../api/api.ts'
import { issueTopic } from '../../../live/topics.ts'
import { useRead } from '../../../queries/queries.ts'
import { CONFIRMED_AGAIN_MS } from '../../../page-timing.ts'

type Vouching = Output<typeof goodsDetail>['vouching']

/**
 * Asks for an issue again until enough witnesses have signed how its draw in favour ended. These signatures are no events of the issue's
 * topics.
 */
export function useUntilConfirmed(issue: string, vouching: Vouching): void {
  const isAwaited =
    vouching != null && vouching.favour === true && (vouching.confirmations ?? 0) < vouching.quorum
  useRead(
    goodsDetail,
    { issue },
    {
      enabled: isAwaited,
      everyMs: isAwaited && CONFIRMED_AGAIN_MS,
      topics: isAwaited ? [issueTopic(issue), 'draws'] : [],
      moreThanTopics: true,
    },
  )
}
