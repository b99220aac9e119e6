import { orderDetail } from '@fairlot/contract/endpoints/mall/orders'
import { useSearch } from '@tanstack/react-router'
import { formatDate } from '../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Portrait } from '../../portraits/portrait.tsx'
import { useRead } from '../../queries/queries.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import type { OrderData } from '../order/detail/order-view.tsx'
import { ReviewForm } from './review-form.tsx'

/** Posting a review of a won product that has arrived. */
export default function WriteReviewScreen() {
  const { t } = useTranslation('review')
  const { order } = useSearch({ from: '/pages/bask/index' })
  const query = useRead(orderDetail, { order }, { topics: ['prizes'] })
  const title = t('write.title')
  const states = (
    <Page title={title} nav={<NavBar title={title} />} tabs={false} width="form">
      <QueryState query={query} data={query.data} pending={<Bones />}>
        {(data) => <Closed data={data} />}
      </QueryState>
    </Page>
  )
  if (query.data?.prize?.canReview !== true) return states
  return <ReviewForm key={order} data={query.data} head={<ProductHead data={query.data} />} />
}

/** Why this order has no form. */
function Closed({ data: { order, prize } }: { data: OrderData }) {
  const { t } = useTranslation('review')
  const isPosted = prize !== null && prize.review !== null
  return (
    <EmptyState
      title={t(isPosted ? 'write.posted' : 'write.tooEarly')}
      text={t(isPosted ? 'write.postedText' : 'write.tooEarlyText')}
      action={
        <ButtonLink {...(isPosted ? paths.myReviews() : paths.order(order.order))}>
          {t(isPosted ? 'mine.title' : 'write.toOrder')}
        </ButtonLink>
      }
    />
  )
}

function ProductHead({ data: { order, prize } }: { data: OrderData }) {
  const { t } = useTranslation('review')
  const language = activeLanguage()
  const { product } = order.card
  const at = (state: 'won' | 'received') => prize?.timeline.findLast((one) => one.state === state)?.at
  const [won, received] = [at('won'), at('received')]
  return (
    <Card className="flex items-center gap-3.5">
      <Portrait
        art={product.art}
        tile={product.tile}
        image={product.image}
        className="rounded-tile size-16 shrink-0"
      />
      <div className="min-w-0 flex-1">
        <h2 className="text-body line-clamp-2 font-semibold">{product.title}</h2>
        {won !== undefined && received !== undefined && (
          <p className="text-cap text-ink-2">
            {t('write.times', { won: formatDate(won, language), received: formatDate(received, language) })}
          </p>
        )}
      </div>
      <StatusPill tone="won">{t('write.won')}</StatusPill>
    </Card>
  )
}

function Bones() {
  return (
    <Skeleton>
      <Bone className="rounded-card mt-2 h-24" />
      <Bone className="rounded-tile mt-8 h-13" />
      <Bone className="rounded-tile mt-8 h-32" />
      <Bone className="rounded-card mt-8 size-20" />
    </Skeleton>
  )
}
