import { useTranslation } from 'react-i18next'
import { NavBar } from '../../ui/nav-bar.tsx'
import { Page } from '../../ui/page.tsx'

export default function RegisterScreen() {
  const { t } = useTranslation('auth')
  return (
    <Page title={t('title')} nav={<NavBar title={t('title')} />}>
      {null}
    </Page>
  )
}
