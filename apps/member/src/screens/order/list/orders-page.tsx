import { account } from '@fairlot/contract/endpoints/home'
import { orderIssues, orderList } from '@fairlot/contract/endpoints/mall/orders'
import type { OrderTab } from '@fairlot/contract/life/order-life'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/i18n.ts'
import { refreshAll } from '../../../queries/queries.ts'
import { paths } from '../../../paths.ts'
import { AccountPage } from '../../../parts/account/account-page.tsx'
import { PullToRefresh } from '../../../ui/lists/pull-to-refresh.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { OrdersPanel } from './orders-panel.tsx'

/** The member's orders as a page. */
export function OrdersPage({ tab, order }: { tab: OrderTab; order: string | undefined }) {
  const { t } = useTranslation('order')
  const client = useQueryClient()
  return (
    <AccountPage entry="orders" title={t('title')} nav={<NavBar title={t('title')} />}>
      <PullToRefresh onRefresh={() => refreshAll(client, [orderIssues, orderList, account])}>
        <div className="tab:pt-4 desk:pt-2 max-tab:bleed-page">
          <OrdersPanel tab={tab} order={order} link={(next) => paths.orders(next.tab, next.order)} />
        </div>
      </PullToRefresh>
    </AccountPage>
  )
}
