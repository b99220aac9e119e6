import { winners } from '@fairlot/contract/endpoints/mall'
import { useTranslation } from '../../i18n/i18n.ts'
import { usePages } from '../../queries/pages.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { InfiniteList } from '../../ui/lists/infinite-list.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PullToRefresh } from '../../ui/lists/pull-to-refresh.tsx'
import { WinnerBone, WinnerCard } from './winner-card.tsx'

/** The number of pictures in view before scrolling. */
const EAGER = 6

/** All winners, newest first, linked to the calculations of their draws. */
export default function WinnerScreen() {
  const { t } = useTranslation('winner')
  const pages = usePages(winners, {})
  return (
    <Page title={t('title')} nav={<NavBar title={t('title')} />}>
      <PullToRefresh onRefresh={pages.refresh}>
        <p className="text-ink-2 pt-2 pb-3">{t('text')}</p>
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
    </Page>
  )
}
