import { useEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { AccountPage } from '../../../parts/account/account-page.tsx'
import { ProtectionPanels } from '../../limits/protection-list.tsx'
import { useWide } from '../../../ui/layout/use-wide.ts'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { AskToClose } from './ask-to-close.tsx'
import { UnderWay } from './closing-under-way.tsx'
import { useClosing } from './use-closing.ts'
import type { Closing } from './use-closing.ts'

/** The page that closes the account: explanation, code and last question, then the wait. */
export default function CloseScreen(): ReactNode {
  const { t } = useTranslation(['closing', 'account'])
  const query = useClosing()
  const state = query.data
  const place = useRef<HTMLDivElement>(null)
  useFocusOnChange(place, state?.status)
  const isWide = useWide('tab')
  const title = t(isWide ? 'account:entry.limits' : 'title')
  const shown = (
    <div ref={place} className="tab:p-5 desk:p-6 flex flex-col gap-5">
      {isWide && <h2 className="text-title">{t('title')}</h2>}
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
  )
  return (
    <AccountPage entry="limits" title={title} nav={<NavBar title={title} />} dataAt={query.dataUpdatedAt}>
      <div className="tab:pt-4 desk:pt-2 pt-1">
        {isWide ? <ProtectionPanels open="close">{shown}</ProtectionPanels> : shown}
      </div>
    </AccountPage>
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
    const timer = setTimeout(() => place.current?.querySelector<HTMLElement>('h2[tabindex]')?.focus())
    return () => clearTimeout(timer)
  }, [place, status])
}
