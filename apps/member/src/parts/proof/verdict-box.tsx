import { Lock, ShieldCheck, ShieldQuestionMark, ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'

const LOOKS = {
  running: 'bg-surface text-ink shadow-card',
  waiting: 'bg-surface text-ink shadow-card',
  ok: 'bg-ok-soft text-ok',
  sealed: 'bg-brand-soft text-brand',
  unsure: 'bg-gold-soft text-gold-ink',
  // prominent, so that it cannot be missed
  bad: 'bg-bad-soft text-bad ring-2 ring-bad ring-inset',
} as const

export type VerdictLook = keyof typeof LOOKS

const ICONS = {
  waiting: ShieldQuestionMark,
  ok: ShieldCheck,
  sealed: Lock,
  unsure: ShieldQuestionMark,
  bad: ShieldX,
}

/** As wide in every state, so that the lines break at the same words. */
function VerdictIcon({ look }: { look: VerdictLook }) {
  if (look === 'running') return <Spinner size={30} className="text-brand" />
  const Icon = ICONS[look]
  return (
    <Icon
      size={30}
      strokeWidth={1.9}
      className={look === 'waiting' ? 'text-brand' : undefined}
      aria-hidden="true"
    />
  )
}

type VerdictBoxProps = {
  look: VerdictLook
  title: string
  text: ReactNode
  action?: ReactNode
  /** announces results that are good as well; a refuted or unsure one is always announced */
  status?: boolean
  children?: ReactNode
}

/** What the check of a proof on this device found, or how far it is. */
export function VerdictBox({ look, title, text, action, status = false, children }: VerdictBoxProps) {
  const alert = look === 'unsure' || look === 'bad'
  return (
    <section
      role={alert ? 'alert' : status ? 'status' : undefined}
      aria-labelledby="verdict"
      className={cx('rounded-card flex items-start gap-3 p-4', LOOKS[look])}
    >
      <span className="shrink-0">
        <VerdictIcon look={look} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 id="verdict" className="text-lead font-bold">
          {title}
        </h2>
        <p className="mt-0.5">{text}</p>
        {children}
        {action !== undefined && <div className="mt-3">{action}</div>}
      </div>
    </section>
  )
}
