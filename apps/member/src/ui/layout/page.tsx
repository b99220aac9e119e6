import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../cx.ts'
import { OfflineBar } from '../feedback/offline-bar.tsx'
import { TabBar } from '../navigation/tab-bar.tsx'

export type PageProps = {
  /** what the browser's tab says; the brand is added */
  title: string
  /** a `NavBar` */
  nav?: ReactNode
  /** shows the tab bar; never together with `bar` */
  tabs?: boolean
  /** what stands in the sticky action bar at the foot */
  bar?: ReactNode
  /** the name of the action bar's region */
  barLabel?: string
  /** when the shown data was fetched (Unix milliseconds); the offline bar says so */
  dataAt?: number | undefined
  /** from 1024 px the page is this wide; `panes` makes room for `Panes` */
  width?: 'column' | 'panes'
  /** leaves out the 16 px at the sides, for pages that begin with a picture or a stage */
  bleed?: boolean
  children: ReactNode
}

/** Nav, scroll area, then tab bar or action bar: the frame of every screen. */
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

/** From 1024 px two panes side by side (in a `Page width="panes"`), below it one under the other. */
export function Panes({ start, end }: { start: ReactNode; end: ReactNode }) {
  return (
    <div className="panes:grid panes:grid-cols-2 panes:items-start panes:gap-6 flex flex-col gap-5">
      <div className="flex min-w-0 flex-col gap-5">{start}</div>
      <div className="flex min-w-0 flex-col gap-5">{end}</div>
    </div>
  )
}
