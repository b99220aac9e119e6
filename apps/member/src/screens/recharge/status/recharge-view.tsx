import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { account } from '@fairlot/contract/endpoints/home'
import { walletStatement, rechargeLog } from '@fairlot/contract/endpoints/wallet'
import { refreshAll } from '../../../queries/queries.ts'
import { queryClient } from '../../../queries/query-client.ts'
import { NotFound } from '../../../shell/not-found.tsx'
import { Bone, RowBone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { Panes } from '../../../ui/layout/page.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { AccountPage } from '../../../parts/account/account-page.tsx'
import { useWide } from '../../../ui/layout/use-wide.ts'
import { GoesBack } from '../back/goes-back.tsx'
import { keptNext, takePurchase } from '../recharge-next.ts'
import { LateProof } from '../transfer/late-proof.tsx'
import { TransferView } from '../transfer/transfer-view.tsx'
import { isUsdtEnded, UsdtEnded, UsdtHeld } from '../usdt/usdt-ended.tsx'
import { UsdtView } from '../usdt/usdt-view.tsx'
import { Facts } from './recharge-facts.tsx'
import { Outcome, OutcomeNotice } from './recharge-outcome.tsx'
import { Steps } from './next-steps.tsx'
import { RechargeTimeline } from './recharge-timeline.tsx'
import { useRechargeState } from './use-recharge-state.ts'
import type { Recharge } from './use-recharge-state.ts'

type RechargeViewProps = { id: string; next: string | undefined }

/** One recharge, polled until its state is final: what to do while it is open, then how it ended. */
export function RechargeView({ id, next }: RechargeViewProps) {
  const { t } = useTranslation('recharge')
  const { query, hurry } = useRechargeState(id)
  return (
    <QueryState
      query={query}
      data={query.data}
      pending={<RechargeBones />}
      missing={<NotFound />}
      frame={(state) => (
        <AccountPage title={t('state.title')} nav={<NavBar title={t('state.title')} />}>
          {state}
        </AccountPage>
      )}
    >
      {(recharge) => (
        <OneRecharge
          recharge={recharge}
          dataAt={query.dataUpdatedAt}
          next={next ?? keptNext(id)}
          onLook={hurry}
        />
      )}
    </QueryState>
  )
}

export function RechargeBones() {
  return (
    <Skeleton>
      <div className="flex flex-col gap-4 pt-2">
        <Bone className="rounded-sheet h-48" />
        <RowBone />
        <RowBone />
      </div>
    </Skeleton>
  )
}

type OneRechargeProps = {
  recharge: Recharge
  dataAt: number
  next: string | undefined
  /** asks again at once, and often for a while */
  onLook: () => void
}

function OneRecharge({ recharge, dataAt, next, onLook }: OneRechargeProps) {
  useOutcome(recharge)
  const { instructions } = recharge
  if (instructions?.kind === 'transfer')
    return (
      <TransferView
        recharge={recharge}
        instructions={instructions}
        dataAt={dataAt}
        next={next}
        onSent={onLook}
      />
    )
  if (instructions?.kind === 'crypto')
    return (
      <UsdtView recharge={recharge} instructions={instructions} dataAt={dataAt} next={next} onLook={onLook} />
    )
  return <Ended recharge={recharge} dataAt={dataAt} next={next} />
}

/** After the end: fetches balance and statement again, and returns to the purchase that waits for the money. */
function useOutcome({ id, status }: Recharge): void {
  const { t } = useTranslation('recharge')
  const router = useRouter()
  // The kept balance and statement are stale as soon as the outcome is known.
  useEffect(() => {
    if (status !== 'processing') void refreshAll(queryClient, [account, walletStatement, rechargeLog])
  }, [status])
  useEffect(() => {
    const purchase = status === 'success' ? takePurchase(id) : undefined
    if (purchase === undefined) return
    toast.ok(t('state.success'))
    router.history.replace(purchase)
  }, [status, id, router, t])
}

/** A recharge at the payment company, or one that has ended. */
function Ended({ recharge, dataAt, next }: Omit<OneRechargeProps, 'onLook'>) {
  const { t } = useTranslation('recharge')
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
      <div className="tab:pt-4 desk:pt-2 pt-1">
        <Panes
          start={
            <>
              {isUsdtEnded(recharge) ? <UsdtEnded recharge={recharge} /> : <Outcome recharge={recharge} />}
              {isDesk && steps}
            </>
          }
          end={
            <>
              <UsdtHeld recharge={recharge} />
              {!isUsdtEnded(recharge) && <OutcomeNotice recharge={recharge} />}
              <LateProof recharge={recharge} />
              {recharge.status === 'success' && <GoesBack id={recharge.id} />}
              <Facts recharge={recharge} />
              <RechargeTimeline recharge={recharge} />
            </>
          }
        />
      </div>
    </AccountPage>
  )
}
