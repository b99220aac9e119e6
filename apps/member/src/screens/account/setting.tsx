import { useTranslation } from 'react-i18next'
import { NavBar } from '../../ui/nav-bar.tsx'
import { Page } from '../../ui/page.tsx'

export default function SettingScreen() {
  const { t } = useTranslation('setting')
  return (
    <Page title={t('title')} nav={<NavBar title={t('title')} />}>
      {null}
    </Page>
  )
}
