import { Link } from '@tanstack/react-router'
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'

/** Own bets and all rounds are two views of one page. */
export function RecordTabs({ view, game }: { view: 'bets' | 'rounds'; game: GameId | undefined }) {
  const { t } = useTranslation('game')
  const tabs = [
    { name: 'bets', link: paths.bets(game === undefined ? {} : { game }), label: t('bets.title') },
    { name: 'rounds', link: paths.rounds(game), label: t('history.title') },
  ] as const
  return (
    <nav aria-label={t('records')} className="bg-sunken flex rounded-full p-1">
      {tabs.map(({ name, link, label }) => (
        <Link
          key={name}
          {...link}
          replace
          aria-current={name === view ? 'page' : undefined}
          className={cx(
            'press text-body grid min-h-10 flex-1 place-items-center rounded-full px-2 text-center',
            name === view ? 'bg-surface text-ink shadow-card font-semibold' : 'text-ink-2 font-medium',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
