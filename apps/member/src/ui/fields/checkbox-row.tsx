import { Check, CircleAlert } from 'lucide-react'
import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'

type CheckboxRowProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'children'> & {
  /** the sentence to agree to; it may contain buttons or links */
  children: ReactNode
  error?: string | undefined
}

/** A checkbox with its sentence, with a touch target of 44 px. Spread react-hook-form's `register(…)` onto it. */
export function CheckboxRow({ children, error, className, ...input }: CheckboxRowProps) {
  const id = useId()
  return (
    <div className={className}>
      <div className="flex items-start gap-1">
        <span className="relative -ms-2.5 grid size-11 shrink-0 place-items-center">
          <input
            {...input}
            id={id}
            type="checkbox"
            aria-invalid={error !== undefined || undefined}
            aria-labelledby={`${id}-text`}
            aria-describedby={`${id}-note`}
            className={cx(
              'peer bg-surface checked:bg-brand checked:border-brand absolute inset-2.5 size-6 cursor-pointer appearance-none rounded-tiny border',
              error === undefined ? 'border-control' : 'border-bad border-2',
            )}
          />
          <Check
            size={18}
            strokeWidth={3}
            aria-hidden="true"
            className="text-on-brand pointer-events-none relative opacity-0 peer-checked:opacity-100"
          />
        </span>
        <label id={`${id}-text`} htmlFor={id} className="min-w-0 flex-1 cursor-pointer py-[0.6875rem]">
          {children}
        </label>
      </div>
      <div id={`${id}-note`} role={error === undefined ? undefined : 'alert'}>
        {error !== undefined && (
          <p className="text-cap text-bad mb-1 flex items-start gap-1.5">
            <CircleAlert size={16} className="mt-px shrink-0" aria-hidden="true" />
            <span>{error}</span>
          </p>
        )}
      </div>
    </div>
  )
}
