import { rechargeLog } from '@fairlot/contract/endpoints/wallet'
import { withdrawLog } from '@fairlot/contract/endpoints/withdrawal'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { AccountPage } from '../../parts/account/account-page.tsx'
import { useBalanceChanges } from '../../parts/wallet/use-balance-changes.ts'
import { paths } from '../../paths.ts'
import { usePages } from '../../queries/pages.ts'
import { useSystem } from '../../queries/system.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Chips } from '../../ui/fields/choice.tsx'
import { InfiniteList } from '../../ui/lists/infinite-list.tsx'
import { PullToRefresh } from '../../ui/lists/pull-to-refresh.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { monthOf, useMonthName } from '../account/statement/months.ts'
import { merged } from './merged.ts'
import { PaymentRow } from './payment-row.tsx'
import type { Payment } from './payment-row.tsx'

const KINDS = ['all', 'recharges', 'withdrawals'] as const
const TOUCHED = [rechargeLog, withdrawLog]
const LIVE = { topics: ['records'] } as const

/** All records of money in and out: recharges and withdrawals, newest first, by month, each linked to its page. */
export default function RecordListScreen(): ReactNode {
  const { t } = useTranslation('records')
  const { kind } = useSearch({ from: '/pages/payment/recordlist' })
  const navigate = useNavigate({ from: '/pages/payment/recordlist' })
  const recharges = usePages(rechargeLog, {}, LIVE)
  const withdrawals = usePages(withdrawLog, {}, LIVE)
  useBalanceChanges(TOUCHED)
  const pages =
    kind === 'recharges' ? recharges : kind === 'withdrawals' ? withdrawals : merged(recharges, withdrawals)
  return (
    <AccountPage title={t('title')} nav={<NavBar title={t('title')} />}>
      <PullToRefresh onRefresh={() => Promise.all([recharges.refresh(), withdrawals.refresh()])}>
        <div className="tab:pt-4 desk:pt-2 pt-1">
          <Chips
            label={t('kind.label')}
            className="*:flex-none!"
            value={kind ?? 'all'}
            onChange={(chosen) =>
              void navigate({ search: { kind: chosen === 'all' ? undefined : chosen }, replace: true })
            }
            choices={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
        </div>
        <Payments pages={pages} kind={kind} />
      </PullToRefresh>
    </AccountPage>
  )
}

type PaymentsProps = {
  pages: ReturnType<typeof merged<Payment, Payment>>
  kind: 'recharges' | 'withdrawals' | undefined
}

function Payments({ pages, kind }: PaymentsProps) {
  const { t } = useTranslation(['records', 'recharge', 'withdraw'])
  const offset = useSystem()?.utcOffsetMinutes ?? 0
  const monthName = useMonthName()
  const monthAt = (index: number) => {
    const payment = pages.items[index]
    return payment && monthOf(payment.createdAt, offset)
  }
  return (
    <InfiniteList
      label={t('title')}
      pages={pages}
      keyOf={({ id }) => id}
      row={(payment, index) => {
        const month = monthAt(index)
        const isFirst = month !== monthAt(index - 1)
        return (
          <>
            {month !== undefined && isFirst && (
              <h2 className="text-title tab:pt-7 pt-5 pb-2.5">{monthName(month)}</h2>
            )}
            <PaymentRow payment={payment} isFirst={isFirst} isLast={month !== monthAt(index + 1)} />
          </>
        )
      }}
      empty={
        <div className="pt-5">
          <EmptyState
            title={t(`empty.${kind ?? 'all'}`)}
            text={t('empty.text')}
            action={
              kind === 'withdrawals' ? (
                <ButtonLink {...paths.withdraw()}>{t('withdraw:title')}</ButtonLink>
              ) : (
                <ButtonLink {...paths.recharge()}>{t('recharge:title')}</ButtonLink>
              )
            }
          />
        </div>
      }
    />
  )
}
