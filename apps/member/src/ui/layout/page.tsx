import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../cx.ts'
import { OfflineBar } from '../feedback/offline-bar.tsx'
import { Crumbs } from '../navigation/crumbs.tsx'
import type { Crumb } from '../navigation/crumbs.tsx'
import { TabBar } from '../navigation/tab-bar.tsx'
import { useWide } from './use-wide.ts'

export type PageProps = {
  /** the title of the browser tab; the brand is added */
  title: string
  /** a `NavBar`; from 1024 px it is the heading row of the page */
  nav?: ReactNode
  /** the way to this page: from 1024 px in place of `nav`; the content then has the h1 */
  crumbs?: readonly Crumb[]
  /** shows the tab bar below 1024 px; not together with `bar` */
  tabs?: boolean
  /** the content of the sticky action bar at the foot */
  bar?: ReactNode
  /** the accessible name of the action bar */
  barLabel?: string
  /** `desk`: the bar is shown below 1024 px only, because the page shows its content elsewhere from there on */
  barBelow?: 'desk'
  /** when the shown data was fetched (Unix milliseconds), for the offline bar */
  dataAt?: number | undefined
  /** from 768 px: the whole page (1200 px at most), one column of 640 px for text, or one of 480 px for a form */
  width?: 'page' | 'text' | 'form'
  /** a column of 248 px at the start from 1024 px; below that, the page offers its content in another way */
  rail?: ReactNode
  /** no padding at the sides, for pages with bands from edge to edge: their content uses `px-page` */
  bleed?: boolean
  children: ReactNode
}

/** The frame of every screen: nav, scroll area, tab bar or action bar. */
export function Page(props: PageProps) {
  const { title, nav, crumbs, tabs = false, bar, barLabel, barBelow, dataAt, rail } = props
  const { width = 'page', bleed = false, children } = props
  const { t } = useTranslation()
  const isDesk = useWide('desk')
  useEffect(() => {
    document.title = title === t('brand') ? title : `${title} · ${t('brand')}`
  }, [title, t])
  const column = width === 'page' ? undefined : `page-${width}`
  // The top bar is the banner from 1024 px; the heading row is content.
  const main = (
    <main
      id="main"
      tabIndex={-1}
      className={cx(
        'page-main desk:pb-10 flex flex-1 flex-col pb-4 outline-none',
        bleed ? 'page-bleed' : 'px-page',
        column,
      )}
    >
      {isDesk && (crumbs === undefined ? nav : <Crumbs crumbs={crumbs} />)}
      {children}
    </main>
  )
  return (
    <div className="page-frame relative flex w-full flex-col">
      {!isDesk && nav}
      <OfflineBar dataAt={dataAt} />
      {isDesk && rail !== undefined ? (
        <div className="page-rails flex-1">
          <aside className="page-rail">{rail}</aside>
          {main}
        </div>
      ) : (
        main
      )}
      {bar !== undefined && (
        <ActionBar label={barLabel ?? title} className={cx(barBelow === 'desk' && 'desk:hidden', column)}>
          {bar}
        </ActionBar>
      )}
      {tabs && <TabBar />}
    </div>
  )
}

/** Pixels between a focused control and the sticky bar, as above the tab bar (base.css). */
const CLEARANCE_PX = 16

/**
 * The sticky bar. It tells its height, so that the page scrolls a focused control out from under it. Not by a custom property: each new
 * value of one on the root makes the browser compute the style of every element again.
 */
function ActionBar(props: { label: string; className: string; children: ReactNode }) {
  const { label, className, children } = props
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const watched = new ResizeObserver(() => {
      const height = bar.current?.offsetHeight ?? 0
      style.scrollPaddingBottom = height === 0 ? '' : `${height + CLEARANCE_PX}px`
    })
    if (bar.current) watched.observe(bar.current)
    return () => {
      watched.disconnect()
      style.scrollPaddingBottom = ''
    }
  }, [])
  return (
    <section
      ref={bar}
      aria-label={label}
      className={cx(
        'bg-surface border-line px-page sticky bottom-0 z-20 border-t pt-3 pb-[calc(12px+var(--safe-bottom))]',
        className,
      )}
    >
      {children}
    </section>
  )
}

const PANES = {
  tab: 'tab:grid tab:grid-cols-2 tab:items-start tab:gap-6',
  desk: 'desk:grid desk:grid-cols-2 desk:items-start desk:gap-6',
} as const

type PanesProps = {
  start: ReactNode
  end: ReactNode
  /** the width from which they stand side by side: 768 px where each column is as wide as a phone, else 1024 px */
  from?: keyof typeof PANES
}

/** Two equal columns side by side; stacked in a narrower window. */
export function Panes({ start, end, from = 'desk' }: PanesProps) {
  return (
    <div className={cx('flex flex-col gap-5', PANES[from])}>
      <div className="flex min-w-0 flex-col gap-5">{start}</div>
      <div className="flex min-w-0 flex-col gap-5">{end}</div>
    </div>
  )
}
