import { Link } from '@tanstack/react-router'
import { account } from '@fairlot/contract/endpoints/home'
import { Wallet } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { useRead } from '../../queries/queries.ts'
import { useMember } from '../../stores/session.ts'
import type { MemberInfo } from '../../stores/session.ts'
import { BrandMark } from '../../parts/brand/brand-mark.tsx'
import { LanguageMenu } from '../../parts/preferences/language-menu.tsx'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useTabs } from '../../ui/navigation/tab-bar.tsx'
import { Avatar } from '../../ui/values/avatar.tsx'
import { Money } from '../../ui/values/money.tsx'
import { SearchBox } from './search-box.tsx'

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
            <LanguageMenu />
            <ButtonLink {...paths.login({ next: '/' })} tone="outline">
              {t('logIn')}
            </ButtonLink>
            <ButtonLink {...paths.register({ next: '/' })}>{t('register')}</ButtonLink>
          </>
        ) : (
          <Mine member={member} />
        )}
      </div>
    </header>
  )
}

/** The server's tabs but for the account, which is the avatar. */
function Tabs() {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('tabs.label')} className="h-full shrink-0">
      <ul className="flex h-full gap-1">
        {useTabs()
          .filter(({ name }) => name !== 'mine')
          .map(({ name, link, selected }) => (
            <li key={name}>
              <Link
                {...link}
                aria-current={selected ? 'page' : undefined}
                className={cx(
                  'flex h-full items-center border-y-3 border-t-transparent px-3',
                  selected
                    ? 'border-b-gold text-ink font-semibold'
                    : 'text-ink-2 hover:text-ink border-b-transparent',
                )}
              >
                {t(`tabs.${name}`)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}

function Mine({ member }: { member: MemberInfo }) {
  const { t } = useTranslation(['frame', 'ui'])
  const balance = useRead(account, {}, { topics: ['balance'] }).data?.balance
  return (
    <>
      <div className="border-line flex h-11 items-center rounded-full border ps-3.5 pe-1">
        <Link
          {...paths.statement()}
          aria-label={t('balance')}
          className="flex min-h-11 items-center gap-2.5 pe-3 font-semibold"
        >
          <Wallet size={20} strokeWidth={1.8} className="text-brand" aria-hidden="true" />
          {balance !== undefined && <Money amount={balance} />}
        </Link>
        <Link
          {...paths.recharge({ next: '/' })}
          className="press bg-brand-soft text-brand text-cap inline-flex min-h-9 items-center rounded-full px-3.5 font-semibold max-[1150px]:hidden"
        >
          {t('topUp')}
        </Link>
      </div>
      <LanguageMenu />
      <Link {...paths.account()} aria-label={t('ui:tabs.mine')} className="press shrink-0 rounded-full">
        <Avatar name={member.nickname} size={38} ring />
      </Link>
    </>
  )
}
