import { useTranslation } from 'react-i18next'
import { NavBar } from '../../ui/nav-bar.tsx'
import { Page } from '../../ui/page.tsx'

export default function OrderDetailScreen() {
  const { t } = useTranslation('order')
  return (
    <Page title={t('title')} nav={<NavBar title={t('title')} />}>
      {null}
    </Page>
  )
}
