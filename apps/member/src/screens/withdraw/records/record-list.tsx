import { rechargeLog } from '@fairlot/contract/endpoints/wallet'
import { withdrawLog } from '@fairlot/contract/endpoints/withdrawal'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowDownToLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { AccountPage } from '../../../parts/account/account-page.tsx'
import { useBalanceChanges } from '../../../parts/wallet/use-balance-changes.ts'
import { paths } from '../../../paths.ts'
import { usePages } from '../../../queries/pages.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Segments } from '../../../ui/fields/choice.tsx'
import { InfiniteList } from '../../../ui/lists/infinite-list.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'
import { WithdrawalRow } from './withdrawal-row.tsx'

const KINDS = ['withdrawals', 'recharges'] as const
const TONES = { processing: 'wait', success: 'ok', failed: 'bad' } as const
const TOUCHED = [rechargeLog, withdrawLog]
const CARD = 'bg-surface rounded-card shadow-card overflow-hidden'

/** All records of money in and out: withdrawals or recharges, newest first, each linked to its page. */
export default function RecordListScreen(): ReactNode {
  const { t } = useTranslation('withdraw')
  const { kind = 'withdrawals' } = useSearch({ from: '/pages/payment/recordlist' })
  const navigate = useNavigate({ from: '/pages/payment/recordlist' })
  useBalanceChanges(TOUCHED)
  return (
    <AccountPage title={t('list.all')} nav={<NavBar title={t('list.all')} />}>
      <div className="tab:pt-4 desk:pt-2 flex max-w-160 flex-col gap-4 pt-1">
        <Segments
          label={t('list.kind')}
          value={kind}
          onChange={(chosen) => void navigate({ search: { kind: chosen }, replace: true })}
          choices={KINDS.map((value) => ({
            value,
            label: t(value === 'withdrawals' ? 'list.title' : 'list.recharges'),
          }))}
        />
        {kind === 'withdrawals' ? <Withdrawals /> : <Recharges />}
      </div>
    </AccountPage>
  )
}

function Withdrawals() {
  const { t } = useTranslation('withdraw')
  return (
    <InfiniteList
      label={t('list.title')}
      pages={usePages(withdrawLog, {})}
      keyOf={({ id }) => id}
      className={CARD}
      row={(withdrawal) => <WithdrawalRow withdrawal={withdrawal} isOpen={false} />}
      empty={
        <EmptyState
          title={t('list.emptyTitle')}
          text={t('list.emptyText')}
          action={<ButtonLink {...paths.withdraw()}>{t('title')}</ButtonLink>}
        />
      }
    />
  )
}

function Recharges() {
  const { t } = useTranslation(['withdraw', 'recharge'])
  return (
    <InfiniteList
      label={t('list.recharges')}
      pages={usePages(rechargeLog, {})}
      keyOf={({ id }) => id}
      className={CARD}
      row={({ id, amount, createdAt, number, status }) => (
        <div className="border-line hover:bg-sunken relative flex items-center gap-3.5 border-b px-4 py-3">
          <span className="bg-leaf text-leaf-3 rounded-tile grid size-10 shrink-0 place-items-center">
            <ArrowDownToLine size={21} strokeWidth={1.8} aria-hidden="true" />
          </span>
          <div className="min-w-0 flex-1">
            <Link
              {...paths.payform(id)}
              className="cover rounded-tiny font-semibold focus-visible:after:outline-offset-[-3px]"
            >
              <Money amount={amount} />
            </Link>
            <p className="text-cap text-ink-2 flex flex-wrap gap-x-2">
              <time dateTime={new Date(createdAt).toISOString()}>
                {formatDateTime(createdAt, activeLanguage())}
              </time>
              <Code>{number}</Code>
            </p>
          </div>
          <StatusPill tone={TONES[status]}>{t(`recharge:status.${status}`)}</StatusPill>
        </div>
      )}
      empty={
        <EmptyState
          title={t('list.noRecharges')}
          action={<ButtonLink {...paths.recharge()}>{t('recharge:title')}</ButtonLink>}
        />
      }
    />
  )
}
