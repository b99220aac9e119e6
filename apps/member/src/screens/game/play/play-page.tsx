import { useNavigate } from '@tanstack/react-router'
import { GAMES, KIND_OF_GAME } from '@fairlot/contract/kinds/game-kinds'
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useGameWords } from '../../../parts/game/words.ts'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Segments } from '../../../ui/fields/choice.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { useWide } from '../../../ui/layout/use-wide.ts'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { BetBar } from '../bet/bet-bar.tsx'
import { BetPanel } from '../bet/bet-panel.tsx'
import { BetSheet } from '../bet/bet-sheet.tsx'
import { useSlip } from '../bet/use-slip.ts'
import { KingBoard } from '../board/king-board.tsx'
import { LuckyBoard } from '../board/lucky-board.tsx'
import { Race } from '../board/race.tsx'
import { nextMoment, phaseOf } from '../phase.ts'
import { TrendCard } from '../trend/trend-card.tsx'
import { TrendRow } from '../trend/trend-row.tsx'
import { useClockPast } from '../use-clock.ts'
import { useBets, useCurrentRound } from '../use-game.ts'
import type { GameState } from '../use-game.ts'
import { Announced, useResultText } from './announced.tsx'
import { GameFacts } from './game-facts.tsx'
import { LatestBets } from './latest-bets.tsx'
import { ResultStrip } from './result-strip.tsx'
import { RoundStage } from './round-stage.tsx'
import { useLast } from './use-last.ts'

/** The page of a game: round and clock, the board, the bet, and what came out. */
export function PlayPage({ game }: { game: GameId }) {
  const words = useGameWords()
  const [awaited, setAwaited] = useState(true)
  const query = useCurrentRound(game, awaited)
  const title = words.full(game)
  return (
    <QueryState
      query={query}
      data={query.data}
      pending={<PlayBones />}
      frame={(state) => (
        <Page title={title} nav={<NavBar title={title} />}>
          {state}
        </Page>
      )}
    >
      {(state) => (
        <PlayView
          key={game}
          game={game}
          title={title}
          state={state}
          dataAt={query.dataUpdatedAt}
          onAwaited={setAwaited}
        />
      )}
    </QueryState>
  )
}

type PlayViewProps = {
  game: GameId
  title: string
  state: GameState
  dataAt: number
  /** whether something is about to happen, so that the round is asked for more often without a stream */
  onAwaited: (awaited: boolean) => void
}

function PlayView({ game, title, state, dataAt, onAwaited }: PlayViewProps) {
  const { t } = useTranslation('game')
  const isWide = useWide('tab')
  const nowMs = useClockPast((now) => nextMoment(state.round, now))
  const phase = phaseOf(state.round, nowMs)
  const isAwaited = phase !== 'open'
  useEffect(() => onAwaited(isAwaited), [isAwaited, onAwaited])
  const [isOpen, setOpen] = useState(false)
  const slip = useSlip({ game, state, phase, onPlaced: () => setOpen(false) })
  const bets = useBets({ game }).items
  const last = useLast(state)
  const announced = useResultText(state.kind, last.arrived, bets)
  const finish = last.newest?.result?.finish
  const result = <ResultStrip slip={slip} arrived={last.racing ? null : last.arrived} bets={bets} />
  const race =
    state.kind === 'king' && last.newest && finish ? (
      <Race
        key={last.newest.period}
        period={last.newest.period}
        finish={finish}
        running={last.racing}
        onEnd={last.end}
        onAgain={last.again}
      />
    ) : null
  // A phone shows the board first; a race only while it runs.
  const isRaceFirst = isWide || last.racing
  const board = (
    <div className={cx('flex flex-col gap-5', phase !== 'open' && 'saturate-[.35]')}>
      {state.kind === 'king' ? <KingBoard slip={slip} /> : <LuckyBoard slip={slip} />}
    </div>
  )
  return (
    <Page
      title={title}
      bleed
      dataAt={dataAt}
      {...(!isWide && {
        bar: (
          <div className="relative">
            <div className="absolute inset-x-0 bottom-full pb-5">{result}</div>
            <BetBar slip={slip} onOpen={() => setOpen(true)} />
          </div>
        ),
        barLabel: t('slip.title'),
      })}
    >
      <RoundStage title={title} state={state} phase={phase} nowMs={nowMs} last={last.shown} />
      <Announced text={announced} />
      <div className="px-page tab:grid-cols-[minmax(0,1fr)_340px] desk:grid-cols-[minmax(0,1fr)_400px] tab:grid desk:gap-10 tab:gap-6 flex flex-col items-start gap-5 pt-4">
        <div className="flex w-full min-w-0 flex-col gap-5">
          {isWide && <Lengths game={game} />}
          {isRaceFirst && race}
          {!isWide && <TrendRow game={game} />}
          {isWide && state.kind === 'lucky' && <TrendCard game={game} />}
          {board}
          {isWide && state.kind === 'king' && <TrendCard game={game} />}
          {!isRaceFirst && race}
          {!isWide && <Lengths game={game} />}
          <LatestBets game={game} bets={bets} />
          <GameFacts game={game} state={state} />
        </div>
        {isWide && (
          <div className="tab:sticky tab:top-[calc(var(--top-bar)+16px)] min-w-0">
            <div className="mb-3 empty:hidden">{result}</div>
            <BetPanel slip={slip} />
          </div>
        )}
      </div>
      {!isWide && <BetSheet slip={slip} open={isOpen} onOpenChange={setOpen} title={title} />}
    </Page>
  )
}

/** The same game with shorter or longer rounds. */
function Lengths({ game }: { game: GameId }) {
  const { t } = useTranslation('game')
  const words = useGameWords()
  const navigate = useNavigate()
  const alike = GAMES.filter((one) => KIND_OF_GAME[one] === KIND_OF_GAME[game])
  if (alike.length < 2) return null
  return (
    <Segments
      label={t('length')}
      value={game}
      onChange={(next) => void navigate({ ...paths.game(next), replace: true, resetScroll: false })}
      choices={alike.map((one) => ({ value: one, label: words.length(one) }))}
    />
  )
}

function PlayBones() {
  return (
    <Skeleton>
      <Bone className="rounded-sheet h-48" />
      <Bone className="rounded-card mt-5 h-40" />
      <Bone className="rounded-card mt-5 h-64" />
    </Skeleton>
  )
}
