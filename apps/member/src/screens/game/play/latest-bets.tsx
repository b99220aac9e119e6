import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { paths } from '../../../paths.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { BetRow } from '../records/bet-row.tsx'
import type { Bet } from '../use-game.ts'

const SHOWN = 4

/** The member's newest bets in this game, with the way to all of them. */
export function LatestBets({ game, bets }: { game: GameId; bets: readonly Bet[] }) {
  const { t } = useTranslation(['game', 'ui'])
  if (bets.length === 0) return null
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lead">{t('bets.title')}</h2>
        <Link
          {...paths.bets({ game })}
          className="text-brand text-cap inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {t('ui:seeAll')}
        </Link>
      </div>
      <ul className="divide-line divide-y">
        {bets.slice(0, SHOWN).map((bet) => (
          <li key={bet.id}>
            <BetRow bet={bet} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
