import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { LanguageMenu } from '../../parts/preferences/language-menu.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useLeaveWhenIn } from './auth-parts.tsx'
import { LoginForm } from './login-form.tsx'
import { ResetForm } from './reset-form.tsx'

/** The login page: by SMS code or password. `mode=reset` sets a new password on the same page. */
export default function LoginScreen() {
  const { t } = useTranslation('auth')
  const { next, mode = 'code' } = useSearch({ from: '/pages/login/login' })
  // State that is kept across the three modes.
  const [phone, setPhone] = useState('')
  const [ended, setEnded] = useState<number | null>(null)
  const resetting = mode === 'reset'
  useLeaveWhenIn(next, !resetting)
  return (
    <Page
      width="form"
      title={t(resetting ? 'reset.title' : 'login.title')}
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
      {resetting ? (
        <ResetForm next={next} phone={phone} onPhone={setPhone} onDone={setEnded} />
      ) : (
        <LoginForm mode={mode} next={next} phone={phone} onPhone={setPhone} ended={ended} />
      )}
    </Page>
  )
}
