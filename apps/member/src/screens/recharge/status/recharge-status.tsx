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
import { Page } from '../../../ui/layout/page.tsx'
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
        <Page width="form" title={t('state.title')} nav={<NavBar title={t('state.title')} />}>
          {state}
        </Page>
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
  return (
    <Page
      width="form"
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
