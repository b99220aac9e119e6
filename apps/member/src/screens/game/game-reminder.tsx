import { Link } from '@tanstack/react-router'
import { gameList } from '@fairlot/contract/endpoints/game'
import { GAME_OPTIONS } from '@fairlot/contract/kinds/game-kinds'
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { returnOf } from '@fairlot/fairness/games/pay-table'
import type { Output } from '../../api/api.ts'
import { formatPercent } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { useGameWords } from '../../parts/game/words.ts'
import { paths } from '../../paths.ts'
import { useRead } from '../../queries/queries.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Money } from '../../ui/values/money.tsx'
import { Code } from '../../ui/values/num.tsx'
import { feeUnits } from './bet/bet-math.ts'

type Entry = Output<typeof gameList>['games'][number]

const EVERY_MS = 60_000

/**
 * What each page of the games says, also the pages without a bet: past rounds do not matter, what comes back on average, the
 * member's own day, and the way to a limit.
 * @param game undefined: all games
 */
export function GameReminder({ game }: { game?: GameId | undefined }) {
  const { t } = useTranslation(['game', 'guard'])
  const words = useGameWords()
  const list = useRead(gameList, {}, { topics: ['bets'], everyMs: EVERY_MS, staleMs: 1_000 }).data
  const shown = list?.games.filter((one) => game === undefined || one.game === game) ?? []
  const kinds = [...new Map(shown.map((one) => [one.kind, one])).values()]
  return (
    <Card>
      <p className="font-medium">{t('memory')}</p>
      <dl className="mt-2 flex flex-col gap-1">
        {kinds.map((one) => (
          <div key={one.kind} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="text-ink-2">
              {t('returns.title')} · {words.name(one.kind)}
            </dt>
            <dd className="font-semibold">
              <Code>{rangeOf(one)}</Code>
            </dd>
          </div>
        ))}
        {list?.today && (
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="text-ink-2">{t('slip.today')}</dt>
            <dd>
              <Money
                amount={list.today.net}
                signed={Number(list.today.net) !== 0}
                className="font-semibold"
              />
            </dd>
          </div>
        )}
      </dl>
      <Link
        {...paths.limits()}
        className="text-brand text-cap inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {t('guard:setLimit')}
      </Link>
    </Card>
  )
}

/** From the option that returns least to the one that returns most, after the fee. */
function rangeOf({ kind, feePercent }: Entry): string {
  const parts = GAME_OPTIONS[kind].map((option) => {
    const { numerator, denominator } = returnOf(kind, option, feeUnits(feePercent))
    return (numerator / denominator) * 100
  })
  return [...new Set([Math.min(...parts), Math.max(...parts)])].map((part) => formatPercent(part)).join(' – ')
}
