import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export type StatusTone = 'brand' | 'wait' | 'won' | 'quiet' | 'ok' | 'bad'

const TONES: Record<StatusTone, string> = {
  brand: 'bg-brand-soft text-brand',
  wait: 'bg-gold-soft text-gold-ink',
  won: 'bg-gold text-on-gold',
  quiet: 'bg-sunken text-ink-2',
  ok: 'bg-ok-soft text-ok',
  bad: 'bg-bad-soft text-bad',
}

type StatusPillProps = {
  /**
   * `brand` for selling and delivery; `wait` for awaiting draw and processing; `won`; `quiet` for not won, returned,
   * closed; `ok` for success; `bad` for failure
   */
  tone: StatusTone
  /** a small dot before the text: in progress */
  dot?: boolean
  children: ReactNode
}

/** The state of an order or record, 24 px high. */
export function StatusPill({ tone, dot = false, children }: StatusPillProps) {
  return (
    <span
      className={cx(
        'text-cap inline-flex min-h-6 shrink-0 items-center gap-1.5 rounded-full px-2.5 font-semibold whitespace-nowrap',
        TONES[tone],
      )}
    >
      {dot && <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  )
}
