import { useTranslation } from '../../i18n/i18n.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { Bone, Skeleton } from '../../ui/skeleton.tsx'
import { AskToClose } from './closing/ask-to-close.tsx'
import { UnderWay } from './closing/under-way.tsx'
import { useClosing } from './closing/use-closing.ts'

/** Closing the account: what happens, what it waits for, the code and the last question; then the wait itself. */
export default function CloseScreen() {
  const { t } = useTranslation('closing')
  const query = useClosing()
  const state = query.data
  return (
    <Page title={t('title')} nav={<NavBar title={t('title')} />} dataAt={query.dataUpdatedAt}>
      <div className="flex flex-col gap-5 pt-1">
        {query.isPending && (
          <Skeleton>
            <Bone className="rounded-card h-56" />
            <Bone className="rounded-card mt-5 h-28" />
          </Skeleton>
        )}
        {query.isError && !state && (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        )}
        {state?.status === 'active' && <AskToClose state={state} />}
        {state?.status === 'closing' && <UnderWay state={state} />}
      </div>
    </Page>
  )
}
