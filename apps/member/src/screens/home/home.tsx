import { useTranslation } from 'react-i18next'
import { NavBar } from '../../ui/nav-bar.tsx'
import { Page } from '../../ui/page.tsx'

export default function HomeScreen() {
  const { t } = useTranslation('home')
  return (
    <Page title={t('title')} nav={<NavBar title={t('title')} back={false} />} tabs>
      {null}
    </Page>
  )
}
