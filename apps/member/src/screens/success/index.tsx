import { FLAG } from '@fairlot/contract/flags'
import { orderDetail } from '@fairlot/contract/endpoints/mall'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { CallError } from '../../api/api.ts'
import { askEvery, issueTopic, useLive } from '../../api/live.ts'
import { useRead } from '../../api/queries.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { Bone, Skeleton } from '../../ui/skeleton.tsx'
import { SuccessView } from './success-view.tsx'

/** While codes or a draw are waited for, the order is asked for this often. Milliseconds. */
const EVERY_MS = {
  processing: 1_500,
  awaiting_draw: 3_000,
  not_won: false,
  won: false,
  refunded: false,
} as const

/** A purchase went through: its codes, and what happens next. Read by the order's id, so a reload works. */
export default function SuccessScreen() {
  const { t } = useTranslation('success')
  const { order } = useSearch({ from: '/pages/success/index' })
  const [everyMs, setEveryMs] = useState<number | false>(EVERY_MS.processing)
  const query = useRead(orderDetail, { order }, { everyMs })
  const known = query.data?.order
  const isLive = useLive(known ? [issueTopic(known.card.issue), 'draws'] : [])
  // the stream tells of the draw; an outcome that is still being worked out has to be asked for
  const wanted = known
    ? askEvery(EVERY_MS[known.status], isLive && known.status === 'awaiting_draw')
    : EVERY_MS.processing
  if (wanted !== everyMs) setEveryMs(wanted)
  if (query.data) return <SuccessView order={query.data.order} dataAt={query.dataUpdatedAt} />
  if (query.error instanceof CallError && query.error.flag === FLAG.missing) return <NotFound />
  return (
    <Page title={t('title')} nav={<NavBar title={t('title')} />}>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <Skeleton>
          <Bone className="rounded-sheet h-72" />
          <Bone className="rounded-card mt-5 h-40" />
        </Skeleton>
      )}
    </Page>
  )
}
