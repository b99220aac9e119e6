import { useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { LanguageMenu } from '../../parts/preferences/language-menu.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useLeaveWhenIn } from './auth-parts.tsx'
import { RegisterForm } from './register-form.tsx'
import { sentCode } from './sent-code.ts'

/** Registration with an invitation code (prefilled from the link) and consents. It logs in automatically. */
export default function RegisterScreen() {
  const { t } = useTranslation('auth')
  const { next, code } = useSearch({ from: '/pages/login/regist' })
  useLeaveWhenIn(next)
  return (
    <Page
      width="form"
      title={t('register.title')}
      nav={
        <NavBar
          actions={
            <span className="desk:hidden">
              <LanguageMenu />
            </span>
          }
        />
      }
    >
      <RegisterForm next={next} invitation={code ?? sentCode(location.href)} />
    </Page>
  )
}
