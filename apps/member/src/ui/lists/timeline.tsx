import { useId } from 'react'
import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage } from '../../i18n/i18n.ts'
import { cx } from '../cx.ts'

export type TimelineStep = {
  key: string
  /** the colour of the dot */
  dot: string
  title: string
  /** why, where the step has a reason */
  text?: string | null
  /** Unix milliseconds */
  at: number
}

/** The history of a record, oldest step first, with times. */
export function Timeline({ title, steps }: { title: string; steps: readonly TimelineStep[] }) {
  const id = useId()
  const last = steps.length - 1
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-lead">
        {title}
      </h2>
      <ol className="mt-3">
        {steps.map(({ key, dot, title: name, text = null, at }, index) => (
          <li key={key} className="relative flex gap-3.5 pb-5 last:pb-0">
            {index < last && (
              <span
                aria-hidden="true"
                className="border-line-strong absolute start-[5px] top-5 -bottom-0.5 border-s-2 border-dotted"
              />
            )}
            <span aria-hidden="true" className={cx('mt-1.5 size-3 shrink-0 rounded-full', dot)} />
            <div className="min-w-0">
              <p className="font-semibold">{name}</p>
              {text !== null && <p className="text-ink-2">{text}</p>}
              <p className="text-cap text-ink-2">
                <time dateTime={new Date(at).toISOString()}>{formatDateTime(at, activeLanguage())}</time>
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
