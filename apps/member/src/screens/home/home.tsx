import { home, kinds, system } from '@fairlot/contract/endpoints/home'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Output } from '../../api/api.ts'
import { useLive } from '../../live/live.ts'
import { issueTopic } from '../../live/topics.ts'
import type { LiveTopic } from '../../live/topics.ts'
import { refreshAll, useRead } from '../../queries/queries.ts'
import { paths } from '../../paths.ts'
import { firstRead } from '../../router/first-answers.ts'
import type { FirstReads } from '../../router/first-answers.ts'
import { usePart } from '../../router/use-part.ts'
import { useMember } from '../../stores/session.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { Page } from '../../ui/layout/page.tsx'
import { PullToRefresh } from '../../ui/lists/pull-to-refresh.tsx'
import { Bone, CardBone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import type { CardData } from '../../parts/goods-card/goods-card.tsx'
import { Categories, Entries } from './entries.tsx'
import { Hero, HERO } from './home-hero.tsx'
import { HomeNav } from './home-nav.tsx'
import { CardSection } from './home-section.tsx'
import { WinnerLine } from './winner-line.tsx'

type Home = Output<typeof home>
type Desk = typeof import('./desk/desk.tsx')

/** The parts that only some visits need: those of the desktop layout, the ticket of a winner, and the one for visitors. */
const loadDesk = () => import('./desk/desk.tsx')
const DESK_MESSAGES = ['desk'] as const
const WonHero = lazy(() => import('./won-hero.tsx'))
const Welcome = lazy(() => import('./welcome.tsx'))
/** The end of the page. */
const JustDrawn = lazy(() => import('./just-drawn.tsx'))

/** The polling interval of home while a draw is pending, and otherwise, in milliseconds. */
const WAITING_EVERY_MS = 3_000
const EVERY_MS = 20_000

/** @public the router reads it (router/screen.tsx) */
export const firstReads: FirstReads = () => [firstRead(home, {}), firstRead(kinds, {}), firstRead(system, {})]

/** Home: the next draw, winners, almost full issues, new issues. */
export default function HomeScreen() {
  const { t } = useTranslation(['home', 'ui'])
  const client = useQueryClient()
  const [everyMs, setEveryMs] = useState(EVERY_MS)
  const query = useRead(home, {}, { everyMs, topics: ['home'] })
  useLive(topicsOf(query.data))
  const { data: catalogue } = useRead(kinds, {}, { staleMs: 5 * 60_000 })
  const wanted = query.data?.drawingNext ? WAITING_EVERY_MS : EVERY_MS
  if (wanted !== everyMs) setEveryMs(wanted)
  const desk = usePart(useWide('desk'), loadDesk, DESK_MESSAGES)
  return (
    <Page
      title={t('ui:brand')}
      nav={<HomeNav won={Boolean(query.data?.prize)} heading={desk && <desk.Greeting />} />}
      tabs
      dataAt={query.dataUpdatedAt || undefined}
      bleed
    >
      <PullToRefresh onRefresh={() => refreshAll(client, [home, kinds])}>
        <div className="tab:gap-8 px-page flex flex-col gap-5">
          <QueryState
            query={query}
            data={query.data}
            pending={<HomeBones />}
            frame={(state) =>
              query.isError ? (
                <div className="bg-surface rounded-card shadow-card relative">{state}</div>
              ) : (
                state
              )
            }
          >
            {(data) => <Content data={data} desk={desk} categories={catalogue?.categories ?? []} />}
          </QueryState>
        </div>
      </PullToRefresh>
    </Page>
  )
}

/** The topics of the issues on the page that sell or await their draw. */
function topicsOf(data: Home | undefined): LiveTopic[] {
  if (!data) return []
  const cards = [...(data.drawingNext ? [data.drawingNext] : []), ...data.almostFull, ...data.justOpened]
  return cards.map(({ issue }) => issueTopic(issue))
}

/** Whether home was shown since the app started. It is then complete at once, so that the way back finds its place. */
let isKnown = false

/**
 * Whether the part of home below the first tickets is drawn. At the start of the app it follows the first paint, in short tasks, so that a slow
 * phone answers meanwhile.
 */
function useLowerPart(): boolean {
  const [isAtOnce] = useState(isKnown)
  useEffect(() => {
    isKnown = true
  }, [])
  return useDeferredValue(true, isAtOnce)
}

type ContentProps = { data: Home; desk: Desk | undefined; categories: Output<typeof kinds>['categories'] }

function Content({ data, desk, categories }: ContentProps) {
  const { t } = useTranslation('home')
  const member = useMember()
  const hasLowerPart = useLowerPart()
  const hero = data.drawingNext ?? data.almostFull[0] ?? data.justOpened[0]
  // Every issue is shown once: issues in the hero or an earlier section are left out.
  const shown = data.prize ? undefined : hero?.issue
  const almostFull = data.almostFull.filter((card) => card.issue !== shown)
  const before = new Set([shown, ...almostFull.map((card) => card.issue)])
  const justOpened = data.justOpened.filter((card) => !before.has(card.issue))
  return (
    <>
      <div className="tab:gap-6 flex flex-col gap-5">
        <div className="desk:grid desk:grid-cols-[776fr_400fr] desk:gap-6 *:min-w-0">
          <First prize={data.prize} hero={hero} />
          {desk && <desk.NextToFill cards={almostFull} />}
        </div>
        <WinnerLine winners={data.winners} first={data.prize?.card.issue} />
        {member !== null && <Entries Fact={desk?.EntryFact} />}
      </div>
      {hasLowerPart ? (
        <>
          <CardSection title={t('almostFull')} cards={almostFull} all={{ sort: 'closing' }} eager />
          {member === null && (
            <Suspense>
              <Welcome />
            </Suspense>
          )}
          {desk && <desk.Facts />}
          <Categories categories={categories} />
          <CardSection title={t('justOpened')} cards={justOpened} all={{ sort: 'newest' }} />
          <Suspense>
            <JustDrawn cards={data.justDrawn} />
          </Suspense>
        </>
      ) : (
        <div className="h-dvh" />
      )}
    </>
  )
}

/** The first ticket: the member's unanswered prize, else the issue that is drawn next. */
function First({ prize, hero }: { prize: Home['prize']; hero: CardData | undefined }) {
  const { t } = useTranslation('home')
  if (prize) {
    return (
      <Suspense fallback={<div className="h-32" />}>
        <WonHero prize={prize} size={HERO} />
      </Suspense>
    )
  }
  if (hero) return <Hero card={hero} />
  return (
    <div className="bg-surface rounded-card shadow-card relative p-3">
      <EmptyState
        title={t('empty.title')}
        text={t('empty.text')}
        action={<ButtonLink {...paths.landing()}>{t('entry.how')}</ButtonLink>}
      />
    </div>
  )
}

function HomeBones() {
  return (
    <Skeleton>
      <div className="bg-surface rounded-card shadow-card tab:h-62 relative flex h-32 gap-4 overflow-hidden">
        <Bone className="h-full w-2/5 rounded-none" />
        <div className="flex flex-1 flex-col gap-3 py-4 pe-4">
          <Bone className="w-1/2" />
          <Bone className="h-5 w-4/5" />
          <Bone className="mt-auto h-9" />
        </div>
      </div>
      <Bone className="mt-5 h-11 w-full rounded-full" />
      <div className="narrow:grid-cols-2 tab:grid-cols-3 full:grid-cols-4 mt-6 grid grid-cols-1 gap-3">
        <CardBone />
        <CardBone />
      </div>
    </Skeleton>
  )
}
