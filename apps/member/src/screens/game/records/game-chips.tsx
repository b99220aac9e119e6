import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { GAMES } from '@fairlot/contract/kinds/game-kinds'
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useGameWords } from '../../../parts/game/words.ts'
import { cx } from '../../../ui/cx.ts'
import { bringIntoRow } from '../../../ui/navigation/bring-into-row.ts'

type GameChipsProps = {
  /** null: all games */
  game: GameId | null
  linkOf: (game: GameId) => LinkProps
  /** the link of "all games", where the page has one */
  all?: LinkProps
}

/** The `ref` of the chosen game: on a phone, the row is wider than the page. */
function bringIntoView(item: HTMLElement | null): void {
  if (item?.parentElement) bringIntoRow(item, item.parentElement)
}

/** The game that a page is about, as a row of links. */
export function GameChips({ game, linkOf, all }: GameChipsProps) {
  const { t } = useTranslation('game')
  const words = useGameWords()
  const shown: { value: GameId | null; link: LinkProps; label: string }[] = [
    ...(all ? [{ value: null, link: all, label: t('allGames') }] : []),
    ...GAMES.map((one) => ({ value: one, link: linkOf(one), label: words.full(one) })),
  ]
  return (
    <nav aria-label={t('title')} className="bleed-page">
      <ul className="scrollbar-none px-page tab:flex-wrap flex gap-2 overflow-x-auto py-1">
        {shown.map(({ value, link, label }) => (
          <li key={value ?? 'all'} ref={value === game ? bringIntoView : undefined} className="shrink-0">
            <Link
              {...link}
              replace
              aria-current={value === game ? 'page' : undefined}
              className={cx(
                'press text-body inline-flex min-h-11 items-center rounded-full px-4 font-semibold whitespace-nowrap',
                value === game
                  ? 'bg-brand-soft text-brand ring-brand ring-2 ring-inset'
                  : 'bg-surface ring-line ring-1 ring-inset',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
