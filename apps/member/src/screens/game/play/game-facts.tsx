import { BookOpen, ChartNoAxesColumn, Gauge, History, Scale } from 'lucide-react'
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { useTranslation } from '../../../i18n/i18n.ts'
import { formatPercent } from '../../../i18n/format.ts'
import { paths } from '../../../paths.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { List, ListLink } from '../../../ui/lists/list-row.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { useGameWords } from '../../../parts/game/words.ts'
import type { GameState } from '../use-game.ts'

/** What every option returns on average, the member's own day, and the ways to history, limits and the check. */
export function GameFacts({ game, state }: { game: GameId; state: GameState }) {
  const { t } = useTranslation(['game', 'guard'])
  const last = state.previous?.period ?? null
  return (
    <>
      <div className="full:grid-cols-2 full:items-start grid grid-cols-1 gap-5">
        <Card>
          <h2 className="text-lead">{t('returns.title')}</h2>
          <p className="text-ink-2 mt-1">{t('returns.text')}</p>
          <Returns state={state} />
          <p className="mt-3 font-medium">{t('memory')}</p>
        </Card>
        {state.today !== null && <Today today={state.today} />}
      </div>
      <List>
        <ListLink {...paths.trend(game)} icon={ChartNoAxesColumn} label={t('trend.hundred')} />
        <ListLink {...paths.rounds(game)} icon={History} label={t('history.title')} />
        {last !== null && <ListLink {...paths.round(game, last)} icon={Scale} label={t('checkLast')} />}
        <ListLink {...paths.rule('play')} icon={BookOpen} label={t('rules')} />
        <ListLink {...paths.limits()} icon={Gauge} label={t('guard:setLimit')} />
      </List>
    </>
  )
}

/** Options with the same return share a row. */
function Returns({ state }: { state: GameState }) {
  const words = useGameWords()
  const rows = new Map<string, string[]>()
  for (const { option, return: part } of state.options) {
    const shared = rows.get(part) ?? []
    rows.set(part, [...shared, option])
  }
  const { t } = useTranslation('game')
  const nameOf = (options: readonly string[]) => {
    const numbers = options.filter((option) => /^\d+$/.test(option))
    const others = options
      .filter((option) => !/^\d+$/.test(option))
      .map((option) => words.option(option, state.kind))
    return [...others, ...(numbers.length > 1 ? [t(`anyNumber.${state.kind}`)] : numbers)].join(', ')
  }
  return (
    <dl className="mt-3 flex flex-col gap-1.5">
      {[...rows].map(([part, options]) => (
        <div key={part} className="flex items-baseline justify-between gap-4">
          <dt className="text-ink-2">{nameOf(options)}</dt>
          <dd className="font-semibold">
            <Code>{formatPercent(Number(part))}</Code>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The net result leaves out the stakes that wait, so they stand beside it. */
const FIGURES = ['staked', 'open', 'won', 'net'] as const

/** The member's own day in all games. */
function Today({ today }: { today: NonNullable<GameState['today']> }) {
  const { t } = useTranslation('game')
  return (
    <Card>
      <h2 className="text-lead">{t('today.title')}</h2>
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
        {FIGURES.filter((name) => name !== 'open' || Number(today.open) > 0).map((name) => (
          <div key={name} className="min-w-24">
            <dt className="text-cap text-ink-2">{t(name === 'open' ? 'status.wait' : `today.${name}`)}</dt>
            <dd className="text-title">
              <Money amount={today[name]} signed={name === 'net' && Number(today.net) !== 0} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
