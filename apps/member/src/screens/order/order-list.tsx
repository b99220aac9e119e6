import { account } from '@fairlot/contract/endpoints/home'
import { orderList } from '@fairlot/contract/endpoints/mall'
import { ORDER_TAB_NAMES } from '@fairlot/contract/order-life'
import type { OrderTab } from '@fairlot/contract/order-life'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { askEvery, useLive } from '../../live/live.ts'
import { issueTopic } from '../../live/topics.ts'
import { usePages } from '../../queries/pages.ts'
import { refreshAll, useRead } from '../../queries/queries.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { InfiniteList } from '../../ui/lists/infinite-list.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Num } from '../../ui/values/num.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PullToRefresh } from '../../ui/lists/pull-to-refresh.tsx'
import { ScrollTabs } from '../../ui/navigation/scroll-tabs.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { OrderCard } from './order-card.tsx'
import type { Order } from './order-state.ts'
import { askAgainAfter, askAllAgainAfter } from './order-state.ts'

/** The member's orders, newest first, in tabs by state. */
export default function OrderRecordScreen() {
  const { t } = useTranslation('order')
  const { tab = 'all' } = useSearch({ from: '/pages/order/record' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data: counts } = useRead(account, {})
  // The row grows when the counts arrive, so the chosen tab is scrolled into view again.
  const rows = useRef<HTMLDivElement>(null)
  const counted = counts !== undefined
  useEffect(() => {
    const chosen = counted && rows.current?.querySelector('[role="tab"][aria-selected="true"]')
    if (chosen) chosen.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [counted])
  const countOf = (value: OrderTab) =>
    value === 'all' || value === 'completed' ? 0 : (counts?.orders[value] ?? 0)
  return (
    <Page width="text" title={t('title')} nav={<NavBar title={t('title')} />} bleed>
      <PullToRefresh onRefresh={() => refreshAll(client, [orderList, account])}>
        <div ref={rows}>
          <ScrollTabs
            label={t('tabs.label')}
            rowClass="bg-bg sticky top-12 z-10"
            value={tab}
            onChange={(next) => void navigate({ ...paths.orders(next), replace: true })}
            tabs={ORDER_TAB_NAMES.map((value) => ({
              value,
              label: <TabLabel name={t(`tabs.${value}`)} count={countOf(value)} />,
            }))}
          >
            <div className="px-page pt-4">
              <OrderList key={tab} tab={tab} />
            </div>
          </ScrollTabs>
        </div>
      </PullToRefresh>
    </Page>
  )
}

/** The orders of one tab. Keyed by the tab, so that another tab's orders are never shown while it loads. */
function OrderList({ tab }: { tab: OrderTab }) {
  const { t } = useTranslation('order')
  const pages = usePages(orderList, { tab })
  useFresh(pages.items, pages.refresh)
  return (
    <InfiniteList
      pages={pages}
      keyOf={(order) => order.order}
      label={t('title')}
      className="flex flex-col gap-3"
      row={(order) => <OrderCard order={order} />}
      bone={<OrderBone />}
      empty={<NoOrders tab={tab} />}
    />
  )
}

function TabLabel({ name, count }: { name: string; count: number }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {name}
      {count > 0 && (
        <span className="bg-gold text-on-gold text-micro grid h-4.5 min-w-4.5 place-items-center rounded-full px-1 font-bold">
          <Num value={count} />
        </span>
      )}
    </span>
  )
}

function NoOrders({ tab }: { tab: OrderTab }) {
  const { t } = useTranslation('order')
  return (
    <EmptyState
      title={t(`empty.${tab}.title`)}
      text={t(`empty.${tab}.text`)}
      action={<ButtonLink {...paths.mall()}>{t('empty.action')}</ButtonLink>}
    />
  )
}

function OrderBone() {
  return (
    <div className="bg-surface rounded-card shadow-card flex gap-3 p-3">
      <Bone className="rounded-tile size-21 shrink-0" />
      <div className="flex flex-1 flex-col gap-2.5 pt-1">
        <Bone className="w-1/3" />
        <Bone className="w-3/4" />
        <Bone className="w-1/2" />
      </div>
    </div>
  )
}

/** The number of orders whose issues are subscribed to; orders further down follow draws only. */
const MOST_LIVE = 30

/** Polls while an order awaits its draw and the page is visible. The counts follow. */
function useFresh(orders: readonly Order[], refresh: () => Promise<void>): void {
  const client = useQueryClient()
  const open = orders.filter((order) => askAgainAfter(order) !== false)
  const topics = open.slice(0, MOST_LIVE).map(({ card }) => issueTopic(card.issue))
  const isLive = useLive([...new Set(topics), 'draws'])
  // the stream reports draws; an outcome that is still processing must be polled
  const isTold = isLive && orders.every(({ status }) => status !== 'processing')
  const everyMs = askEvery(askAllAgainAfter(orders), isTold)
  const again = useRef(refresh)
  useEffect(() => {
    again.current = refresh
  })
  useEffect(() => {
    if (everyMs === false) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void again.current()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  const states = orders.map(({ order, status }) => `${order} ${status}`).join()
  const known = useRef(states)
  useEffect(() => {
    if (known.current === states) return
    const first = known.current === ''
    known.current = states
    if (!first) void refreshAll(client, [account])
  }, [client, states])
}
