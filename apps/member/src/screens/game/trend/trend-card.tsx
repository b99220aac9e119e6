import { Link } from '@tanstack/react-router'
import { gameTrend } from '@fairlot/contract/endpoints/game'
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import type { Output } from '../../../api/api.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { gameTopic } from '../../../live/topics.ts'
import { Mark } from '../../../parts/game/marks.tsx'
import { coloursOf, COLOURS } from '../../../parts/game/outcome.ts'
import { paths } from '../../../paths.ts'
import { useRead } from '../../../queries/queries.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { useWide } from '../../../ui/layout/use-wide.ts'
import { Num } from '../../../ui/values/num.tsx'
import { NumberLine } from './number-line.tsx'

export type Trend = Output<typeof gameTrend>

const SHOWN = { phone: 15, wide: 30 }
const EVERY_MS = 15_000

export const useTrend = (game: GameId) =>
  useRead(gameTrend, { game }, { topics: [gameTopic(game)], everyMs: EVERY_MS, staleMs: 1_000 })

/** The last 15 or 30 rounds on the page of a game; a link to the last 100. Empty until the first result. */
export function TrendCard({ game }: { game: GameId }) {
  const { t } = useTranslation('game')
  const trend = useTrend(game).data
  const isWide = useWide('desk')
  if (!trend || trend.results.length === 0) return null
  const points = trend.results.slice(0, isWide ? SHOWN.wide : SHOWN.phone).toReversed()
  const counts = COLOURS.map((colour) => ({
    colour,
    count: points.filter(({ outcome }) => coloursOf(trend.kind, outcome).includes(colour)).length,
  }))
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-lead">
          <Link
            {...paths.trend(game)}
            className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
          >
            {t('trend.title')}
          </Link>
        </h2>
        {trend.kind === 'lucky' && (
          <ul className="flex gap-4" aria-label={t('trend.colours', { count: points.length })}>
            {counts.map(({ colour, count }) => (
              <li key={colour} className="flex items-center gap-1.5">
                <Mark colour={colour} own />
                <span className="sr-only">{t(`colour.${colour}`)}</span>
                <Num value={count} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <NumberLine
        kind={trend.kind}
        points={points}
        fluid
        label={t('trend.line', {
          count: points.length,
          list: points.map(({ outcome }) => outcome).join(', '),
        })}
      />
    </Card>
  )
}
