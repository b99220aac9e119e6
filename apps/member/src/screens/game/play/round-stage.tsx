import { Link } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Ball, Mark } from '../../../parts/game/marks.tsx'
import { coloursOf } from '../../../parts/game/outcome.ts'
import { Period } from '../../../parts/game/period.tsx'
import { useGameWords } from '../../../parts/game/words.ts'
import { BalancePill } from '../../../parts/wallet/balance-pill.tsx'
import { paths } from '../../../paths.ts'
import { IconLink } from '../../../ui/buttons/icon-button.tsx'
import { Stage } from '../../../ui/layout/stage.tsx'
import { useWide } from '../../../ui/layout/use-wide.ts'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { Countdown } from '../../../ui/values/countdown.tsx'
import { passedOf } from '../phase.ts'
import type { Phase } from '../phase.ts'
import type { GameState, Round } from '../use-game.ts'

const SUN = { at: { end: 96, top: 96 }, sun: 0, first: 70, step: 25, rings: 9 } as const

type RoundStageProps = {
  title: string
  state: GameState
  phase: Phase
  nowMs: number
  /** the newest round whose result may be shown */
  last: Round | null
}

/** The stage of a game: round, clock, last result, and how much of the time for bets has passed. */
export function RoundStage({ title, state, phase, nowMs, last }: RoundStageProps) {
  const { t } = useTranslation('game')
  const isDesk = useWide('desk')
  const isTab = useWide('tab')
  const words = useGameWords()
  const { round } = state
  return (
    <Stage sunrise={SUN} shape="band" label={title}>
      {isDesk ? (
        <h1 className="px-page text-head pt-6">{title}</h1>
      ) : (
        <NavBar
          look="stage"
          title={words.name(state.kind)}
          actions={
            <>
              <BalancePill look="stage" />
              <IconLink {...paths.rule('play')} label={t('rules')} look="stage">
                <BookOpen size={20} strokeWidth={1.9} aria-hidden="true" />
              </IconLink>
            </>
          }
        />
      )}
      {isTab ? (
        <div className="px-page desk:pb-8 flex flex-wrap items-start justify-between gap-4 pt-2 pb-5">
          <div className="min-w-0">
            {round && (
              <p className="text-on-brand-2">
                <Period period={round.period} className="text-on-stage font-semibold" />
              </p>
            )}
            <RoundClock state={state} phase={phase} nowMs={nowMs} />
          </div>
          <LastResult kind={state.kind} last={last} />
        </div>
      ) : (
        <div className="px-page flex min-h-11 items-center justify-between gap-3 pb-1">
          <ShortClock state={state} phase={phase} nowMs={nowMs} />
          <ShortResult state={state} last={last} />
        </div>
      )}
      {round && <TimeBar round={round} phase={phase} nowMs={nowMs} />}
    </Stage>
  )
}

type ClockProps = Pick<RoundStageProps, 'state' | 'phase' | 'nowMs'>

/** What the clock counts down to, or in a sentence why it does not run. */
function useMoment({ state, phase, nowMs }: ClockProps) {
  const { t } = useTranslation('game')
  const { round } = state
  if (round === null || phase === 'none')
    return { sentence: t(state.state === 'on' ? 'soon' : `why.${state.state}`) }
  const [label, until] =
    phase === 'open'
      ? [t('closesIn'), round.closesAt]
      : phase === 'closed'
        ? [t('resultIn'), round.drawAt ?? round.endsAt]
        : [t('nextIn'), round.endsAt]
  return { label, until, isDue: phase !== 'open' && until <= nowMs }
}

/** One row of a phone: what the clock counts down to, above the clock. */
function ShortClock(props: ClockProps) {
  const { t } = useTranslation('game')
  const { sentence, label, until, isDue } = useMoment(props)
  if (sentence !== undefined) return <p className="min-w-0 font-semibold text-balance">{sentence}</p>
  return (
    <div className="min-w-0">
      <p className="text-cap text-on-brand-2">{label}</p>
      {isDue ? (
        <p className="font-semibold">{t('anyMoment')}</p>
      ) : (
        <Countdown key={until} until={until} label={label} className="text-head leading-7" />
      )}
    </div>
  )
}

/** The last result in one row of a phone; it leads to its round, which has the rest. */
function ShortResult({ state, last }: Pick<RoundStageProps, 'state' | 'last'>) {
  const { t } = useTranslation('game')
  const words = useGameWords()
  if (last?.result == null) return null
  const { kind } = state
  const { outcome } = last.result
  return (
    <Link
      {...paths.round(last.game, last.period)}
      className="press flex min-h-11 min-w-0 items-center gap-2.5 text-end"
    >
      <span className="min-w-0">
        <span className="text-cap text-on-brand-2 block">
          {t(kind === 'king' ? 'lastChampion' : 'lastResult')}
        </span>
        <span className="text-cap block font-semibold text-balance">{words.traits(kind, outcome)}</span>
      </span>
      <Ball kind={kind} outcome={outcome} size="short" className="shrink-0" />
    </Link>
  )
}

function RoundClock(props: ClockProps) {
  const { t } = useTranslation('game')
  const { sentence, label, until, isDue } = useMoment(props)
  if (sentence !== undefined) return <p className="text-title mt-2 max-w-60">{sentence}</p>
  return (
    <>
      <p className="text-on-brand-2 mt-2">{label}</p>
      {isDue ? (
        <p className="text-head mt-1">{t('anyMoment')}</p>
      ) : (
        <Countdown key={until} until={until} look="cells" label={label} className="mt-1.5" />
      )}
    </>
  )
}

function LastResult({ kind, last }: { kind: GameState['kind']; last: Round | null }) {
  const { t } = useTranslation('game')
  const words = useGameWords()
  if (last?.result == null) return null
  const { outcome, price } = last.result
  const [first] = coloursOf(kind, outcome)
  return (
    <div className="max-tab:max-w-42 flex min-w-32 flex-col items-center text-center">
      <p className="text-on-brand-2">{t(kind === 'king' ? 'lastChampion' : 'lastResult')}</p>
      <span className="bg-stage-raised mt-2 grid place-items-center rounded-full p-1.5">
        <Ball kind={kind} outcome={outcome} size="lg" />
      </span>
      <p className="mt-1.5 font-semibold text-balance">
        {first && (
          <span className="me-1.5 inline-block align-[-0.05em]">
            <Mark colour={first} size={13} />
          </span>
        )}
        {words.traits(kind, outcome)}
      </p>
      {price !== null && (
        <p className="text-cap text-on-brand-2">
          {t('price')} <span className="num">{price}</span>
        </p>
      )}
    </div>
  )
}

/** The time for bets as a gold bar. The clock above says the same in words. */
function TimeBar({ round, phase, nowMs }: { round: Round; phase: Phase; nowMs: number }) {
  return (
    <div aria-hidden="true" className="bg-stage-raised tab:h-1.5 h-1">
      {phase === 'open' && <OpenTime key={round.period} round={round} nowMs={nowMs} />}
    </div>
  )
}

/** Shrinks by itself from what was left when it appeared. */
function OpenTime({ round, nowMs }: { round: Round; nowMs: number }) {
  const [left] = useState(() => ({
    part: 1 - passedOf(round, nowMs),
    ms: Math.max(0, round.closesAt - nowMs),
  }))
  return (
    <div
      className="time-bar bg-gold h-full"
      style={{ inlineSize: `${left.part * 100}%`, animationDuration: `${left.ms}ms` }}
    />
  )
}
