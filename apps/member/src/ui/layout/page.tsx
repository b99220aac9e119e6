import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../cx.ts'
import { OfflineBar } from '../feedback/offline-bar.tsx'
import { TabBar } from '../navigation/tab-bar.tsx'

export type PageProps = {
  /** the title of the browser tab; the brand is added */
  title: string
  /** a `NavBar` */
  nav?: ReactNode
  /** shows the tab bar; not together with `bar` */
  tabs?: boolean
  /** the content of the sticky action bar at the foot */
  bar?: ReactNode
  /** the accessible name of the action bar */
  barLabel?: string
  /** when the shown data was fetched (Unix milliseconds), for the offline bar */
  dataAt?: number | undefined
  /** from 1024 px the page is this wide; `panes` makes room for `Panes` */
  width?: 'column' | 'panes'
  /** no padding at the sides, for pages that begin with a picture or a stage */
  bleed?: boolean
  children: ReactNode
}

/** The frame of every screen: nav, scroll area, tab bar or action bar. */
export function Page({
  title,
  nav,
  tabs = false,
  bar,
  barLabel,
  dataAt,
  width = 'column',
  bleed = false,
  children,
}: PageProps) {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = title === t('brand') ? title : `${title} · ${t('brand')}`
  }, [title, t])
  return (
    <div
      className={cx(
        'page-frame bg-bg relative mx-auto flex w-full flex-col',
        width === 'panes' && 'page-panes',
      )}
    >
      {nav}
      <OfflineBar dataAt={dataAt} />
      <main id="main" className={cx('flex flex-1 flex-col', !bleed && 'px-4', 'pb-4')}>
        {children}
      </main>
      {bar !== undefined && (
        <section
          aria-label={barLabel ?? title}
          className="bg-surface border-line sticky bottom-0 z-20 border-t px-4 pt-3 pb-[calc(12px+var(--safe-bottom))]"
        >
          {bar}
        </section>
      )}
      {tabs && <TabBar />}
    </div>
  )
}

/** From 1024 px, two panes side by side (in a `Page width="panes"`); below that, stacked. */
export function Panes({ start, end }: { start: ReactNode; end: ReactNode }) {
  return (
    <div className="panes:grid panes:grid-cols-2 panes:items-start panes:gap-6 flex flex-col gap-5">
      <div className="flex min-w-0 flex-col gap-5">{start}</div>
      <div className="flex min-w-0 flex-col gap-5">{end}</div>
    </div>
  )
}
