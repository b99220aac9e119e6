import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'

/** A step of the way to this page; the last one is the page itself and has no link. */
export type Crumb = { label: string; to?: LinkProps }

/** The way to this page, in place of the nav bar of the phone. */
export function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('crumbs')} className="nav-bar px-page text-cap flex min-h-18 items-center">
      <ol className="flex min-w-0 items-center gap-2">
        {crumbs.map(({ label, to }, index) => (
          <li key={label} className="flex min-w-0 items-center gap-2">
            {index > 0 && (
              <ChevronRight size={16} strokeWidth={1.8} className="mirror text-ink-3" aria-hidden="true" />
            )}
            {to === undefined ? (
              <span className="text-ink-2 truncate">{label}</span>
            ) : (
              <Link {...to} className="text-brand inline-flex min-h-6 items-center font-semibold">
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
