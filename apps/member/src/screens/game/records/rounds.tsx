import { Link, useSearch } from '@tanstack/react-router'
import { gameHistory } from '@fairlot/contract/endpoints/game'
import { KIND_OF_GAME } from '@fairlot/contract/kinds/game-kinds'
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { Output } from '../../../api/api.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { formatMoment } from '../../../i18n/lazy-formats.ts'
import { gameTopic } from '../../../live/topics.ts'
import { Ball } from '../../../parts/game/marks.tsx'
import { Period } from '../../../parts/game/period.tsx'
import { useGameWords } from '../../../parts/game/words.ts'
import { paths } from '../../../paths.ts'
import { usePages } from '../../../queries/pages.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { InfiniteList } from '../../../ui/lists/infinite-list.tsx'
import { PullToRefresh } from '../../../ui/lists/pull-to-refresh.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'
import { GameReminder } from '../game-reminder.tsx'
import { GameChips } from './game-chips.tsx'
import { RecordTabs } from './record-tabs.tsx'

type Past = Output<typeof gameHistory>['items'][number]

/** All rounds of a game that have ended, each with its check. */
export default function RoundsScreen() {
  const { t } = useTranslation('game')
  const { game = 'lucky-1m' } = useSearch({ from: '/pages/game/history' })
  const pages = usePages(gameHistory, { game }, { topics: [gameTopic(game)], staleMs: 1_000 })
  const title = t('history.title')
  return (
    <Page title={title} nav={<NavBar title={title} />} width="text">
      <PullToRefresh onRefresh={pages.refresh}>
        <div className="flex flex-col gap-4 pt-2">
          <RecordTabs view="rounds" game={game} />
          <GameChips game={game} linkOf={paths.rounds} />
          <GameReminder game={game} />
          <InfiniteList
            pages={pages}
            keyOf={(round) => round.period}
            label={title}
            className="bg-surface rounded-card shadow-card divide-line divide-y px-4"
            row={(round) => <RoundRow game={game} round={round} />}
            empty={<EmptyState title={t('trend.none')} text={t('trend.noneText')} />}
          />
        </div>
      </PullToRefresh>
    </Page>
  )
}

function RoundRow({ game, round }: { game: GameId; round: Past }) {
  const { t } = useTranslation('game')
  const words = useGameWords()
  const kind = KIND_OF_GAME[game]
  const { result, mine } = round
  return (
    <article className="relative flex items-center gap-3 py-3">
      {result ? (
        <Ball kind={kind} outcome={result.outcome} size="sm" className="shrink-0" />
      ) : (
        <span
          aria-hidden="true"
          className="border-control size-8 shrink-0 rounded-full border-2 border-dashed"
        />
      )}
      <div className="min-w-0 flex-1">
        <p>
          <Link {...paths.round(game, round.period)} className="cover font-semibold">
            <Period period={round.period} />
          </Link>
        </p>
        <p className="text-cap text-ink-2">
          {result ? words.traits(kind, result.outcome) : t(`roundStatus.${round.status}`)}
          {result?.price != null && (
            <>
              {' · '}
              <span className="num">{result.price}</span>
            </>
          )}
        </p>
        {result?.finish && (
          <p className="text-cap text-ink-2">
            {t('race.order')} <span className="num">{result.finish.join(' ')}</span>
          </p>
        )}
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <span className="text-cap text-ink-2">{formatMoment(round.endsAt, activeLanguage())}</span>
        {mine !== null && result !== null && (
          <Money
            amount={formatMoney(parseMoney(mine.payout) - parseMoney(mine.amount))}
            signed
            className="font-semibold"
          />
        )}
        {round.status === 'void' && <StatusPill tone="quiet">{t('status.void')}</StatusPill>}
      </div>
    </article>
  )
}
