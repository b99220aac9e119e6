import { useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from '../cx.ts'

type ListDetailProps = {
  /** the accessible name of the card */
  label: string
  /** its entries are links or buttons with `data-entry`; the chosen one has `aria-current` */
  list: ReactNode
  detail?: ReactNode
  /** below 768 px: the detail in place of the list */
  showDetail?: boolean
  /** the width of the list on a desktop, in pixels; a narrow window leaves more to the detail. It is 320 on a tablet. */
  listWidth?: 424 | 352
  /** in place of the detail while no entry is chosen */
  empty?: ReactNode
}

const COLUMNS = {
  424: 'desk:grid-cols-[clamp(320px,44%,424px)_minmax(0,1fr)]',
  352: 'desk:grid-cols-[clamp(300px,44%,352px)_minmax(0,1fr)]',
} as const

/** Cards inside of the card have an outline in place of their shadow. */
const FLAT =
  'tab:[&_.shadow-card]:shadow-none tab:[&_.shadow-card]:ring-line tab:[&_.shadow-card]:ring-1 tab:[&_.ticket]:[filter:drop-shadow(0_1px_0_var(--line))_drop-shadow(0_-1px_0_var(--line))_drop-shadow(1px_0_0_var(--line))_drop-shadow(-1px_0_0_var(--line))]!'

const STEPS: Partial<Record<string, -1 | 1>> = { ArrowDown: 1, ArrowUp: -1 }

const entriesOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[data-entry]') ?? []),
]

/**
 * A list and its chosen entry: two panes of one card from 768 px, one page each below. The list stays in view while the
 * detail scrolls. In the list, the arrow keys choose the next entry; in the detail, Escape goes back to the chosen one.
 */
export function ListDetail({
  label,
  list,
  detail,
  showDetail = false,
  listWidth = 424,
  empty,
}: ListDetailProps) {
  const place = useRef<HTMLDivElement>(null)
  const choose = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const entries = entriesOf(place.current)
    const at = entries.findIndex((entry) => entry === document.activeElement)
    if (step === undefined || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = entries[at + step]
    next?.focus()
    next?.click()
  }
  const back = (event: KeyboardEvent) => {
    // a dialog of the detail is elsewhere in the document, and closes itself
    if (
      event.key !== 'Escape' ||
      event.defaultPrevented ||
      !event.currentTarget.contains(event.target as Node)
    )
      return
    entriesOf(place.current)
      .find((entry) => entry.hasAttribute('aria-current'))
      ?.focus()
  }
  return (
    <div
      role="group"
      aria-label={label}
      className={cx(
        'tab:bg-surface tab:rounded-card tab:shadow-card tab:grid tab:grid-cols-[320px_minmax(0,1fr)] tab:overflow-clip',
        COLUMNS[listWidth],
      )}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the entries inside */}
      <div
        ref={place}
        onKeyDown={choose}
        className={cx('tab:border-line tab:border-e min-w-0', showDetail && 'max-tab:hidden')}
      >
        <div className="tab:sticky tab:top-16 desk:top-(--top-bar) tab:max-h-[calc(100dvh-64px-var(--tab-bar))] desk:max-h-[calc(100dvh-var(--top-bar))] tab:overflow-y-auto tab:overscroll-contain tab:has-[.stuck-row]:scroll-pt-13">
          {list}
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape does what the link back does */}
      <div onKeyDown={back} className={cx('min-w-0', FLAT, !showDetail && 'max-tab:hidden')}>
        {detail ?? empty}
      </div>
    </div>
  )
}
