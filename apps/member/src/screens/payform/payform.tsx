import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { account } from '@fairlot/contract/endpoints/home'
import { walletStatement, rechargeLog, rechargeStatus } from '@fairlot/contract/endpoints/wallet'
import { FLAG } from '@fairlot/contract/flags'
import { CallError } from '../../api/api.ts'
import type { Output } from '../../api/api.ts'
import { queryClient, refreshAll } from '../../api/queries.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { Bone, RowBone, Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { keptNext } from '../payment/recharge-next.ts'
import { Facts } from './facts.tsx'
import { Outcome } from './outcome.tsx'
import { Steps } from './steps.tsx'
import { Timeline } from './timeline.tsx'
import { useRechargeState } from './use-recharge-state.ts'

type Recharge = Output<typeof rechargeStatus>

/** Hand-over to the payment page and return from it: what became of one recharge, asked for until it is final. */
export default function PayformScreen() {
  const { t } = useTranslation('recharge')
  const { id, next } = useSearch({ from: '/pages/payform/payform' })
  const query = useRechargeState(id)
  if (query.error instanceof CallError && query.error.flag === FLAG.missing && !query.data)
    return <NotFound />
  if (query.data)
    return <RechargeState recharge={query.data} dataAt={query.dataUpdatedAt} next={next ?? keptNext(id)} />
  return (
    <Page title={t('state.title')} nav={<NavBar title={t('state.title')} />}>
      {query.isPending && (
        <Skeleton>
          <div className="flex flex-col gap-4 pt-2">
            <Bone className="rounded-sheet h-48" />
            <RowBone />
            <RowBone />
          </div>
        </Skeleton>
      )}
      {query.isError && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      )}
    </Page>
  )
}

function RechargeState({
  recharge,
  dataAt,
  next,
}: {
  recharge: Recharge
  dataAt: number
  next: string | undefined
}) {
  const { t } = useTranslation('recharge')
  // The balance and the records are old as soon as the outcome is known.
  useEffect(() => {
    if (recharge.status !== 'processing')
      void refreshAll(queryClient, [account, walletStatement, rechargeLog])
  }, [recharge.status])
  return (
    <Page
      title={t('state.title')}
      nav={<NavBar title={t('state.title')} />}
      dataAt={dataAt}
      barLabel={t('steps.label')}
      bar={<Steps recharge={recharge} next={next} />}
    >
      <div className="flex flex-col gap-4 pt-1">
        <Outcome recharge={recharge} />
        <Facts recharge={recharge} />
        <Timeline recharge={recharge} />
      </div>
    </Page>
  )
}
