import { goodsHistory } from '@fairlot/contract/endpoints/mall/goods'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Output } from '../../api/api.ts'
import { usePages } from '../../queries/pages.ts'
import { useHasPainted } from '../../start/after-paint.ts'
import { Ago } from '../../ui/values/ago.tsx'
import { Avatar } from '../../ui/values/avatar.tsx'
import { Segments } from '../../ui/fields/choice.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { InfiniteList } from '../../ui/lists/infinite-list.tsx'
import { RowBone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import type { Issue } from './use-issue.ts'

// The tabs that are not open at first.
const GoodsFacts = lazy(() => import('./goods-facts.tsx').then((module) => ({ default: module.GoodsFacts })))
const PastWinners = lazy(() =>
  import('./past-winners.tsx').then((module) => ({ default: module.PastWinners })),
)

const ProductReviews = lazy(() =>
  import('./product-reviews.tsx').then((module) => ({ default: module.ProductReviews })),
)

type Tab = 'participants' | 'details' | 'winners' | 'reviews'

/** Participants, details of the issue, winners of earlier issues and their reviews. */
export function GoodsTabs({ issue }: { issue: Issue }) {
  const { t } = useTranslation('goods')
  // the seats of a Double PK show who takes part
  const hasList = issue.card.seats === null
  const [tab, setTab] = useState<Tab>(hasList ? 'participants' : 'details')
  return (
    <section>
      <h2 className="sr-only">{t(`tabs.${tab}`)}</h2>
      <Segments
        label={t('tabs.label')}
        choices={[
          ...(hasList ? [{ value: 'participants' as const, label: t('tabs.participants') }] : []),
          { value: 'details', label: t('tabs.details') },
          { value: 'winners', label: t('tabs.winners') },
          { value: 'reviews', label: t('tabs.reviews') },
        ]}
        value={tab}
        onChange={setTab}
        className="mb-3"
      />
      {tab === 'participants' && <Participants issue={issue} />}
      <Suspense fallback={<TabBones />}>
        {tab === 'details' && <GoodsFacts issue={issue} />}
        {tab === 'reviews' && <ProductReviews product={issue.card.product.code} />}
        {tab === 'winners' && <PastWinners product={issue.card.product.code} />}
      </Suspense>
    </section>
  )
}

function TabBones() {
  return (
    <Skeleton>
      <RowBone />
      <RowBone />
    </Skeleton>
  )
}

type Participant = Output<typeof goodsHistory>['items'][number]

function Participants({ issue }: { issue: Issue }) {
  const { t } = useTranslation('goods')
  const pages = usePages(goodsHistory, { issue: issue.card.issue }, { enabled: useHasPainted() })
  const none = issue.card.participants === 0 ? 'none' : 'few'
  return (
    <>
      {pages.items.length > 0 && <p className="text-cap text-ink-2 mb-1">{t('participants.groups')}</p>}
      <InfiniteList
        pages={pages}
        keyOf={(row) => String(row.place)}
        label={t('tabs.participants')}
        row={(row) => <ParticipantRow row={row} />}
        rowClass="border-line border-b last:border-transparent"
        empty={<EmptyState title={t(`participants.${none}`)} text={t(`participants.${none}Text`)} />}
      />
    </>
  )
}

/** No code, amount or exact time beside a name: they would reveal which tag of the calculation is whose. */
function ParticipantRow({ row }: { row: Participant }) {
  const { t } = useTranslation('goods')
  const { name, at, mine } = row
  return (
    <div className="flex flex-wrap items-center gap-x-3 py-3">
      <Avatar name={name} size={mine ? 32 : 40} ring={mine} />
      <div className="min-w-24 flex-1">
        <p className="flex items-center gap-2 font-semibold">
          <bdi className="truncate">{name}</bdi>
          {mine && <StatusPill tone="won">{t('participants.you')}</StatusPill>}
        </p>
        <p className="text-cap text-ink-2">
          <Ago at={at} />
        </p>
      </div>
    </div>
  )
}
