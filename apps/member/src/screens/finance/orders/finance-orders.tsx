import { financeOrders } from '@fairlot/contract/endpoints/finance'
import { FINANCE_ORDER_STATUSES } from '@fairlot/contract/life/finance-life'
import type { FinanceOrderStatus } from '@fairlot/contract/life/finance-life'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { AccountPage } from '../../../parts/account/account-page.tsx'
import { useFinanceHoldings } from '../../../parts/finance/use-finance-holdings.ts'
import { paths } from '../../../paths.ts'
import { usePages } from '../../../queries/pages.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ListDetail } from '../../../ui/layout/list-detail.tsx'
import { useWide } from '../../../ui/layout/use-wide.ts'
import { InfiniteList } from '../../../ui/lists/infinite-list.tsx'
import { PullToRefresh } from '../../../ui/lists/pull-to-refresh.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { ScrollTabs } from '../../../ui/navigation/scroll-tabs.tsx'
import { Num } from '../../../ui/values/num.tsx'
import { OrderPane } from './order-pane.tsx'
import { OrderRow } from './order-row.tsx'

const UNITS = ['units'] as const

/** Own finance orders: a list in tabs, and the chosen order beside it from 768 px; on a phone one page each. */
export default function FinanceOrdersScreen(): ReactNode {
  const { t } = useTranslation('finance')
  const { status, order, bought } = useSearch({ from: '/pages/finance/order' })
  const isWide = useWide('tab')
  const isOne = !isWide && order !== undefined
  const title = t(isOne ? 'order.title' : 'orders.title')
  return (
    <AccountPage entry="finance" title={title} nav={<NavBar title={title} />}>
      <div className="tab:pt-4 desk:pt-2 pt-1">
        {isOne ? (
          <OrderPane key={order} id={order} isNew={bought === '1'} />
        ) : (
          <Orders status={status ?? 'waiting'} chosen={order} isNew={bought === '1'} />
        )}
      </div>
    </AccountPage>
  )
}

type OrdersProps = { status: FinanceOrderStatus; chosen: string | undefined; isNew: boolean }

function Orders({ status, chosen, isNew }: OrdersProps) {
  const { t } = useTranslation('finance')
  const navigate = useNavigate()
  const isWide = useWide('tab')
  const counts = useFinanceHoldings()?.counts
  const pages = usePages(financeOrders, { status }, { topics: UNITS, staleMs: 1_000 })
  const shown = chosen ?? pages.items[0]?.id
  const choose = (tab: FinanceOrderStatus) =>
    void navigate({ ...paths.financeOrders({ status: tab }), replace: true, resetScroll: false })
  const list = (
    <ScrollTabs
      label={t('orders.tabs')}
      value={status}
      onChange={choose}
      rowClass="tab:px-2 max-tab:bleed-page"
      tabs={FINANCE_ORDER_STATUSES.map((tab) => ({
        value: tab,
        label: (
          <span className="inline-flex items-baseline gap-1.5">
            {t(`orders.${tab}`)}
            {counts !== undefined && <Num value={counts[tab]} className="text-cap text-ink-2" />}
          </span>
        ),
      }))}
    >
      <InfiniteList
        // another tab's orders are never shown while it loads
        key={status}
        label={t('orders.title')}
        pages={pages}
        keyOf={({ id }) => id}
        className="max-tab:bg-surface max-tab:rounded-card max-tab:shadow-card max-tab:mt-4 max-tab:overflow-hidden"
        row={(order) => <OrderRow order={order} status={status} isOpen={isWide && order.id === shown} />}
        empty={
          <div className="tab:p-4 max-tab:mt-4">
            <EmptyState
              title={t(`orders.none.${status}`)}
              text={t('orders.noneText')}
              action={<ButtonLink {...paths.finance()}>{t('title')}</ButtonLink>}
            />
          </div>
        }
      />
    </ScrollTabs>
  )
  if (!isWide) return <PullToRefresh onRefresh={pages.refresh}>{list}</PullToRefresh>
  if (!pages.loading && shown === undefined)
    return <div className="bg-surface rounded-card shadow-card overflow-hidden">{list}</div>
  return (
    <ListDetail
      label={t('orders.title')}
      listWidth={352}
      list={list}
      detail={
        shown === undefined ? undefined : (
          <div className="desk:p-6 p-5">
            <OrderPane key={shown} id={shown} isNew={isNew && shown === chosen} />
          </div>
        )
      }
    />
  )
}
