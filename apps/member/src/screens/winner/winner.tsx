import { winners } from '@fairlot/contract/endpoints/mall/draws'
import { winnerPosts } from '@fairlot/contract/endpoints/mall/reviews'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { ReviewBone, ReviewCard } from '../../parts/review/review-card.tsx'
import { usePages } from '../../queries/pages.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Segments } from '../../ui/fields/choice.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { InfiniteList } from '../../ui/lists/infinite-list.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PullToRefresh } from '../../ui/lists/pull-to-refresh.tsx'
import { WinnerBone, WinnerCard } from './winner-card.tsx'

/** The number of pictures in view before scrolling. */
const EAGER = 6

type View = 'winners' | 'reviews'

/** All winners, newest first, linked to the calculations of their draws; and what they wrote. */
export default function WinnerScreen() {
  const { t } = useTranslation(['winner', 'review'])
  const { view } = useSearch({ from: '/pages/winner/winner' })
  const navigate = useNavigate()
  const show = (next: View) =>
    void navigate({ ...paths.winners(next === 'reviews' ? { view: next } : {}), replace: true })
  return (
    <Page title={t('title')} nav={<NavBar title={t('title')} />}>
      <Segments
        label={t('review:views.label')}
        choices={[
          { value: 'winners', label: t('title') },
          { value: 'reviews', label: t('review:views.reviews') },
        ]}
        value={view ?? 'winners'}
        onChange={show}
        className="tab:max-w-100 mt-2"
      />
      {view === 'reviews' ? <Posts /> : <AllWinners />}
    </Page>
  )
}

function AllWinners() {
  const { t } = useTranslation('winner')
  const pages = usePages(winners, {})
  return (
    <PullToRefresh onRefresh={pages.refresh}>
      <p className="text-ink-2 pt-3 pb-3">{t('text')}</p>
      <InfiniteList
        pages={pages}
        keyOf={(row) => row.issue}
        label={t('title')}
        className="tab:grid-cols-2 tab:gap-4 full:grid-cols-3 desk:gap-5 grid grid-cols-1 gap-3"
        bone={<WinnerBone />}
        row={(row, index) => <WinnerCard winner={row} eager={index < EAGER} />}
        empty={
          <EmptyState
            title={t('none.title')}
            text={t('none.text')}
            action={<ButtonLink {...paths.mall()}>{t('none.action')}</ButtonLink>}
          />
        }
      />
    </PullToRefresh>
  )
}

/** What winners wrote about what they got, newest first. */
function Posts() {
  const { t } = useTranslation('review')
  const pages = usePages(winnerPosts, {})
  return (
    <PullToRefresh onRefresh={pages.refresh}>
      <p className="text-ink-2 pt-3 pb-3">{t('posts.text')}</p>
      <InfiniteList
        pages={pages}
        keyOf={(review) => review.id}
        label={t('views.reviews')}
        className="tab:grid-cols-2 tab:gap-4 full:grid-cols-3 desk:gap-5 grid grid-cols-1 gap-3"
        bone={<ReviewBone />}
        row={(review) => <ReviewCard review={review} product />}
        empty={<EmptyState title={t('talk.none')} text={t('posts.noneText')} />}
      />
    </PullToRefresh>
  )
}
