import { useNavigate, useSearch } from '@tanstack/react-router'
import { BET_STATUSES } from '@fairlot/contract/kinds/game-kinds'
import type { BetStatus } from '@fairlot/contract/kinds/game-kinds'
import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { InfiniteList } from '../../../ui/lists/infinite-list.tsx'
import { PullToRefresh } from '../../../ui/lists/pull-to-refresh.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { ScrollTabs } from '../../../ui/navigation/scroll-tabs.tsx'
import { GameReminder } from '../game-reminder.tsx'
import { useBets } from '../use-game.ts'
import { BetRow } from './bet-row.tsx'
import { GameChips } from './game-chips.tsx'
import { RecordTabs } from './record-tabs.tsx'

const TABS = ['all', ...BET_STATUSES] as const

/** The member's own bets: waiting, won, lost, returned. */
export default function BetsScreen() {
  const { t } = useTranslation('game')
  const { game, status } = useSearch({ from: '/pages/game/order' })
  const navigate = useNavigate()
  const pages = useBets({ ...(game && { game }), ...(status && { status }) })
  const title = t('bets.title')
  const choose = (tab: 'all' | BetStatus) =>
    void navigate({
      ...paths.bets({ ...(game && { game }), ...(tab !== 'all' && { status: tab }) }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Page title={title} nav={<NavBar title={title} />} width="text">
      <PullToRefresh onRefresh={pages.refresh}>
        <div className="flex flex-col gap-4 pt-2">
          <RecordTabs view="bets" game={game} />
          <GameChips game={game ?? null} linkOf={(one) => paths.bets({ game: one })} all={paths.bets()} />
          <GameReminder game={game} />
          <ScrollTabs
            label={t('bets.title')}
            value={status ?? 'all'}
            onChange={choose}
            rowClass="max-tab:bleed-page tab:px-0"
            tabs={TABS.map((tab) => ({ value: tab, label: t(`status.${tab}`) }))}
          >
            <InfiniteList
              pages={pages}
              keyOf={(bet) => bet.id}
              label={title}
              className="bg-surface rounded-card shadow-card divide-line mt-4 divide-y px-4"
              row={(bet) => <BetRow bet={bet} withGame />}
              empty={
                <EmptyState
                  title={t(status === undefined ? 'bets.none' : 'bets.noneHere')}
                  text={t('bets.noneText')}
                  action={<ButtonLink {...paths.games()}>{t('bets.toGames')}</ButtonLink>}
                />
              }
            />
          </ScrollTabs>
        </div>
      </PullToRefresh>
    </Page>
  )
}
