import { useLocation, useRouter } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { cx } from '../cx.ts'
import { useHeadParts } from './head-parts.tsx'
import { IconButton } from '../buttons/icon-button.tsx'

export type NavBarProps = {
  /** the page's h1; leave out on pages whose content has its own */
  title?: ReactNode
  /** shows the back button, which leads home without a previous page */
  back?: boolean
  /** at most two icon buttons */
  actions?: ReactNode
  /** `plain` on a page, `stage` on the dark panel (title at the start), `float` over a picture */
  look?: 'plain' | 'stage' | 'float'
  /** replaces the title: a search field, the brand */
  children?: ReactNode
  /** 56 px high instead of 48 */
  tall?: boolean
}

const PLAIN =
  'bg-bg tab:bg-surface tab:border-line tab:min-h-16 tab:border-b desk:static desk:min-h-18 desk:border-0 desk:bg-transparent desk:pt-4 sticky top-0'

/** The bar at the top of every page. From 1024 px, a plain one is the heading row of the page: no back button, not sticky. */
export function NavBar({ title, back = true, actions, look = 'plain', children, tall = false }: NavBarProps) {
  const head = useHeadParts()
  const start = back || look !== 'plain'
  // Centred on the page while there is room; a long title uses the space between the buttons.
  const centred = start && look === 'plain' && children === undefined && title !== undefined
  const side = cx('flex', centred && 'min-w-fit flex-1 basis-0')
  return (
    <header
      className={cx(
        'nav-bar tab:px-page z-20 flex items-center gap-2 pt-(--safe-top)',
        tall ? 'min-h-14 px-4' : 'min-h-12 px-2',
        look === 'plain' && PLAIN,
        look === 'stage' && 'on-stage tab:mb-4 tab:min-h-18 relative',
        look === 'float' && 'absolute inset-x-0 top-1 px-3',
      )}
    >
      {start && (
        <div className={cx(side, look === 'plain' && 'tab:flex-none desk:hidden')}>
          {back && <Back look={look} />}
        </div>
      )}
      {children ??
        (title === undefined ? (
          <span className="flex-1" />
        ) : (
          <h1
            className={cx(
              'text-lead tab:flex-1 tab:text-start line-clamp-2 min-w-0 font-bold',
              look === 'plain' && 'desk:text-head',
              centred ? 'text-center' : 'flex-1',
            )}
          >
            {title}
          </h1>
        ))}
      {look === 'plain' && head && children === undefined && <head.BalancePill />}
      {(actions !== undefined || (look === 'plain' && start)) && (
        <div className={cx('tab:flex-none justify-end gap-2', side)}>{actions}</div>
      )}
    </header>
  )
}

function Back({ look }: { look: NonNullable<NavBarProps['look']> }) {
  const { t } = useTranslation()
  const router = useRouter()
  // Entries of sheets (ui/layout/layers.ts) are none to go back to.
  const canGoBack = useLocation({ select: ({ state }) => state.__TSR_index > (state.layers ?? 0) })
  const go = () => {
    if (canGoBack) router.history.back()
    else void router.navigate(paths.home())
  }
  return (
    <IconButton label={t('back')} look={look} onClick={go}>
      <ChevronLeft size={24} strokeWidth={1.9} className="mirror" aria-hidden="true" />
    </IconButton>
  )
}
