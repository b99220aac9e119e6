import { account } from '@fairlot/contract/endpoints/home'
import { orderIssues } from '@fairlot/contract/endpoints/mall/orders'
import { ORDER_TAB_NAMES } from '@fairlot/contract/life/order-life'
import type { OrderTab } from '@fairlot/contract/life/order-life'
import { useNavigate } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePages } from '../../../queries/pages.ts'
import { useRead } from '../../../queries/queries.ts'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Bone } from '../../../ui/feedback/skeleton.tsx'
import { ListDetail } from '../../../ui/layout/list-detail.tsx'
import { useWide } from '../../../ui/layout/use-wide.ts'
import { InfiniteList } from '../../../ui/lists/infinite-list.tsx'
import { bringIntoRow } from '../../../ui/navigation/bring-into-row.ts'
import { ScrollTabs } from '../../../ui/navigation/scroll-tabs.tsx'
import { Num } from '../../../ui/values/num.tsx'
import { IssueCard } from './issue-card.tsx'
import { IssueRow } from './issue-row.tsx'
import { OrderPane } from '../detail/order-pane.tsx'
import { useFreshOrders } from './use-fresh-orders.ts'

type Place = { tab?: OrderTab; order?: string }
type OrdersPanelProps = {
  tab: OrderTab
  /** the order that is open; undefined: the first of the list */
  order: string | undefined
  /** the address of a tab and an order on the page that shows the panel */
  link: (place: Place) => LinkProps
}

/** The issues in which the member has orders: below 768 px as cards, from there as a list beside the chosen order. */
export function OrdersPanel({ tab, order, link }: OrdersPanelProps) {
  const { t } = useTranslation('order')
  const isWide = useWide('tab')
  const pages = usePages(orderIssues, { tab })
  useFreshOrders(pages.items, pages.refresh)
  const firstWin = pages.items.findIndex(({ status }) => status === 'won')
  const chosen = order ?? pages.items[0]?.items[0]?.order
  const list = (
    <OrderTabs tab={tab} link={link}>
      <div className="max-tab:px-4 max-tab:pt-4">
        <InfiniteList
          // another tab's orders are never shown while it loads
          key={tab}
          pages={pages}
          keyOf={({ card }) => card.issue}
          label={t('title')}
          className="max-tab:flex max-tab:flex-col max-tab:gap-3"
          row={(group, index) => {
            if (!isWide) return <IssueCard group={group} isFirst={index === firstWin} />
            const [first] = group.items
            if (first === undefined) return null
            const isOpen = group.items.some((one) => one.order === chosen)
            return <IssueRow group={group} link={link({ tab, order: first.order })} isOpen={isOpen} />
          }}
          bone={<IssueBone />}
          empty={<NoOrders tab={tab} />}
        />
      </div>
    </OrderTabs>
  )
  if (!isWide) return list
  // without an order there is nothing to open beside the list
  if (chosen === undefined && !pages.loading && !pages.failed)
    return <div className="bg-surface rounded-card shadow-card overflow-hidden">{list}</div>
  return (
    <ListDetail
      label={t('title')}
      list={list}
      detail={chosen === undefined ? undefined : <OrderPane key={chosen} order={chosen} />}
    />
  )
}

type OrderTabsProps = { tab: OrderTab; link: OrdersPanelProps['link']; children: React.ReactNode }

/** The tabs by state with the numbers of open issues. */
function OrderTabs({ tab, link, children }: OrderTabsProps) {
  const { t } = useTranslation('order')
  const navigate = useNavigate()
  const { data: counts } = useRead(account, {})
  // The row grows when the counts arrive, so the chosen tab is scrolled into view again.
  const rows = useRef<HTMLDivElement>(null)
  const counted = counts !== undefined
  useEffect(() => {
    const chosen = counted && rows.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
    if (chosen && chosen.parentElement) bringIntoRow(chosen, chosen.parentElement)
  }, [counted])
  const countOf = (value: OrderTab) =>
    value === 'all' || value === 'completed' ? 0 : (counts?.orders[value] ?? 0)
  return (
    <div ref={rows}>
      <ScrollTabs
        label={t('tabs.label')}
        rowClass="stuck-row max-tab:bg-bg max-tab:top-12 tab:bg-surface tab:flex-wrap sticky tab:top-0 tab:px-4 z-10"
        value={tab}
        onChange={(next) => void navigate({ ...link({ tab: next }), replace: true, resetScroll: false })}
        tabs={ORDER_TAB_NAMES.map((value) => ({
          value,
          label: <TabLabel name={t(`tabs.${value}`)} count={countOf(value)} />,
        }))}
      >
        {children}
      </ScrollTabs>
    </div>
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
    <div className="tab:p-4">
      <EmptyState
        title={t(`empty.${tab}.title`)}
        text={t(`empty.${tab}.text`)}
        action={<ButtonLink {...paths.mall()}>{t('empty.action')}</ButtonLink>}
      />
    </div>
  )
}

function IssueBone() {
  return (
    <div className="bg-surface max-tab:rounded-card max-tab:shadow-card tab:border-line tab:border-b flex gap-3 p-3.5">
      <Bone className="rounded-tile size-16 shrink-0" />
      <div className="flex flex-1 flex-col gap-2.5 pt-1">
        <Bone className="w-3/4" />
        <Bone className="w-1/3" />
        <Bone className="w-1/2" />
      </div>
    </div>
  )
}
