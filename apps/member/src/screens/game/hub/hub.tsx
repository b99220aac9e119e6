import { gameList } from '@fairlot/contract/endpoints/game'
import { ChartNoAxesColumn, Coins, Gauge, Globe, History, PiggyBank, Scale, Ticket } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { gameTopic } from '../../../live/topics.ts'
import { GAMES } from '@fairlot/contract/kinds/game-kinds'
import { paths } from '../../../paths.ts'
import { useRead } from '../../../queries/queries.ts'
import { useMember } from '../../../stores/session.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { List, ListLink } from '../../../ui/lists/list-row.tsx'
import { PullToRefresh } from '../../../ui/lists/pull-to-refresh.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { GameReminder } from '../game-reminder.tsx'
import { FinanceSection } from './finance-section.tsx'
import { GameTicket } from './game-ticket.tsx'

const TOPICS = GAMES.map(gameTopic)
const EVERY_MS = 10_000

/** Invest & play: the finance products, and the games, each with its round and its last result. */
export default function HubScreen() {
  const { t } = useTranslation(['game', 'finance', 'guard', 'ui'])
  const member = useMember()
  const query = useRead(gameList, {}, { topics: TOPICS, everyMs: EVERY_MS, staleMs: 1_000 })
  const title = t('ui:tabs.investment')
  return (
    <Page title={title} nav={<NavBar title={title} back={false} tall />} tabs dataAt={query.dataUpdatedAt}>
      <PullToRefresh onRefresh={() => query.refetch()}>
        <div className="desk:grid-cols-[minmax(0,1fr)_352px] desk:grid desk:gap-10 flex flex-col items-stretch gap-5 pt-2">
          <div className="desk:gap-10 flex min-w-0 flex-col gap-7">
            <FinanceSection />
            <section aria-labelledby="games" className="min-w-0">
              <h2 id="games" className="text-title">
                {t('title')}
              </h2>
              <p className="text-ink-2 mt-1 mb-4">{t('hub.text')}</p>
              <QueryState query={query} data={query.data} pending={<HubBones />}>
                {({ games }) => (
                  <>
                    {games.every(({ state }) => state === 'off') && (
                      <Notice className="mb-4">{t('why.off')}</Notice>
                    )}
                    <ul className="tab:grid-cols-2 tab:gap-4 desk:gap-5 grid grid-cols-1 gap-3">
                      {games.map((game) => (
                        <li key={game.game}>
                          <GameTicket entry={game} onEnd={() => void query.refetch()} />
                        </li>
                      ))}
                    </ul>
                  </>
                )}
              </QueryState>
            </section>
          </div>
          <aside className="flex min-w-0 flex-col gap-5">
            <Notice>
              <p className="font-semibold">{t('hub.odds')}</p>
            </Notice>
            <GameReminder />
            <List label={t('records')}>
              {member !== null && (
                <ListLink {...paths.financeOrders()} icon={Coins} label={t('finance:orders.title')} />
              )}
              {member !== null && <ListLink {...paths.bets()} icon={Ticket} label={t('bets.title')} />}
              <ListLink {...paths.rounds()} icon={History} label={t('history.title')} />
              <ListLink {...paths.trend('lucky-1m')} icon={ChartNoAxesColumn} label={t('trend.hundred')} />
              <ListLink {...paths.fair()} icon={Scale} label={t('hub.fair')} />
              {query.data?.external === true && (
                <ListLink {...paths.gameweb()} icon={Globe} label={t('web.title')} />
              )}
              {member !== null && <ListLink {...paths.piggy()} icon={PiggyBank} label={t('hub.piggy')} />}
              <ListLink {...paths.limits()} icon={Gauge} label={t('guard:setLimit')} />
            </List>
          </aside>
        </div>
      </PullToRefresh>
    </Page>
  )
}

function HubBones() {
  return (
    <Skeleton>
      <div className="tab:grid-cols-2 grid grid-cols-1 gap-3">
        {GAMES.map((game) => (
          <Bone key={game} className="rounded-card h-48" />
        ))}
      </div>
    </Skeleton>
  )
}
