import { useTranslation } from '../../i18n/i18n.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { AccountPage } from '../../parts/account/account-page.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { OrderBones, OrderView } from './order-view.tsx'
import { NextStep } from './order-next-step.tsx'
import { useOrder } from './use-order.ts'

/** An order as a page, with its next step at the foot. */
export function OrderPage({ order }: { order: string }) {
  const { t } = useTranslation('order')
  const query = useOrder(order)
  const nav = <NavBar title={t('detail.title')} />
  return (
    <QueryState
      query={query}
      data={query.data}
      pending={<OrderBones />}
      missing={<NotFound />}
      frame={(state) => (
        <AccountPage entry="orders" title={t('detail.title')} nav={nav}>
          {state}
        </AccountPage>
      )}
    >
      {(data) => (
        <AccountPage
          entry="orders"
          title={t('detail.title')}
          nav={nav}
          dataAt={query.dataUpdatedAt}
          barLabel={t('detail.next')}
          bar={<NextStep data={data} />}
        >
          <div className="pt-2">
            <OrderView key={order} data={data} />
          </div>
        </AccountPage>
      )}
    </QueryState>
  )
}
