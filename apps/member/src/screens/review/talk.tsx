import { goodsTalk } from '@fairlot/contract/endpoints/mall/reviews'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { ReviewBone, ReviewCard } from '../../parts/review/review-card.tsx'
import { paths } from '../../paths.ts'
import { usePages } from '../../queries/pages.ts'
import { useRead } from '../../queries/queries.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { InfiniteList } from '../../ui/lists/infinite-list.tsx'
import { PullToRefresh } from '../../ui/lists/pull-to-refresh.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'

/** The published reviews of a product, newest first. */
export default function TalkScreen() {
  const { t } = useTranslation('review')
  const { product } = useSearch({ from: '/pages/goods/talk' })
  const pages = usePages(goodsTalk, { product })
  const head = useRead(goodsTalk, { product, limit: 1 }).data
  const title = t('talk.title')
  return (
    <Page title={title} nav={<NavBar title={title} />}>
      <PullToRefresh onRefresh={pages.refresh}>
        <p className="text-ink-2 pt-2 pb-3">
          {head ? t('talk.of', { count: head.total, title: head.product.title }) : t('talk.text')}
        </p>
        <InfiniteList
          pages={pages}
          keyOf={(review) => review.id}
          label={title}
          className="tab:grid-cols-2 tab:gap-4 desk:gap-5 grid grid-cols-1 gap-3"
          bone={<ReviewBone />}
          row={(review) => <ReviewCard review={review} />}
          empty={
            <EmptyState
              title={t('talk.none')}
              text={t('talk.noneText')}
              action={<ButtonLink {...paths.winners({ view: 'reviews' })}>{t('talk.all')}</ButtonLink>}
            />
          }
        />
      </PullToRefresh>
    </Page>
  )
}
