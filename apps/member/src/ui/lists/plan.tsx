import { Check, X } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export type PlanStep = {
  key: string
  /** done, at this moment, ahead; or the one at which it ended without success */
  place: 'done' | 'now' | 'ahead' | 'failed'
  name: ReactNode
  /** when it was, or what is known of it */
  end?: ReactNode
  /** more about it, below the name */
  text?: ReactNode
  /** in place of the dot of the one at this moment */
  icon?: LucideIcon
}

const DISCS = {
  done: 'bg-brand text-on-brand',
  now: 'bg-gold text-on-gold',
  ahead: 'border-line-strong border-2',
  failed: 'bg-bad-soft text-bad',
} as const

/** The steps of something that goes on: those that are done, the one of now, those ahead; or, for a parcel, newest first. */
export function Plan({ label, steps }: { label: string; steps: readonly PlanStep[] }) {
  return (
    <ol aria-label={label}>
      {steps.map(({ key, place, name, end, text, icon: Icon }, index) => {
        const next = steps[index + 1]
        return (
          <li
            key={key}
            aria-current={place === 'now' ? 'step' : undefined}
            className="relative flex gap-3.5 pb-4 last:pb-0"
          >
            {next !== undefined && (
              <span
                aria-hidden="true"
                className={cx(
                  'absolute start-[11px] top-6.5 bottom-0.5 border-s-2',
                  next.place === 'ahead' ? 'border-line-strong border-dotted' : 'border-brand',
                )}
              />
            )}
            <span
              aria-hidden="true"
              className={cx('grid size-6 shrink-0 place-items-center rounded-full', DISCS[place])}
            >
              {place === 'done' && <Check size={14} strokeWidth={3} />}
              {place === 'failed' && <X size={14} strokeWidth={3} />}
              {place === 'now' &&
                (Icon === undefined ? (
                  <span className="size-2 rounded-full bg-current" />
                ) : (
                  <Icon size={15} strokeWidth={2.2} />
                ))}
            </span>
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3 pt-px">
                <span className={cx(place === 'now' ? 'font-semibold' : place === 'ahead' && 'text-ink-2')}>
                  {name}
                </span>
                {end !== undefined && <span className="text-cap text-ink-2">{end}</span>}
              </p>
              {text !== undefined && <div className="text-ink-2 mt-0.5 break-words">{text}</div>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
