import { account } from '@fairlot/contract/endpoints/home'
import { orderDetail, orderList } from '@fairlot/contract/endpoints/mall'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { askEvery, useLive } from '../../live/live.ts'
import { issueTopic } from '../../live/topics.ts'
import { refreshAll, useRead } from '../../queries/queries.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { OrderView } from './order-view.tsx'
import { askAgainAfter } from './order-state.ts'

/** One of the member's orders: codes, payment, state, next step. */
export default function OrderDetailScreen() {
  const { t } = useTranslation('order')
  const { order } = useSearch({ from: '/pages/order/detail' })
  const query = useOrder(order)
  return (
    <QueryState
      query={query}
      data={query.data}
      pending={
        <Skeleton>
          <Bone className="rounded-card mt-2 h-52" />
          <Bone className="rounded-card mt-5 h-36" />
          <Bone className="rounded-card mt-5 h-44" />
        </Skeleton>
      }
      missing={<NotFound />}
      frame={(state) => (
        <Page width="text" title={t('detail.title')} nav={<NavBar title={t('detail.title')} />}>
          {state}
        </Page>
      )}
    >
      {(data) => <OrderView key={order} data={data} dataAt={query.dataUpdatedAt} />}
    </QueryState>
  )
}

/**
 * The order, kept current while it awaits its draw. When it changes, the member's money and lists are fetched again.
 */
function useOrder(order: string) {
  const [everyMs, setEveryMs] = useState<number | false>(false)
  const query = useRead(orderDetail, { order }, { everyMs, staleMs: 1_000 })
  const known = query.data?.order
  const isLive = useLive(known ? [issueTopic(known.card.issue), 'draws'] : [])
  // the stream reports draws; an outcome that is still processing must be polled
  const wanted = known ? askEvery(askAgainAfter(known), isLive && known.status !== 'processing') : false
  if (wanted !== everyMs) setEveryMs(wanted)
  const client = useQueryClient()
  const status = query.data?.order.status
  const before = useRef(status)
  useEffect(() => {
    if (before.current !== undefined && before.current !== status) {
      void refreshAll(client, [account, orderList])
    }
    before.current = status
  }, [client, status])
  return query
}
