import { useTranslation } from '../i18n/i18n.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { NavBar } from '../ui/navigation/nav-bar.tsx'
import { Page } from '../ui/layout/page.tsx'

/** "No such data": an unknown route, or an id that does not exist or belongs to another member. */
export function NotFound() {
  const { t } = useTranslation()
  return (
    <Page title={t('notFound.title')} nav={<NavBar />}>
      <h1 className="sr-only">{t('notFound.title')}</h1>
      <EmptyState
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={<ButtonLink {...paths.home()}>{t('notFound.action')}</ButtonLink>}
      />
    </Page>
  )
}
