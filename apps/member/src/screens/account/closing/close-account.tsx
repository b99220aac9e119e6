import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { AskToClose } from './ask-to-close.tsx'
import { UnderWay } from './closing-under-way.tsx'
import { useClosing } from './use-closing.ts'
import type { Closing } from './use-closing.ts'

/** The page that closes the account: explanation, code and last question, then the wait. */
export default function CloseScreen() {
  const { t } = useTranslation('closing')
  const query = useClosing()
  const state = query.data
  const place = useRef<HTMLDivElement>(null)
  useFocusOnChange(place, state?.status)
  return (
    <Page width="form" title={t('title')} nav={<NavBar title={t('title')} />} dataAt={query.dataUpdatedAt}>
      <div ref={place} className="flex flex-col gap-5 pt-1">
        <QueryState
          query={query}
          data={state}
          pending={
            <Skeleton>
              <Bone className="rounded-card h-56" />
              <Bone className="rounded-card mt-5 h-28" />
            </Skeleton>
          }
        >
          {(known) => (
            <>
              {known.status === 'active' && <AskToClose state={known} />}
              {known.status === 'closing' && <UnderWay state={known} />}
            </>
          )}
        </QueryState>
      </div>
    </Page>
  )
}

/** The controls disappear with their state, so the first heading of the new state gets the focus. */
function useFocusOnChange(place: RefObject<HTMLElement | null>, status: Closing['status'] | undefined) {
  const shown = useRef(status)
  useEffect(() => {
    const before = shown.current
    shown.current = status
    if (before === undefined || before === status) return
    // after the dialog has returned the focus
    const timer = setTimeout(() => place.current?.querySelector('h2')?.focus())
    return () => clearTimeout(timer)
  }, [place, status])
}
