import { useTranslation } from '../../../i18n/i18n.ts'
import { NotFound } from '../../../shell/not-found.tsx'
import { AccountPage } from '../../../parts/account/account-page.tsx'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { usePrizeSteps } from '../prize/use-prize-steps.ts'
import { OrderBar } from './order-bar.tsx'
import { OrderBones, OrderView } from './order-view.tsx'
import type { OrderData } from './order-view.tsx'
import { useOrder } from './use-order.ts'

/** An order as a page, with its next step at the foot. */
export function OrderPage({ order }: { order: string }) {
  const { t } = useTranslation('order')
  const query = useOrder(order)
  return (
    <QueryState
      query={query}
      data={query.data}
      pending={<OrderBones />}
      missing={<NotFound />}
      frame={(state) => (
        <AccountPage entry="orders" title={t('detail.title')} nav={<NavBar title={t('detail.title')} />}>
          {state}
        </AccountPage>
      )}
    >
      {(data) => <Loaded key={order} data={data} dataAt={query.dataUpdatedAt} />}
    </QueryState>
  )
}

function Loaded({ data, dataAt }: { data: OrderData; dataAt: number }) {
  const { t } = useTranslation('order')
  const steps = usePrizeSteps(data)
  const title = t(data.prize === null ? 'detail.title' : 'detail.prize')
  return (
    <AccountPage
      entry="orders"
      title={title}
      nav={<NavBar title={title} />}
      dataAt={dataAt}
      barLabel={t('detail.next')}
      bar={<OrderBar data={data} steps={steps} />}
    >
      <div className="pt-2">
        <OrderView data={data} steps={steps} />
      </div>
    </AccountPage>
  )
}
