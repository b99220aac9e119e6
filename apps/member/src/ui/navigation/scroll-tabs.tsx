import { useId } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { bringIntoRow } from './bring-into-row.ts'

type ScrollTabsProps<T extends string> = {
  label: string
  tabs: readonly { value: T; label: ReactNode }[]
  value: T
  onChange: (value: T) => void
  /** the content of the chosen tab */
  children: ReactNode
  /** classes of the row, such as a sticky place under the nav */
  rowClass?: string
}

/** The `ref` of the chosen tab: scrolls a newly chosen tab into view. */
function bringIntoView(tab: HTMLElement | null): void {
  if (tab?.parentElement) bringIntoRow(tab, tab.parentElement)
}

/** The place that a key leads to in a row of tabs; undefined for other keys. */
function placeAfter(key: string, at: number, count: number): number | undefined {
  const ahead = document.dir === 'rtl' ? -1 : 1
  switch (key) {
    case 'ArrowRight':
      return (at + ahead + count) % count
    case 'ArrowLeft':
      return (at - ahead + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

/**
 * More than four views of the same thing: a scrolling row with a gold underline. The row is one tab stop; arrow keys, Home and End
 * choose. Our own, because a library's tabs are a fifth of what the mall fetches.
 */
export function ScrollTabs<T extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
  rowClass,
}: ScrollTabsProps<T>) {
  const id = useId()
  const chosen = Math.max(
    0,
    tabs.findIndex((tab) => tab.value === value),
  )
  const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    const place = placeAfter(event.key, chosen, tabs.length)
    const next = place === undefined ? undefined : tabs[place]
    if (place === undefined || !next) return
    event.preventDefault()
    const tab = event.currentTarget.parentElement?.children[place]
    if (tab instanceof HTMLElement) tab.focus()
    if (next.value !== value) onChange(next.value)
  }
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        className={cx('scrollbar-none border-line flex gap-x-5 overflow-x-auto px-page border-b', rowClass)}
      >
        {tabs.map((tab, index) => {
          const isChosen = index === chosen
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${index}`}
              aria-selected={isChosen}
              aria-controls={isChosen ? id : undefined}
              tabIndex={isChosen ? 0 : -1}
              ref={isChosen ? bringIntoView : undefined}
              onClick={() => isChosen || onChange(tab.value)}
              onKeyDown={moveByKey}
              className="text-body text-ink-2 aria-selected:text-ink aria-selected:border-gold -mb-px min-h-11 shrink-0 border-b-3 border-transparent px-1 font-medium whitespace-nowrap aria-selected:font-semibold focus-visible:-outline-offset-3"
            >
              {tab.label}
            </button>
          )
        })}
      </div>
      <div role="tabpanel" id={id} aria-labelledby={`${id}-${chosen}`} tabIndex={-1} className="outline-none">
        {children}
      </div>
    </>
  )
}
