import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from '../i18n/i18n.ts'
import { usePart } from '../router/use-part.ts'
import { useWide } from '../ui/layout/use-wide.ts'

/** Top bar and footer. A phone never fetches them. */
const loadDesk = () => import('./desk/desk.tsx')
const DESK_MESSAGES = ['frame', 'notices'] as const

/** The first tab stop of every page. */
function SkipLink() {
  const { t } = useTranslation()
  // The address holds the route, so the link moves the focus itself.
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    const main = document.querySelector<HTMLElement>('#main')
    main?.focus()
    main?.scrollIntoView()
  }
  return (
    <a
      href="#main"
      onClick={skip}
      className="bg-surface text-brand shadow-float sr-only fixed start-4 top-3 z-60 rounded-full px-5 py-3 font-semibold focus:not-sr-only focus:fixed focus:px-5 focus:py-3"
    >
      {t('skip')}
    </a>
  )
}

/** What surrounds every page: the skip link, and from 1024 px the top bar and the footer. */
export function Frame({ children }: { children: ReactNode }) {
  const desk = usePart(useWide('desk'), loadDesk, DESK_MESSAGES)
  return (
    <>
      <SkipLink />
      {/* The place of the top bar is kept while it is fetched. */}
      <div className="sticky top-0 z-30 h-(--top-bar)">{desk && <desk.TopBar />}</div>
      {children}
      <div className="h-(--footer)">{desk && <desk.Footer />}</div>
    </>
  )
}
