import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { Coins, Scale, Ticket, Trophy, Wallet } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { TILE_CLASS, tileNamed } from '../../ui/values/tiles.ts'
import type { Tile } from '../../ui/values/tiles.ts'

export type EntryName = 'recharge' | 'orders' | 'finance' | 'draws' | 'how'

const ENTRIES: readonly { name: EntryName; icon: LucideIcon; tile: Tile; link: LinkProps }[] = [
  { name: 'recharge', icon: Wallet, tile: 'sun', link: paths.recharge({ next: '/' }) },
  { name: 'orders', icon: Ticket, tile: 'sea', link: paths.orders() },
  { name: 'finance', icon: Coins, tile: 'rose', link: paths.finance() },
  { name: 'draws', icon: Trophy, tile: 'iris', link: paths.mall({ status: 'drawn' }) },
  { name: 'how', icon: Scale, tile: 'leaf', link: paths.fair() },
]

/**
 * A member's shortcuts: icons on a phone, cards from 768 px.
 * @param Fact one fact under the name, from 1024 px
 */
export function Entries({ Fact }: { Fact: ComponentType<{ name: EntryName }> | undefined }) {
  const { t } = useTranslation('home')
  return (
    <nav aria-label={t('entry.label')} className="fives">
      <ul className="tab:gap-3 desk:gap-4 gap-1">
        {ENTRIES.map(({ name, icon: Icon, tile, link }) => (
          <li key={name}>
            <Link
              {...link}
              className={cx(
                'press rounded-tile flex h-full flex-col items-center gap-1.5 text-center',
                'tab:lift tab:bg-surface tab:rounded-card tab:gap-2.5 tab:px-2 tab:py-4',
                'full:flex-row full:gap-3.5 full:p-3.5 full:text-start',
              )}
            >
              <span
                className={cx(
                  'rounded-tile grid size-12 shrink-0 place-items-center',
                  TILE_CLASS[tile].ground,
                  TILE_CLASS[tile].ink,
                )}
              >
                <Icon size={22} strokeWidth={1.8} aria-hidden="true" />
              </span>
              <span className="max-w-full min-w-0">
                <span className="text-cap tab:text-body tab:font-medium full:font-semibold block hyphens-auto break-words">
                  {t(`entry.${name}`)}
                </span>
                {Fact && (
                  <span className="text-cap text-ink-2 block">
                    <Fact name={name} />
                  </span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The mall's categories as coloured pills in a scrolling row. */
export function Categories({
  categories,
}: {
  categories: readonly { id: string; title: string; tile: string }[]
}) {
  const { t } = useTranslation('home')
  if (categories.length === 0) return null
  return (
    <nav aria-label={t('categories')} className="max-tab:bleed-page">
      <ul className="scrollbar-none flex gap-2 max-tab:px-page overflow-x-auto py-1">
        {categories.map(({ id, title, tile }) => {
          const { ground, ink } = TILE_CLASS[tileNamed(tile)]
          return (
            <li key={id} className="shrink-0">
              <Link
                {...paths.mall({ category: id })}
                className={cx(
                  'press inline-flex min-h-11 items-center rounded-full px-4 font-semibold whitespace-nowrap',
                  ground,
                  ink,
                )}
              >
                {title}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
