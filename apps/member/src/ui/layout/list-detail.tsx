import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

type ListDetailProps = {
  /** the accessible name of the card */
  label: string
  list: ReactNode
  /** the chosen entry; undefined while none is chosen */
  detail?: ReactNode
  /** below 768 px: the detail in place of the list */
  showDetail?: boolean
  /** the width of the list from 1024 px, in pixels; it is 320 on a tablet */
  listWidth?: 424 | 352
  /** in place of the detail while no entry is chosen */
  empty?: ReactNode
}

const COLUMNS = {
  424: 'desk:grid-cols-[424px_minmax(0,1fr)]',
  352: 'desk:grid-cols-[352px_minmax(0,1fr)]',
} as const

/** A list and its chosen entry: two panes of one card from 768 px, one page each below. */
export function ListDetail({
  label,
  list,
  detail,
  showDetail = false,
  listWidth = 424,
  empty,
}: ListDetailProps) {
  return (
    <section
      aria-label={label}
      className={cx(
        'tab:bg-surface tab:rounded-card tab:shadow-card tab:grid tab:grid-cols-[320px_minmax(0,1fr)] tab:overflow-clip',
        COLUMNS[listWidth],
      )}
    >
      <div className={cx('tab:border-line tab:border-e min-w-0', showDetail && 'max-tab:hidden')}>{list}</div>
      <div className={cx('min-w-0', !showDetail && 'max-tab:hidden')}>{detail ?? empty}</div>
    </section>
  )
}
