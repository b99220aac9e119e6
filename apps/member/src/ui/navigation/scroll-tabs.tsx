import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

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
  tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

/** More than four views of the same thing: a scrolling row with a gold underline. */
export function ScrollTabs<T extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
  rowClass,
}: ScrollTabsProps<T>) {
  return (
    <Tabs.Root value={value} onValueChange={(next: T) => onChange(next)}>
      <Tabs.List
        aria-label={label}
        activateOnFocus
        className={cx('scrollbar-none border-line flex gap-5 overflow-x-auto px-page border-b', rowClass)}
      >
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab.value}
            value={tab.value}
            ref={tab.value === value ? bringIntoView : undefined}
            className="text-body text-ink-2 data-active:text-ink data-active:border-gold -mb-px min-h-11 shrink-0 border-b-3 border-transparent px-1 font-medium whitespace-nowrap data-active:font-semibold focus-visible:-outline-offset-3"
          >
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value} tabIndex={-1} className="outline-none">
        {children}
      </Tabs.Panel>
    </Tabs.Root>
  )
}
