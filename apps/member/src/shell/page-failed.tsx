import { SearchParamError, useRouter } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { CallError } from '../api/api.ts'
import { useTranslation } from '../i18n/i18n.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { NavBar } from '../ui/navigation/nav-bar.tsx'
import { Page } from '../ui/layout/page.tsx'
import { NotFound } from './not-found.tsx'

/** A page that could not be shown: an invalid address, a chunk that was not loaded, or a defect. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  if (error instanceof SearchParamError) return <NotFound />
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Page title={t('error.title')} nav={<NavBar />}>
      <h1 className="sr-only">{t('error.title')}</h1>
      <ErrorState error={error} onRetry={retry} reloads={navigator.onLine && !(error instanceof CallError)} />
    </Page>
  )
}
