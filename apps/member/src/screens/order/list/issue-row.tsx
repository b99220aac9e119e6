import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { cx } from '../../../ui/cx.ts'
import { IssueFacts } from './issue-facts.tsx'
import type { OrderIssue } from '../order-state.ts'

type IssueRowProps = { group: OrderIssue; link: LinkProps; isOpen: boolean }

/** An issue as an entry of the list beside the detail. */
export function IssueRow({ group, link, isOpen }: IssueRowProps) {
  return (
    <Link
      {...link}
      replace
      resetScroll={false}
      data-entry
      aria-current={isOpen ? 'true' : undefined}
      className={cx(
        'border-line relative block border-b px-4 py-3 focus-visible:-outline-offset-3',
        isOpen
          ? 'bg-brand-soft before:bg-brand before:absolute before:inset-y-0 before:start-0 before:w-0.75'
          : 'hover:bg-sunken',
      )}
    >
      <IssueFacts
        group={group}
        title={
          <span className="line-clamp-2 font-semibold break-words">
            <bdi>{group.card.product.title}</bdi>
          </span>
        }
      />
    </Link>
  )
}
