import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { useSearch } from '@tanstack/react-router'
import {
  BookOpen,
  CirclePause,
  FolderDown,
  Gauge,
  IdCard,
  KeyRound,
  Languages as LanguagesIcon,
  LogIn,
  MonitorSmartphone,
  Scale,
  SunMoon,
  UserX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { SettingEntry } from '../../../paths.ts'
import { LANGUAGE_NAMES } from '../../../i18n/languages.ts'
import { hrefOf, paths } from '../../../paths.ts'
import { useMember } from '../../../stores/session.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { LanguageList } from '../../../parts/preferences/language-menu.tsx'
import { List, ListLink } from '../../../ui/lists/list-row.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { AccountPage } from '../../../parts/account/account-page.tsx'
import { Entry, EntryList } from '../../../parts/account/entry-list.tsx'
import { ListDetail } from '../../../ui/layout/list-detail.tsx'
import { useWide } from '../../../ui/layout/use-wide.ts'
import { ThemeChoice } from '../../../parts/preferences/theme-choice.tsx'
import { LogOutRow } from '../../../parts/account/log-out.tsx'
import { Sessions } from './sessions.tsx'

/**
 * Settings. On a phone, one below the other: language and theme for everyone, then for members their protection,
 * password, sessions, log out and, last, closing. From 768 px, a member has a list beside the open entry.
 */
export default function SettingScreen(): ReactNode {
  const { t } = useTranslation('setting')
  const member = useMember()
  const isWide = useWide('tab')
  return (
    <AccountPage
      entry="settings"
      width={member === null ? 'text' : 'page'}
      title={t('title')}
      nav={<NavBar title={t('title')} />}
    >
      <div className="tab:pt-4 desk:pt-2 flex flex-col gap-5 pt-1">
        {member !== null && isWide ? <Panels /> : <Sections isMember={member !== null} />}
      </div>
    </AccountPage>
  )
}

function Sections({ isMember }: { isMember: boolean }) {
  const { t } = useTranslation(['setting', 'ui'])
  return (
    <>
      <section className="flex flex-col gap-2">
        <h2 className="text-lead">{t('ui:language.label')}</h2>
        <Languages />
      </section>
      <section className="flex flex-col gap-2">
        <h2 className="text-lead">{t('ui:theme.label')}</h2>
        <ThemeChoice />
      </section>
      {isMember ? (
        <>
          <PlaySafely />
          <section className="flex flex-col gap-2">
            <h2 className="text-lead">{t('security')}</h2>
            <List>
              <ListLink {...PASSWORD} icon={KeyRound} label={t('password')} />
              <ListLink {...paths.identity()} icon={IdCard} label={t('identity')} />
              <ListLink {...paths.dataCopy()} icon={FolderDown} label={t('data')} />
            </List>
          </section>
          <Sessions />
          <List>
            <LogOutRow />
            <ListLink {...paths.closing()} icon={UserX} label={t('safe.close')} />
          </List>
        </>
      ) : (
        <List>
          <ListLink {...paths.login({ next: hrefOf(paths.setting()) })} icon={LogIn} label={t('logIn')} />
        </List>
      )}
    </>
  )
}

const PASSWORD = paths.login({ next: hrefOf(paths.setting()), mode: 'reset' })

function Languages() {
  return (
    <Card pad="none" className="px-4">
      <LanguageList />
    </Card>
  )
}

/** The list beside the open entry; the first one is open. */
function Panels() {
  const { t } = useTranslation(['setting', 'ui'])
  const { entry = 'language' } = useSearch({ from: '/pages/account/setting' })
  const at = (one: SettingEntry) => ({ link: paths.setting(one), isOpen: entry === one })
  return (
    <ListDetail
      label={t('title')}
      listWidth={352}
      list={
        <EntryList label={t('title')}>
          <Entry {...at('language')} icon={LanguagesIcon} label={t('ui:language.label')}>
            {LANGUAGE_NAMES[activeLanguage()]}
          </Entry>
          <Entry {...at('theme')} icon={SunMoon} label={t('ui:theme.label')} />
          <Entry {...at('sessions')} icon={MonitorSmartphone} label={t('sessions.title')} />
          <Entry link={PASSWORD} icon={KeyRound} label={t('password')} />
          <Entry link={paths.identity()} icon={IdCard} label={t('identity')} />
          <Entry link={paths.dataCopy()} icon={FolderDown} label={t('data')} />
          <Entry link={paths.rule('play')} icon={BookOpen} label={t('safe.how')} />
          <Entry link={paths.closing()} icon={UserX} label={t('safe.close')} />
        </EntryList>
      }
      detail={
        <div className="flex flex-col gap-3 p-5 desk:p-6">
          {entry === 'sessions' ? (
            <Sessions />
          ) : (
            <>
              <h2 className="text-title">{t(`ui:${entry}.label`)}</h2>
              {entry === 'language' ? <Languages /> : <ThemeChoice />}
            </>
          )}
        </div>
      }
    />
  )
}

/** Links to limits, breaks and the net position. */
function PlaySafely() {
  const { t } = useTranslation('setting')
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-lead">{t('safe.title')}</h2>
      <List>
        <ListLink {...paths.limits()} icon={Gauge} label={t('safe.limits')} />
        <ListLink {...paths.takeBreak()} icon={CirclePause} label={t('safe.break')} />
        <ListLink {...paths.position()} icon={Scale} label={t('safe.position')} />
        <ListLink {...paths.rule('play')} icon={BookOpen} label={t('safe.how')} />
      </List>
    </section>
  )
}
