import { withdrawInfo } from '@fairlot/contract/endpoints/withdrawal'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { AccountPage } from '../../parts/account/account-page.tsx'
import { useBalanceChanges } from '../../parts/wallet/use-balance-changes.ts'
import { paths } from '../../paths.ts'
import { useRead } from '../../queries/queries.ts'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { CodeSheet } from './code-sheet.tsx'
import { IdentityLine } from './identity-line.tsx'
import { HowSheet } from './how-sheet.tsx'
import { HoursLine, QuoteCard } from './quote-card.tsx'
import { Target } from './target.tsx'
import { useWithdrawForm } from './use-withdraw-form.ts'
import type { Info } from './use-withdraw-form.ts'
import { WithdrawAmount } from './withdraw-amount.tsx'
import { WithdrawButton } from './withdraw-button.tsx'
import { Withdrawable } from './withdrawable.tsx'

const TOUCHED = [withdrawInfo]
const RECORDS = ['records'] as const

/** The way out: what can be withdrawn, amount, account and quote on one page; the code in a sheet. */
export default function WithdrawScreen(): ReactNode {
  const query = useRead(withdrawInfo, {}, { topics: RECORDS })
  useBalanceChanges(TOUCHED)
  return (
    <QueryState
      query={query}
      data={query.data}
      pending={
        <Skeleton>
          <Bone className="rounded-card h-52" />
          <Bone className="rounded-tile mt-5 h-13" />
          <Bone className="rounded-card mt-5 h-21" />
          <Bone className="rounded-card mt-3 h-44" />
        </Skeleton>
      }
      frame={(state) => <Frame>{state}</Frame>}
    >
      {(info) => <WithdrawPage info={info} dataAt={query.dataUpdatedAt} />}
    </QueryState>
  )
}

type FrameProps = { bar?: ReactNode; dataAt?: number; children: ReactNode }

function Frame({ bar, dataAt, children }: FrameProps) {
  const { t } = useTranslation('withdraw')
  return (
    <AccountPage
      title={t('title')}
      nav={
        <NavBar
          title={t('title')}
          actions={
            <Link
              {...paths.withdrawals()}
              className="text-brand inline-flex min-h-11 items-center px-2 font-semibold"
            >
              {t('records')}
            </Link>
          }
        />
      }
      bar={bar}
      barLabel={t('go.label')}
      dataAt={dataAt}
    >
      <div className="tab:pt-4 desk:pt-2 pt-1">{children}</div>
    </AccountPage>
  )
}

function WithdrawPage({ info, dataAt }: { info: Info; dataAt: number }) {
  const form = useWithdrawForm(info)
  const isDesk = useWide('desk')
  const go = <WithdrawButton info={info} form={form} />
  return (
    <Frame bar={isDesk ? undefined : go} dataAt={dataAt}>
      <div className="desk:grid desk:grid-cols-2 desk:items-start desk:gap-6 flex flex-col gap-5">
        <div className="flex min-w-0 flex-col gap-5">
          <Withdrawable info={info} onHow={() => form.show('how')} />
          <WithdrawAmount info={info} form={form} />
          <IdentityLine form={form} />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <Target info={info} form={form} />
          <QuoteCard info={info} form={form} />
          <HoursLine info={info} />
          {isDesk && <div className="mt-2">{go}</div>}
        </div>
      </div>
      <CodeSheet form={form} />
      <HowSheet open={form.sheet === 'how'} onClose={() => form.show(null)} />
    </Frame>
  )
}
