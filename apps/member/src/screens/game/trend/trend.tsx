import { useSearch } from '@tanstack/react-router'
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useGameWords } from '../../../parts/game/words.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Segments } from '../../../ui/fields/choice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Page, Panes } from '../../../ui/layout/page.tsx'
import { PullToRefresh } from '../../../ui/lists/pull-to-refresh.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { GameReminder } from '../game-reminder.tsx'
import { GameChips } from '../records/game-chips.tsx'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { NumberLine } from './number-line.tsx'
import { RoadTable } from './road-table.tsx'
import { ROADS } from './roads.ts'
import type { Road } from './roads.ts'
import { TrendCounts } from './trend-counts.tsx'
import { useTrend } from './trend-card.tsx'
import type { Trend } from './trend-card.tsx'

/** The last 100 rounds of a game: roads, the number line, counts beside their expectation, longest runs. */
export default function TrendScreen() {
  const { t } = useTranslation('game')
  const words = useGameWords()
  const { game = 'lucky-1m' } = useSearch({ from: '/pages/game/trend' })
  const query = useTrend(game)
  const title = t('trend.title')
  return (
    <Page
      title={`${title} · ${words.full(game)}`}
      nav={<NavBar title={title} />}
      dataAt={query.dataUpdatedAt}
    >
      <PullToRefresh onRefresh={() => query.refetch()}>
        <div className="flex flex-col gap-5 pt-2">
          <GameChips game={game} linkOf={paths.trend} />
          <Notice>{t('trend.memory')}</Notice>
          <QueryState query={query} data={query.data} pending={<TrendBones />}>
            {(trend) => <TrendView key={game} game={game} trend={trend} />}
          </QueryState>
          <GameReminder game={game} />
        </div>
      </PullToRefresh>
    </Page>
  )
}

function TrendView({ trend }: { game: GameId; trend: Trend }) {
  const { t } = useTranslation('game')
  if (trend.results.length === 0) return <EmptyState title={t('trend.none')} text={t('trend.noneText')} />
  const oldestFirst = trend.results.toReversed()
  return (
    <Panes
      start={
        <>
          <Roads trend={trend} />
          <Card>
            <h2 className="text-lead mb-2">{t('trend.numbers')}</h2>
            <ScrolledToEnd label={t('trend.numbers')}>
              <NumberLine
                kind={trend.kind}
                points={oldestFirst}
                label={t('trend.line', {
                  count: oldestFirst.length,
                  list: oldestFirst.map(({ outcome }) => outcome).join(', '),
                })}
              />
            </ScrolledToEnd>
          </Card>
        </>
      }
      end={<TrendCounts trend={trend} />}
    />
  )
}

/** The roads of colour, size and parity: one at a time. */
function Roads({ trend }: { trend: Trend }) {
  const { t } = useTranslation('game')
  const roads = ROADS[trend.kind]
  const [chosen, setChosen] = useState<Road>(roads[0])
  return (
    <Card>
      <h2 className="text-lead mb-2">{t('trend.road')}</h2>
      <Segments
        label={t('trend.road')}
        value={chosen}
        onChange={setChosen}
        choices={roads.map((road) => ({ value: road, label: t(`road.${road}`) }))}
      />
      <ScrolledToEnd key={chosen} label={t(`road.${chosen}`)} className="mt-3">
        <RoadTable road={chosen} kind={trend.kind} results={trend.results.toReversed()} />
      </ScrolledToEnd>
    </Card>
  )
}

type ScrolledProps = { label: string; className?: string; children: React.ReactNode }

/** A wide part that scrolls by itself and begins at its newest end. */
function ScrolledToEnd({ label, className, children }: ScrolledProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (element) element.scrollLeft = document.dir === 'rtl' ? -element.scrollWidth : element.scrollWidth
  }, [])
  return (
    <section
      ref={box}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keyboard
      tabIndex={0}
      aria-label={label}
      className={cx('relative overflow-x-auto pb-2', className)}
    >
      {children}
    </section>
  )
}

function TrendBones() {
  return (
    <Skeleton>
      <Bone className="rounded-card h-60" />
      <Bone className="rounded-card mt-5 h-44" />
      <Bone className="rounded-card mt-5 h-80" />
    </Skeleton>
  )
}
