import { withdrawLog, withdrawStatus } from '@fairlot/contract/endpoints/withdrawal'
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
import { WithdrawalPane } from './withdrawal-pane.tsx'
import { WithdrawalRow } from './withdrawal-row.tsx'

const TOUCHED = [withdrawLog, withdrawStatus]
const RECORDS = ['records'] as const

/** The withdrawals: a list, and the chosen one beside it from 768 px; on a phone one page each. */
export default function WithdrawalsScreen(): ReactNode {
  const { t } = useTranslation('withdraw')
  const { id } = useSearch({ from: '/pages/payment/cashrecord' })
  const isWide = useWide('tab')
  useBalanceChanges(TOUCHED)
  const title = t('list.title')
  return (
    <AccountPage title={title} nav={<NavBar title={title} />}>
      <div className="tab:pt-4 desk:pt-2 pt-1">
        {!isWide && id !== undefined ? <WithdrawalPane key={id} id={id} /> : <Withdrawals chosen={id} />}
      </div>
    </AccountPage>
  )
}

function Withdrawals({ chosen }: { chosen: string | undefined }) {
  const { t } = useTranslation('withdraw')
  const isWide = useWide('tab')
  const pages = usePages(withdrawLog, {}, { topics: RECORDS })
  const shown = chosen ?? pages.items[0]?.id
  const list = (
    <InfiniteList
      label={t('list.title')}
      pages={pages}
      keyOf={({ id }) => id}
      className="max-tab:bg-surface max-tab:rounded-card max-tab:shadow-card max-tab:overflow-hidden"
      row={(withdrawal) => (
        <WithdrawalRow withdrawal={withdrawal} isOpen={isWide && withdrawal.id === shown} />
      )}
      empty={
        <div className="tab:p-4">
          <EmptyState
            title={t('list.emptyTitle')}
            text={t('list.emptyText')}
            action={<ButtonLink {...paths.withdraw()}>{t('title')}</ButtonLink>}
          />
        </div>
      }
    />
  )
  if (!isWide) return <PullToRefresh onRefresh={pages.refresh}>{list}</PullToRefresh>
  if (!pages.loading && pages.items.length === 0 && chosen === undefined) return list
  return (
    <ListDetail
      label={t('list.title')}
      listWidth={352}
      list={list}
      detail={
        shown === undefined ? undefined : (
          <div className="desk:p-6 p-5">
            <WithdrawalPane key={shown} id={shown} />
          </div>
        )
      }
    />
  )
}
