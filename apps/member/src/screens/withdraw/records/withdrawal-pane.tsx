import { withdrawStatus } from '@fairlot/contract/endpoints/withdrawal'
import { useTranslation } from '../../../i18n/i18n.ts'
import { MissingRecord } from '../../../parts/wallet/missing-record.tsx'
import { paths } from '../../../paths.ts'
import { useRead } from '../../../queries/queries.ts'
import { WITHDRAWAL_AGAIN_MS } from '../../../page-timing.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { Bone, RowBone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { TakeBack } from './take-back.tsx'
import { WithdrawalFacts } from './withdrawal-facts.tsx'
import { WithdrawalHead } from './withdrawal-head.tsx'
import { WithdrawalTimeline } from './withdrawal-timeline.tsx'

const RECORDS = ['records'] as const

/** One withdrawal. The stream reports its steps; without a stream it is asked for again while its page is open. */
export function WithdrawalPane({ id }: { id: string }) {
  const { t } = useTranslation('withdraw')
  const query = useRead(withdrawStatus, { id }, { everyMs: WITHDRAWAL_AGAIN_MS, staleMs: 0, topics: RECORDS })
  return (
    <QueryState
      query={query}
      data={query.data}
      missing={<MissingRecord />}
      pending={
        <Skeleton>
          <Bone className="rounded-card h-44" />
          <RowBone />
          <RowBone />
        </Skeleton>
      }
    >
      {(withdrawal) => (
        <div className="flex flex-col gap-5">
          <WithdrawalHead withdrawal={withdrawal} />
          {withdrawal.returnable && <TakeBack withdrawal={withdrawal} />}
          <WithdrawalFacts withdrawal={withdrawal} />
          <WithdrawalTimeline withdrawal={withdrawal} />
          {withdrawal.status !== 'processing' && (
            <ButtonLink {...paths.withdraw()} tone="sunken" wide>
              {t('again')}
            </ButtonLink>
          )}
        </div>
      )}
    </QueryState>
  )
}
