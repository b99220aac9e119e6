import { useTranslation } from '../../../i18n/i18n.ts'
import { MissingRecord } from '../../../parts/wallet/missing-record.tsx'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { GoesBack } from '../back/goes-back.tsx'
import { Steps } from '../status/next-steps.tsx'
import { Facts } from '../status/recharge-facts.tsx'
import { Outcome, OutcomeNotice } from '../status/recharge-outcome.tsx'
import { RechargeTimeline } from '../status/recharge-timeline.tsx'
import { RechargeBones } from '../status/recharge-view.tsx'
import { useRechargeState } from '../status/use-recharge-state.ts'
import { LateProof } from '../transfer/late-proof.tsx'

/** One recharge of the records: its state, what can be done, its facts and its timeline. */
export function RechargePane({ id }: { id: string }) {
  const { t } = useTranslation('recharge')
  const { query } = useRechargeState(id)
  return (
    <QueryState query={query} data={query.data} missing={<MissingRecord />} pending={<RechargeBones />}>
      {(recharge) => (
        <div className="flex flex-col gap-5">
          <Outcome recharge={recharge} />
          {recharge.instructions !== null ? (
            <ButtonLink {...paths.payform(id)} tone="gold" size="lg" wide>
              {t('steps.instructions')}
            </ButtonLink>
          ) : (
            recharge.status !== 'success' && <Steps recharge={recharge} next={undefined} />
          )}
          <OutcomeNotice recharge={recharge} />
          {recharge.instructions === null && <LateProof recharge={recharge} />}
          {recharge.status === 'success' && <GoesBack id={recharge.id} />}
          <Facts recharge={recharge} />
          <RechargeTimeline recharge={recharge} />
        </div>
      )}
    </QueryState>
  )
}
