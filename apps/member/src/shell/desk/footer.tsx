import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { useAdultAge } from '../../queries/system.ts'
import { BrandMark } from '../../parts/brand/brand-mark.tsx'

const LINKS = [
  { name: 'how', link: paths.landing() },
  { name: 'check', link: paths.fair() },
  { name: 'limits', link: paths.limits() },
  { name: 'terms', link: paths.rule('terms') },
  { name: 'privacy', link: paths.rule('privacy') },
] as const satisfies readonly { name: string; link: LinkProps }[]

/** The foot of every page from 1024 px: links, the age, and what most shares do. */
export function Footer() {
  const { t } = useTranslation(['frame', 'ui'])
  const age = useAdultAge()
  return (
    <footer className="border-line px-page text-cap text-ink-2 flex h-full items-center gap-6 border-t">
      <p className="text-ink flex items-center gap-2 font-semibold">
        <BrandMark size={22} />
        {t('ui:brand')}
      </p>
      <nav aria-label={t('footer.label')}>
        <ul className="flex gap-6">
          {LINKS.map(({ name, link }) => (
            <li key={name}>
              <Link {...link} className="hover:text-ink inline-flex min-h-11 items-center">
                {t(`footer.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p className="ms-auto flex items-center gap-2">
        <span className="num border-line-strong rounded-full border px-2.5 py-0.5 font-semibold">{age}+</span>
        {t('footer.odds')}
      </p>
    </footer>
  )
}
