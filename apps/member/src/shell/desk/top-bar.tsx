import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { useMember } from '../../stores/session.ts'
import { BrandMark } from '../../parts/brand/brand-mark.tsx'
import { NoticeBell } from '../../parts/notices/notice-bell.tsx'
import { SearchBox } from '../../parts/search/search-box.tsx'
import { BalancePill } from '../../parts/wallet/balance-pill.tsx'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useTabs } from '../../ui/navigation/tab-bar.tsx'
import { Avatar } from '../../ui/values/avatar.tsx'
import { LanguageButton } from './language-button.tsx'

/** The bar at the top of every page from 1024 px. */
export function TopBar() {
  const { t } = useTranslation(['frame', 'ui'])
  const member = useMember()
  return (
    <header className="bg-surface border-line px-page flex h-full items-center gap-6 border-b">
      <Link {...paths.home()} className="text-title flex shrink-0 items-center gap-2.5">
        <BrandMark size={32} />
        {t('ui:brand')}
      </Link>
      <Tabs />
      <SearchBox />
      <div className="flex shrink-0 items-center gap-3">
        {member === null ? (
          <>
            <LanguageButton />
            <ButtonLink {...paths.login({ next: '/' })} tone="outline">
              {t('logIn')}
            </ButtonLink>
            <ButtonLink {...paths.register({ next: '/' })}>{t('register')}</ButtonLink>
          </>
        ) : (
          <>
            <BalancePill topUp />
            <LanguageButton />
            <NoticeBell />
            <Link {...paths.account()} aria-label={t('ui:tabs.mine')} className="press shrink-0 rounded-full">
              <Avatar name={member.nickname} size={38} ring />
            </Link>
          </>
        )}
      </div>
    </header>
  )
}

/** The pages below a tab, by the beginning of their addresses. */
const BELOW = [
  ['/pages/goods/', 'mall'],
  ['/pages/game/', 'investment'],
  ['/pages/finance/', 'investment'],
] as const

/** The server's tabs but for the account, which is the avatar. A page below a tab marks it too. */
function Tabs() {
  const { t } = useTranslation()
  const section = useLocation({
    select: ({ pathname }) => BELOW.find(([start]) => pathname.startsWith(start))?.[1],
  })
  return (
    <nav aria-label={t('tabs.label')} className="h-full shrink-0">
      <ul className="flex h-full gap-1">
        {useTabs()
          .filter(({ name }) => name !== 'mine')
          .map(({ name, label, link, selected }) => (
            <li key={name}>
              <Link
                {...link}
                aria-current={selected ? 'page' : name === section ? 'true' : undefined}
                className={cx(
                  'flex h-full items-center border-y-3 border-t-transparent px-3',
                  selected || name === section
                    ? 'border-b-gold text-ink font-semibold'
                    : 'text-ink-2 hover:text-ink border-b-transparent',
                )}
              >
                {t(`tabs.${label}`)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
