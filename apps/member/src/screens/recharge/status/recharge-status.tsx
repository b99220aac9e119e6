import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { account } from '@fairlot/contract/endpoints/home'
import { walletStatement, rechargeLog, rechargeStatus } from '@fairlot/contract/endpoints/wallet'
import type { Output } from '../../../api/api.ts'
import { refreshAll } from '../../../queries/queries.ts'
import { queryClient } from '../../../queries/query-client.ts'
import { NotFound } from '../../../shell/not-found.tsx'
import { Bone, RowBone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { AccountPage } from '../../../parts/account/account-page.tsx'
import { useWide } from '../../../ui/layout/use-wide.ts'
import { keptNext, takePurchase } from '../recharge-next.ts'
import { Facts } from './recharge-facts.tsx'
import { Outcome } from './recharge-outcome.tsx'
import { Steps } from './next-steps.tsx'
import { Timeline } from './recharge-timeline.tsx'
import { useRechargeState } from './use-recharge-state.ts'

type Recharge = Output<typeof rechargeStatus>

/** The status of one recharge: hands over to the payment page, and polls until the state is final. */
export default function PayformScreen() {
  const { t } = useTranslation('recharge')
  const { id, next } = useSearch({ from: '/pages/payform/payform' })
  const query = useRechargeState(id)
  return (
    <QueryState
      query={query}
      data={query.data}
      pending={
        <Skeleton>
          <div className="flex flex-col gap-4 pt-2">
            <Bone className="rounded-sheet h-48" />
            <RowBone />
            <RowBone />
          </div>
        </Skeleton>
      }
      missing={<NotFound />}
      frame={(state) => (
        <AccountPage title={t('state.title')} nav={<NavBar title={t('state.title')} />}>
          {state}
        </AccountPage>
      )}
    >
      {(data) => <RechargeState recharge={data} dataAt={query.dataUpdatedAt} next={next ?? keptNext(id)} />}
    </QueryState>
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
  // The kept balance and statement are stale as soon as the outcome is known.
  useEffect(() => {
    if (recharge.status !== 'processing')
      void refreshAll(queryClient, [account, walletStatement, rechargeLog])
  }, [recharge.status])
  const router = useRouter()
  useEffect(() => {
    const purchase = recharge.status === 'success' ? takePurchase(recharge.id) : undefined
    if (purchase === undefined) return
    toast.ok(t('state.success'))
    router.history.replace(purchase)
  }, [recharge.status, recharge.id, router, t])
  const isDesk = useWide('desk')
  const steps = <Steps recharge={recharge} next={next} />
  return (
    <AccountPage
      title={t('state.title')}
      nav={<NavBar title={t('state.title')} />}
      dataAt={dataAt}
      barLabel={t('steps.label')}
      bar={isDesk ? undefined : steps}
    >
      <div className="tab:pt-4 desk:pt-2 desk:grid desk:grid-cols-2 desk:items-start desk:gap-6 flex flex-col gap-4 pt-1">
        <div className="flex flex-col gap-4">
          <Outcome recharge={recharge} />
          {isDesk && steps}
        </div>
        <div className="flex flex-col gap-4">
          <Facts recharge={recharge} />
          <Timeline recharge={recharge} />
        </div>
      </div>
    </AccountPage>
  )
}
