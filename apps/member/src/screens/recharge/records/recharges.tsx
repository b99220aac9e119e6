import { rechargeLog, rechargeStatus } from '@fairlot/contract/endpoints/wallet'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { AccountPage } from '../../../parts/account/account-page.tsx'
import { useBalanceChanges } from '../../../parts/wallet/use-balance-changes.ts'
import { paths } from '../../../paths.ts'
import { usePages } from '../../../queries/pages.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ListDetail } from '../../../ui/layout/list-detail.tsx'
import { useWide } from '../../../ui/layout/use-wide.ts'
import { InfiniteList } from '../../../ui/lists/infinite-list.tsx'
import { PullToRefresh } from '../../../ui/lists/pull-to-refresh.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { RechargePane } from './recharge-pane.tsx'
import { RechargeRow } from './recharge-row.tsx'

const TOUCHED = [rechargeLog, rechargeStatus]
const LIVE = { topics: ['records'] } as const

/** The recharges: a list, and the chosen one beside it from 768 px; on a phone one page each. */
export default function RechargesScreen(): ReactNode {
  const { t } = useTranslation('records')
  const { id } = useSearch({ from: '/pages/payment/payrecord' })
  const isWide = useWide('tab')
  useBalanceChanges(TOUCHED)
  const title = t('kind.recharges')
  return (
    <AccountPage title={title} nav={<NavBar title={title} />}>
      <div className="tab:pt-4 desk:pt-2 pt-1">
        {!isWide && id !== undefined ? <RechargePane key={id} id={id} /> : <Recharges chosen={id} />}
      </div>
    </AccountPage>
  )
}

function Recharges({ chosen }: { chosen: string | undefined }) {
  const { t } = useTranslation(['records', 'recharge'])
  const isWide = useWide('tab')
  const pages = usePages(rechargeLog, {}, LIVE)
  const shown = chosen ?? pages.items[0]?.id
  const list = (
    <InfiniteList
      label={t('kind.recharges')}
      pages={pages}
      keyOf={({ id }) => id}
      className="max-tab:bg-surface max-tab:rounded-card max-tab:shadow-card max-tab:overflow-hidden"
      row={(recharge) => <RechargeRow recharge={recharge} isOpen={isWide && recharge.id === shown} />}
      empty={
        <div className="tab:p-4">
          <EmptyState
            title={t('empty.recharges')}
            text={t('empty.text')}
            action={<ButtonLink {...paths.recharge()}>{t('recharge:title')}</ButtonLink>}
          />
        </div>
      }
    />
  )
  if (!isWide) return <PullToRefresh onRefresh={pages.refresh}>{list}</PullToRefresh>
  if (!pages.loading && pages.items.length === 0 && chosen === undefined) return list
  return (
    <ListDetail
      label={t('kind.recharges')}
      listWidth={352}
      list={list}
      detail={
        shown === undefined ? undefined : (
          <div className="desk:p-6 p-5">
            <RechargePane key={shown} id={shown} />
          </div>
        )
      }
    />
  )
}
