import { useTranslation } from '../../../i18n/i18n.ts'
import { BookOpen, CirclePause, Gauge, KeyRound, LogIn, Scale, UserX } from 'lucide-react'
import { hrefOf, paths } from '../../../paths.ts'
import { useMember } from '../../../stores/session.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { LanguageList } from '../../../parts/preferences/language-menu.tsx'
import { List, ListLink } from '../../../ui/lists/list-row.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { ThemeChoice } from '../../../parts/preferences/theme-choice.tsx'
import { LogOutRow } from './log-out.tsx'
import { Sessions } from './sessions.tsx'

/**
 * Settings: the member's protection first, then language and theme for everyone, then password, sessions and log out
 * for members.
 */
export default function SettingScreen() {
  const { t } = useTranslation(['setting', 'ui'])
  const member = useMember()
  return (
    <Page width="text" title={t('title')} nav={<NavBar title={t('title')} />}>
      <div className="flex flex-col gap-5 pt-1">
        {member !== null && <PlaySafely />}
        <section className="flex flex-col gap-2">
          <h2 className="text-lead">{t('ui:language.label')}</h2>
          <Card pad="none" className="px-4">
            <LanguageList />
          </Card>
        </section>
        <section className="flex flex-col gap-2">
          <h2 className="text-lead">{t('ui:theme.label')}</h2>
          <ThemeChoice />
        </section>
        {member === null ? (
          <List>
            <ListLink {...paths.login({ next: hrefOf(paths.setting()) })} icon={LogIn} label={t('logIn')} />
          </List>
        ) : (
          <>
            <section className="flex flex-col gap-2">
              <h2 className="text-lead">{t('security')}</h2>
              <List>
                <ListLink
                  {...paths.login({ next: hrefOf(paths.setting()), mode: 'reset' })}
                  icon={KeyRound}
                  label={t('password')}
                />
              </List>
            </section>
            <Sessions />
            <List>
              <LogOutRow />
            </List>
          </>
        )}
      </div>
    </Page>
  )
}

/** Links to limits, breaks, net position and closing. */
function PlaySafely() {
  const { t } = useTranslation('setting')
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-lead">{t('safe.title')}</h2>
      <List>
        <ListLink {...paths.limits()} icon={Gauge} label={t('safe.limits')} />
        <ListLink {...paths.takeBreak()} icon={CirclePause} label={t('safe.break')} />
        <ListLink {...paths.position()} icon={Scale} label={t('safe.position')} />
        <ListLink {...paths.closing()} icon={UserX} label={t('safe.close')} />
        <ListLink {...paths.rule('play')} icon={BookOpen} label={t('safe.how')} />
      </List>
    </section>
  )
}
