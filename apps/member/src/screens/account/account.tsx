import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { financeOrders } from '@fairlot/contract/endpoints/finance'
import { taskMember } from '@fairlot/contract/endpoints/growth/tasks'
import { account, system } from '@fairlot/contract/endpoints/home'
import {
  BadgeCheck,
  Bell,
  CirclePause,
  Coins,
  Heart,
  Gauge,
  IdCard,
  Info,
  Landmark,
  Languages,
  ListChecks,
  MapPin,
  MessageSquareText,
  ReceiptText,
  Scale,
  Settings,
  ShieldCheck,
  TicketPercent,
  Trophy,
  UserPlus,
  Users,
} from 'lucide-react'
import { firstRead } from '../../router/first-answers.ts'
import type { FirstReads } from '../../router/first-answers.ts'
import { useRead } from '../../queries/queries.ts'
import { useBasics, useSystem } from '../../queries/system.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../../i18n/format.ts'
import { LANGUAGE_NAMES } from '../../i18n/languages.ts'
import { paths } from '../../paths.ts'
import { FIRST_HOLDINGS } from '../../start/first-inputs.ts'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { IconLink } from '../../ui/buttons/icon-button.tsx'
import { useLanguageSheet } from '../../parts/preferences/language-menu.tsx'
import { List, ListLink, ListRow } from '../../ui/lists/list-row.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Code } from '../../ui/values/num.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { PullToRefresh } from '../../ui/lists/pull-to-refresh.tsx'
import { useFinanceHoldings } from '../../parts/finance/use-finance-holdings.ts'
import { useVip } from '../../parts/growth/use-vip.ts'
import { VipStrip, VipStripBone } from '../../parts/growth/vip-strip.tsx'
import { useUnreadCount } from '../../parts/notices/use-notices.ts'
import { MoneyBlockNotice } from '../../parts/guard/money-block-notice.tsx'
import { useMoneyBlock } from '../../parts/guard/use-money-block.ts'
import { AccountBones } from './account-bones.tsx'
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
            <Entries />
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

/** Links to the other pages of the account. */
function Entries() {
  const { t } = useTranslation(['account', 'ui'])
  const vouchers = useRead(account, {}).data?.vouchers ?? 0
  const unread = useUnreadCount()
  const { modulesOff } = useBasics()
  const { choose, sheet } = useLanguageSheet()
  const info = useSystem()
  const version = info?.version[0]?.version_number
  return (
    <List label={t('list.label')}>
      <ListLink
        {...paths.vouchers()}
        icon={TicketPercent}
        label={t('entry.vouchers')}
        {...(vouchers > 0 && { value: formatNumber(vouchers) })}
      />
      <ListLink {...paths.team()} icon={Users} label={t('entry.team')} />
      {!modulesOff.includes('referral') && (
        <ListLink {...paths.invitation()} icon={UserPlus} label={t('list.invite')} />
      )}
      <ListLink {...paths.vip()} icon={BadgeCheck} label={t('entry.vip')} />
      <ListLink {...paths.financeOrders()} icon={Coins} label={t('entry.finance')} />
      <ListLink {...paths.statement()} icon={ReceiptText} label={t('list.statement')} />
      <ListLink {...paths.records()} icon={ListChecks} label={t('list.records')} />
      <ListLink {...paths.mall({ saved: '1' })} icon={Heart} label={t('list.saved')} />
      <ListLink {...paths.myReviews()} icon={MessageSquareText} label={t('entry.reviews')} />
      <ListLink
        {...paths.notices()}
        icon={Bell}
        label={t('list.notices')}
        {...(unread > 0 && { value: formatNumber(unread) })}
      />
      <ListLink {...paths.payouts()} icon={Landmark} label={t('entry.payouts')} />
      <ListLink {...paths.addresses()} icon={MapPin} label={t('entry.addresses')} />
      <ListLink {...paths.identity()} icon={IdCard} label={t('entry.identity')} />
      <ListLink {...paths.limits()} icon={Gauge} label={t('list.limits')} />
      <ListLink {...paths.takeBreak()} icon={CirclePause} label={t('list.break')} />
      <ListLink {...paths.setting()} icon={Settings} label={t('list.settings')} />
      <ListRow
        icon={Languages}
        label={t('ui:language.label')}
        value={LANGUAGE_NAMES[activeLanguage()]}
        chevron
        onClick={choose}
      />
      <ListLink {...paths.winners()} icon={Trophy} label={t('list.winners')} />
      <ListLink {...paths.fair()} icon={ShieldCheck} label={t('list.draws')} />
      <ListLink {...paths.rule('terms')} icon={Scale} label={t('list.rules')} />
      {version !== undefined && (
        <ListRow icon={Info} label={t('list.version')} value={<Code>{version}</Code>} />
      )}
      {sheet}
    </List>
  )
}
