import type { Module } from '@fairlot/contract/modules'
import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { Coins, Ticket, Trophy, UserPlus, Wallet } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { ComponentType } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { useBasics } from '../../queries/system.ts'
import { usePart } from '../../router/use-part.ts'
import { cx } from '../../ui/cx.ts'
import { TILE_CLASS, tileNamed } from '../../ui/values/tiles.ts'
import type { Tile } from '../../ui/values/tiles.ts'

export type EntryName = 'recharge' | 'orders' | 'finance' | 'draws' | 'invite' | 'gift'

export type EntryShape = { name: EntryName; icon: LucideIcon; tile: Tile; link: LinkProps; of?: Module }
const ENTRIES: readonly EntryShape[] = [
  { name: 'recharge', icon: Wallet, tile: 'sun', link: paths.recharge({ next: '/' }) },
  { name: 'orders', icon: Ticket, tile: 'sea', link: paths.orders() },
  { name: 'finance', icon: Coins, tile: 'rose', link: paths.finance(), of: 'finance' },
  { name: 'draws', icon: Trophy, tile: 'iris', link: paths.mall({ status: 'drawn' }) },
  { name: 'invite', icon: UserPlus, tile: 'leaf', link: paths.invitation(), of: 'referral' },
]
const loadGift = () => import('./gift-watch.tsx')
const NO_MESSAGES = [] as const

/**
 * A member's shortcuts: icons on a phone, cards from 768 px.
 * @param Fact one fact under the name, from 1024 px
 */
export function Entries({ Fact }: { Fact: ComponentType<{ name: EntryName }> | undefined }) {
  const { t } = useTranslation('home')
  const { modulesOff } = useBasics()
  const gift = usePart(true, loadGift, NO_MESSAGES)
  const [hasGift, setHasGift] = useState(false)
  const shown = gift && hasGift ? [...ENTRIES.slice(0, -1), gift.GIFT] : ENTRIES
  return (
    <nav aria-label={t('entry.label')} className="fives">
      {gift && <gift.GiftWatch tell={setHasGift} />}
      <ul className="tab:gap-3 desk:gap-4 gap-1">
        {shown
          .filter(({ of }) => of === undefined || !modulesOff.includes(of))
          .map(({ name, icon: Icon, tile, link }) => (
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
