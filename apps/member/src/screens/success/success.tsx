import { orderDetail } from '@fairlot/contract/endpoints/mall/orders'
import type { OrderStatus } from '@fairlot/contract/life/order-life'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { askEvery, useLive } from '../../live/live.ts'
import { issueTopic } from '../../live/topics.ts'
import { useBought } from '../../queries/known.ts'
import { useRead } from '../../queries/queries.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SuccessView } from './success-view.tsx'

/** The polling interval while codes or a draw are pending, in milliseconds. */
const EVERY_MS: Partial<Record<OrderStatus, number>> & { processing: number } = {
  processing: 1_500,
  awaiting_draw: 3_000,
}

/** The page after a purchase: codes and next steps. It reads the order by its id, so a reload works. */
export default function SuccessScreen() {
  const { t } = useTranslation('success')
  const { order } = useSearch({ from: '/pages/success/index' })
  const [everyMs, setEveryMs] = useState<number | false>(EVERY_MS.processing)
  const query = useRead(orderDetail, { order }, { everyMs })
  // The purchase's answer shows the codes at once; the order's own answer follows.
  const bought = useBought(order)
  const known = query.data?.order ?? (query.isError ? undefined : bought)
  const isLive = useLive(known ? [issueTopic(known.card.issue), 'draws'] : [])
  // the stream reports the draw; an outcome that is still processing must be polled
  const wanted = known
    ? askEvery(EVERY_MS[known.status] ?? false, isLive && known.status === 'awaiting_draw')
    : EVERY_MS.processing
  if (wanted !== everyMs) setEveryMs(wanted)
  return (
    <QueryState
      query={query}
      data={known}
      pending={
        <Skeleton>
          <Bone className="rounded-sheet h-72" />
          <Bone className="rounded-card mt-5 h-40" />
        </Skeleton>
      }
      missing={<NotFound />}
      frame={(state) => (
        <Page width="text" title={t('title')} nav={<NavBar title={t('title')} />}>
          {state}
        </Page>
      )}
    >
      {(data) => <SuccessView order={data} dataAt={query.dataUpdatedAt || data.at} />}
    </QueryState>
  )
}
