import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

/** The entries of a list beside its detail. */
export function EntryList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <ul>{children}</ul>
    </nav>
  )
}

/** A heading between entries. */
export function EntryHeading({ children }: { children: ReactNode }) {
  return <li className="border-line text-cap text-ink-2 border-b px-5 pt-6 pb-2 font-semibold">{children}</li>
}

type EntryProps = {
  link: LinkProps
  icon: LucideIcon
  label: string
  /** what it is, in a few words */
  text?: string
  isOpen?: boolean
  /** a quiet value at the end */
  children?: ReactNode
}

/** An entry: icon, name, value. Entries that are not opened beside the list lead to another page. */
export function Entry({ link, icon: Icon, label, text, isOpen, children }: EntryProps) {
  return (
    <li className="border-line border-b last:border-transparent">
      <Link
        {...link}
        // the pages of one list replace each other, so that one step back leaves the list
        replace={isOpen !== undefined}
        resetScroll={isOpen === undefined}
        data-entry={isOpen === undefined ? undefined : true}
        aria-current={isOpen === true ? 'true' : undefined}
        className={cx(
          'relative flex min-h-16 items-center gap-4 py-3 ps-5 pe-4 focus-visible:-outline-offset-3',
          isOpen === true
            ? 'bg-brand-soft before:bg-brand before:absolute before:inset-y-0 before:start-0 before:w-0.75'
            : 'hover:bg-sunken',
        )}
      >
        <Icon size={21} strokeWidth={1.8} className="text-brand shrink-0" aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{label}</span>
          {text !== undefined && <span className="text-cap text-ink-2 block">{text}</span>}
        </span>
        {children !== undefined && <span className="text-cap text-ink-2 shrink-0">{children}</span>}
        <ChevronRight size={19} strokeWidth={1.8} className="mirror text-ink-3 shrink-0" aria-hidden="true" />
      </Link>
    </li>
  )
}
