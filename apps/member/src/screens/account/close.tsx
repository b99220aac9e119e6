import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { Bone, Skeleton } from '../../ui/skeleton.tsx'
import { AskToClose } from './closing/ask-to-close.tsx'
import { UnderWay } from './closing/under-way.tsx'
import { useClosing } from './closing/use-closing.ts'
import type { Closing } from './closing/use-closing.ts'

/** Closing the account: what happens, what it waits for, the code and the last question; then the wait itself. */
export default function CloseScreen() {
  const { t } = useTranslation('closing')
  const query = useClosing()
  const state = query.data
  const place = useRef<HTMLDivElement>(null)
  useFocusOnChange(place, state?.status)
  return (
    <Page title={t('title')} nav={<NavBar title={t('title')} />} dataAt={query.dataUpdatedAt}>
      <div ref={place} className="flex flex-col gap-5 pt-1">
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

/** What one acted on goes with the state it belongs to: the first heading of what takes its place gets the focus. */
function useFocusOnChange(place: RefObject<HTMLElement | null>, status: Closing['status'] | undefined) {
  const shown = useRef(status)
  useEffect(() => {
    const before = shown.current
    shown.current = status
    if (before === undefined || before === status) return
    // after the question has given the focus back
    const timer = setTimeout(() => place.current?.querySelector('h2')?.focus())
    return () => clearTimeout(timer)
  }, [place, status])
}
