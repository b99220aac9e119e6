import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useHasPainted } from '../../../start/after-paint.ts'
import { Segments } from '../../../ui/fields/choice.tsx'
import { RowBone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { Issue } from '../use-issue.ts'

// Tabs that are not open at first, and the list that is below the first screen of a phone.
const Participants = lazy(() =>
  import('./participants.tsx').then((module) => ({ default: module.Participants })),
)
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
  const painted = useHasPainted()
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
      <Suspense fallback={<TabBones />}>
        {tab === 'participants' && (painted ? <Participants issue={issue} /> : <TabBones />)}
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
