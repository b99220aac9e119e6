import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { financeOrders } from '@fairlot/contract/endpoints/finance'
import { taskMember } from '@fairlot/contract/endpoints/growth/tasks'
import { account, system } from '@fairlot/contract/endpoints/home'
import { Settings } from 'lucide-react'
import { firstRead } from '../../router/first-answers.ts'
import type { FirstReads } from '../../router/first-answers.ts'
import { useRead } from '../../queries/queries.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { FIRST_HOLDINGS } from '../../start/first-inputs.ts'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { IconLink } from '../../ui/buttons/icon-button.tsx'
import { List } from '../../ui/lists/list-row.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { PullToRefresh } from '../../ui/lists/pull-to-refresh.tsx'
import { useFinanceHoldings } from '../../parts/finance/use-finance-holdings.ts'
import { useVip } from '../../parts/growth/use-vip.ts'
import { VipStrip, VipStripBone } from '../../parts/growth/vip-strip.tsx'
import { MoneyBlockNotice } from '../../parts/guard/money-block-notice.tsx'
import { useMoneyBlock } from '../../parts/guard/use-money-block.ts'
import { AccountBones } from './account-bones.tsx'
import { AccountLists } from './account-lists.tsx'
import { AccountPage } from '../../parts/account/account-page.tsx'
import { LogOutRow } from '../../parts/account/log-out.tsx'
import { MemberHead } from './member-head.tsx'
import { OrderStates } from './order-states.tsx'
import { WalletTicket } from './wallet-ticket.tsx'

/** Not on a phone, which has the orders on a page of their own. */
const OrdersPanel = lazy(() =>
  import('../order/list/orders-panel.tsx').then((module) => ({ default: module.OrdersPanel })),
)

/** Only after the terms have changed. */
const AgreeCard = lazy(() => import('./agree-card.tsx').then((module) => ({ default: module.AgreeCard })))

/** @public the router reads it (router/screen.tsx) */
export const firstReads: FirstReads = () => [
  firstRead(account, {}),
  firstRead(system, {}),
  firstRead(taskMember, {}),
  firstRead(financeOrders, FIRST_HOLDINGS),
]

/** The member's page: profile, wallet, orders, and links to everything else. */
export default function AccountScreen() {
  const { t } = useTranslation('account')
  const query = useRead(account, {}, { topics: ['balance', 'vouchers'] })
  const block = useMoneyBlock()
  const inFinance = useFinanceHoldings()?.principal
  const { data: vip, isPending: isVipPending } = useVip()
  const isWide = useWide('tab')
  return (
    <AccountPage
      entry="overview"
      title={t('title')}
      nav={
        <NavBar
          title={t('title')}
          back={false}
          tall
          actions={
            <span className="tab:hidden">
              <IconLink {...paths.setting()} label={t('list.settings')}>
                <Settings size={23} strokeWidth={1.8} aria-hidden="true" />
              </IconLink>
            </span>
          }
        />
      }
      tabs
      dataAt={query.dataUpdatedAt}
    >
      <PullToRefresh onRefresh={() => query.refetch()}>
        <div className="tab:gap-6 tab:pt-4 desk:pt-2 flex flex-col gap-3">
          <QueryState query={query} data={query.data} pending={<AccountBones />}>
            {({ member, balance, piggy, orders, agreeTo }) => (
              <>
                <div className="desk:hidden">
                  <MemberHead member={member} />
                </div>
                <MoneyBlockNotice />
                {agreeTo !== null && (
                  <Suspense>
                    <AgreeCard terms={agreeTo} />
                  </Suspense>
                )}
                <WalletTicket balance={balance} piggy={piggy} finance={inFinance} why={block?.short} />
                {vip && <VipStrip vip={vip} />}
                {isVipPending && <VipStripBone />}
                {!isWide && <OrderStates counts={orders} />}
              </>
            )}
          </QueryState>
          {isWide && <MyOrders />}
          <div className="desk:hidden flex flex-col gap-3">
            <AccountLists />
            <List>
              <LogOutRow />
            </List>
          </div>
        </div>
      </PullToRefresh>
    </AccountPage>
  )
}

/** From 768 px: the orders themselves, as on their own page. */
function MyOrders() {
  const { t } = useTranslation(['account', 'ui'])
  const { tab = 'all', order } = useSearch({ from: '/pages/account/account' })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-title">{t('orders.title')}</h2>
        <Link {...paths.orders()} className="text-brand inline-flex min-h-11 items-center font-semibold">
          {t('ui:seeAll')}
        </Link>
      </div>
      <Suspense>
        <OrdersPanel tab={tab} order={order} link={(next) => paths.account(next)} />
      </Suspense>
    </div>
  )
}
