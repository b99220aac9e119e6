import type { ReactNode } from 'react'
import { useSearch } from '@tanstack/react-router'
import { gameRound } from '@fairlot/contract/endpoints/game'
import { KIND_OF_GAME } from '@fairlot/contract/kinds/game-kinds'
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { formatMoment } from '../../../i18n/lazy-formats.ts'
import { gameTopic } from '../../../live/topics.ts'
import { Ball, Mark } from '../../../parts/game/marks.tsx'
import { coloursOf } from '../../../parts/game/outcome.ts'
import { Period } from '../../../parts/game/period.tsx'
import { useGameWords } from '../../../parts/game/words.ts'
import { LazyWitnessLanes } from '../../../parts/proof/witnesses/lazy-parts.tsx'
import { ProofCard } from '../../../parts/proof/proof-card.tsx'
import type { ShownRound } from '../../../parts/proof/round-check.ts'
import { useRead } from '../../../queries/queries.ts'
import { NotFound } from '../../../shell/not-found.tsx'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Page, Panes } from '../../../ui/layout/page.tsx'
import { Stage } from '../../../ui/layout/stage.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { Code, Num } from '../../../ui/values/num.tsx'
import type { GameState, Round } from '../use-game.ts'
import { OwnBets } from './own-bets.tsx'
import { RoundSteps, RoundVerdict } from './round-verdict.tsx'
import { useRoundCheck } from './use-round-check.ts'

const EVERY_MS = 3_000
const SUN = { at: { bottom: -20 }, sun: 0, first: 66, step: 25, rings: 11 } as const

/** One round: its result, how it was made, and the check of its proof on this device. */
export default function RoundScreen() {
  const { t } = useTranslation('round')
  const { game = 'lucky-1m', period } = useSearch({ from: '/pages/game/round' })
  const query = useRead(
    gameRound,
    { game, period },
    { topics: [gameTopic(game), 'bets'], everyMs: EVERY_MS, staleMs: 1_000 },
  )
  const title = t('title')
  const isWide = isSealed(query.data?.round)
  const framed = (content: ReactNode) => (
    <Page
      title={title}
      nav={<NavBar title={title} />}
      width={isWide ? 'page' : 'text'}
      dataAt={query.dataUpdatedAt}
    >
      <div className="flex flex-col gap-5 pt-2">{content}</div>
    </Page>
  )
  return (
    <QueryState
      query={query}
      data={query.data}
      pending={<RoundBones />}
      missing={<NotFound />}
      frame={framed}
    >
      {(state) => framed(state.round && <RoundView game={game} state={state} round={state.round} />)}
    </QueryState>
  )
}

const isSealed = (round: Round | null | undefined): boolean =>
  round != null && round.status !== 'open' && round.status !== 'closed'

type RoundViewProps = { game: GameId; state: GameState; round: Round }

function RoundView({ game, state, round }: RoundViewProps) {
  const { t } = useTranslation('round')
  if (!isSealed(round))
    return (
      <>
        <RoundHead game={game} round={round} />
        <Card>
          <p>{t('waiting')}</p>
        </Card>
        <RoundFacts state={state} round={round} />
        <OwnBets bets={state.bets} />
      </>
    )
  return <CheckedView game={game} state={state} round={round} />
}

function CheckedView({ game, state, round }: RoundViewProps) {
  const { t } = useTranslation('round')
  const check = useRoundCheck(
    shownOf(game, round),
    state.bets.map(({ id }) => id),
  )
  return (
    <Panes
      start={
        <>
          <RoundHead game={game} round={round} />
          <RoundVerdict check={check} />
          {check.state === 'done' && check.checked.vouched !== null && (
            <LazyWitnessLanes
              vouched={check.checked.vouched}
              trusted={check.checked.trusted}
              promised="draw"
              onTrusted={check.start}
            />
          )}
          <RoundFacts state={state} round={round} />
          <OwnBets bets={state.bets} />
        </>
      }
      end={
        <>
          {check.state === 'done' && (
            <RoundSteps steps={check.checked.steps} hasQuorum={check.checked.hasQuorum} />
          )}
          <Card>
            <h2 className="text-title">{t('how')}</h2>
            <p className="text-ink-2 mt-1">{t('howText')}</p>
          </Card>
          <ProofCard name={`${game}-${round.period}`} file={check.state === 'done' ? check.file : null} />
        </>
      }
    />
  )
}

/** The values that the page shows of a round. */
function shownOf(game: GameId, round: Round): ShownRound {
  const { period, bets, opensAt, closesAt, result, status } = round
  return {
    game,
    period,
    bets,
    opensAt,
    closesAt,
    outcome: result?.outcome ?? null,
    price: result?.price ?? null,
    finish: result?.finish ?? null,
    isVoid: status === 'void',
  }
}

function RoundHead({ game, round }: { game: GameId; round: Round }) {
  const { t } = useTranslation(['round', 'game'])
  const words = useGameWords()
  const kind = KIND_OF_GAME[game]
  const { result } = round
  const [first] = result ? coloursOf(kind, result.outcome) : []
  return (
    <Stage label={t('facts')} sunrise={SUN} className="flex flex-col items-center px-4 py-6 text-center">
      <p className="text-on-brand-2">{words.full(game)}</p>
      <p className="font-semibold">
        <Period period={round.period} />
      </p>
      {result ? (
        <>
          <span className="bg-stage-raised mt-3 grid place-items-center rounded-full p-1.5">
            <Ball kind={kind} outcome={result.outcome} size="lg" />
          </span>
          <p className="mt-2 flex items-center gap-1.5 font-semibold">
            {first && <Mark colour={first} size={13} />}
            {words.traits(kind, result.outcome)}
          </p>
        </>
      ) : (
        <p className="text-title mt-3">{t(`game:roundStatus.${round.status}`)}</p>
      )}
    </Stage>
  )
}

function RoundFacts({ state, round }: { state: GameState; round: Round }) {
  const { t } = useTranslation(['round', 'game'])
  const { result } = round
  const { chain } = state
  const moment = (ms: number) => formatMoment(ms, activeLanguage())
  return (
    <Card>
      <dl className="flex flex-col gap-2">
        {result?.price != null && (
          <Fact name={t('game:price')}>
            <Code className="font-semibold">{result.price}</Code>
          </Fact>
        )}
        {result && (
          <Fact name={t(state.kind === 'king' ? 'champion' : 'number')}>
            <Code className="font-semibold">{result.outcome}</Code>
          </Fact>
        )}
        {result?.finish && (
          <Fact name={t('finish')}>
            <Code className="font-semibold">{result.finish.join(' ')}</Code>
          </Fact>
        )}
        <Fact name={t('bets')}>
          <Num value={round.bets} />
        </Fact>
        <Fact name={t('staked')}>
          <Money amount={round.stake} />
        </Fact>
        <Fact name={t(round.status === 'open' ? 'closes' : 'closed')}>{moment(round.closesAt)}</Fact>
        {round.drawAt !== null && <Fact name={t('result')}>{moment(round.drawAt)}</Fact>}
        {chain !== null && chain.index !== null && (
          <Fact name={t('chain')}>{t('chainOf', { index: chain.index, length: chain.length })}</Fact>
        )}
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function RoundBones() {
  return (
    <Skeleton>
      <Bone className="rounded-sheet h-44" />
      <Bone className="rounded-card mt-5 h-20" />
      <Bone className="rounded-card mt-5 h-52" />
    </Skeleton>
  )
}
