import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { LogIn, ReceiptText, Scale, Store, Ticket, Trophy, UserPlus, Wallet } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { TILE_CLASS, tileNamed } from '../../ui/values/tiles.ts'
import type { Tile } from '../../ui/values/tiles.ts'

type EntryName = 'mall' | 'recharge' | 'orders' | 'draws' | 'how' | 'statement' | 'logIn' | 'register'
type Entry = { name: EntryName; icon: LucideIcon; tile: Tile; link: LinkProps }

const DRAWS: Entry = { name: 'draws', icon: Trophy, tile: 'iris', link: paths.mall({ status: 'drawn' }) }
const HOW: Entry = { name: 'how', icon: Scale, tile: 'leaf', link: paths.fair() }

const MEMBER: readonly Entry[] = [
  { name: 'recharge', icon: Wallet, tile: 'sun', link: paths.recharge({ next: '/' }) },
  { name: 'orders', icon: Ticket, tile: 'sea', link: paths.orders() },
  { name: 'statement', icon: ReceiptText, tile: 'rose', link: paths.statement() },
  DRAWS,
  HOW,
]
const VISITOR: readonly Entry[] = [
  { name: 'mall', icon: Store, tile: 'sun', link: paths.mall() },
  { name: 'logIn', icon: LogIn, tile: 'sea', link: paths.login({ next: '/' }) },
  { name: 'register', icon: UserPlus, tile: 'rose', link: paths.register({ next: '/' }) },
  DRAWS,
  HOW,
]

/** The shortcuts to other pages. */
export function Entries({ member }: { member: boolean }) {
  const { t } = useTranslation('home')
  return (
    <nav
      aria-label={t('entry.label')}
      className="desk:bg-surface desk:rounded-card desk:shadow-card desk:relative desk:grid desk:content-center desk:p-4"
    >
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(3.375rem,1fr))] gap-1">
        {(member ? MEMBER : VISITOR).map(({ name, icon: Icon, tile, link }) => (
          <li key={name}>
            <Link {...link} className="press rounded-tile flex flex-col items-center gap-1.5 text-center">
              <span
                className={cx(
                  'rounded-tile grid size-12 place-items-center',
                  TILE_CLASS[tile].ground,
                  TILE_CLASS[tile].ink,
                )}
              >
                <Icon size={22} strokeWidth={1.8} aria-hidden="true" />
              </span>
              <span className="text-cap max-w-full hyphens-auto break-words">{t(`entry.${name}`)}</span>
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
    <nav aria-label={t('categories')} className="-mx-4">
      <ul className="scrollbar-none flex gap-2 overflow-x-auto px-4 py-1">
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
