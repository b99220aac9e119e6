import { createLink } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'

type RowLook = {
  icon?: LucideIcon
  label: ReactNode
  /** a quiet value at the end */
  value?: ReactNode
  /** shows an arrow; on by default for links */
  chevron?: boolean
}

const ROW = 'flex min-h-13 w-full items-center gap-4 ps-4 text-start focus-visible:-outline-offset-3'

function RowBody({ icon: Icon, label, value, chevron }: RowLook) {
  return (
    <>
      {Icon && <Icon size={21} strokeWidth={1.8} className="text-brand shrink-0" aria-hidden="true" />}
      <span className="border-line flex min-h-13 min-w-0 flex-1 items-center gap-3 border-b pe-3 group-last:border-transparent">
        <span className="min-w-0 flex-1 py-2 font-medium">{label}</span>
        {value !== undefined && <span className="text-cap text-ink-2 max-w-1/2 truncate">{value}</span>}
        {chevron === true && (
          <ChevronRight
            size={20}
            strokeWidth={1.8}
            className="mirror text-ink-3 shrink-0"
            aria-hidden="true"
          />
        )}
      </span>
    </>
  )
}

/** A card with rows. The divider starts after the icon. */
export function List({
  label,
  children,
  className,
}: {
  label?: string
  children: ReactNode
  className?: string
}) {
  return (
    <ul aria-label={label} className={cx('bg-surface rounded-card shadow-card overflow-hidden', className)}>
      {children}
    </ul>
  )
}

/** A row that acts, or without `onClick` only shows something. */
export function ListRow({ icon, label, value, chevron, onClick }: RowLook & { onClick?: () => void }) {
  const body = <RowBody icon={icon} label={label} value={value} chevron={chevron} />
  return (
    <li className="group">
      {onClick ? (
        <button type="button" onClick={onClick} className={ROW}>
          {body}
        </button>
      ) : (
        <div className={ROW}>{body}</div>
      )}
    </li>
  )
}

/** A row that leaves the app for another page of this server. For pages of the app use `ListLink`. */
export function ListAnchor({
  icon,
  label,
  value,
  chevron = true,
  ...rest
}: RowLook & Omit<ComponentProps<'a'>, 'children'>) {
  return (
    <li className="group">
      <a {...rest} className={ROW}>
        <RowBody icon={icon} label={label} value={value} chevron={chevron} />
      </a>
    </li>
  )
}

/** A row that is a link: `<ListLink {...paths.statement()} icon={ReceiptText} label={…} />`. */
export const ListLink = createLink(ListAnchor)
