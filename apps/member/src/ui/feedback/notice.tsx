import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

const LOOKS = {
  info: ['bg-brand-soft text-brand', Info],
  warn: ['bg-gold-soft text-gold-ink', TriangleAlert],
  ok: ['bg-ok-soft text-ok', CircleCheck],
  bad: ['bg-bad-soft text-bad', TriangleAlert],
} as const

type NoticeProps = { tone?: keyof typeof LOOKS; children: ReactNode; action?: ReactNode; className?: string }

/** A message that stays on the page, unlike a toast. */
export function Notice({ tone = 'info', children, action, className }: NoticeProps) {
  const [look, Icon] = LOOKS[tone]
  return (
    <div className={cx('rounded-tile flex items-start gap-2.5 px-3.5 py-3', look, className)}>
      <Icon size={20} strokeWidth={1.9} className="mt-0.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  )
}
