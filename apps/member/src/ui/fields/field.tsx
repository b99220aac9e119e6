import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'

type FrameProps = {
  /** above the input; a placeholder is only an example */
  label: ReactNode
  /** the message below when the value is wrong */
  error?: string | undefined
  /** a quiet message below */
  hint?: ReactNode
  /** inside, before and after the input */
  start?: ReactNode
  end?: ReactNode
  id: string
  children: ReactNode
}

/** The frame of all fields: label above, 52 px box, message below. */
export function FieldFrame({ label, error, hint, start, end, id, children }: FrameProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <div
        className={cx(
          'bg-surface rounded-tile flex min-h-13 items-stretch overflow-hidden',
          'focus-within:ring-2 focus-within:ring-inset',
          error === undefined
            ? 'ring-control focus-within:ring-brand ring-1 ring-inset'
            : 'ring-bad focus-within:ring-bad ring-2 ring-inset',
        )}
      >
        {start}
        {children}
        {end}
      </div>
      <FieldNote id={id} error={error} hint={hint} />
    </div>
  )
}

/** The message under a field. Its input's `aria-describedby` is `noteId(id)`. */
export function FieldNote({ id, error, hint }: { id: string; error?: string | undefined; hint?: ReactNode }) {
  return (
    <div id={noteId(id)} role={error === undefined ? undefined : 'alert'}>
      {error !== undefined && (
        <p className="text-cap text-bad mt-1.5 flex items-start gap-1.5">
          <CircleAlert size={16} className="mt-px shrink-0" aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
      {error === undefined && hint !== undefined && <p className="text-cap text-ink-2 mt-1.5">{hint}</p>}
    </div>
  )
}

export const noteId = (id: string): string => `${id}-note`
const BARE_INPUT = 'min-w-0 flex-1 bg-transparent outline-none'
export const INPUT_CLASS = `${BARE_INPUT} text-lead px-4 font-medium`
/** The class of inputs for money. */
export const AMOUNT_CLASS = `${BARE_INPUT} text-title placeholder:text-body placeholder:text-ink-3 placeholder:font-normal ps-2 pe-4`

export type FieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  start?: ReactNode
  end?: ReactNode
}

/** A line of text. Spread react-hook-form's `register(…)` onto it. */
export function Field({ label, error, hint, start, end, className, ...input }: FieldProps) {
  const id = useId()
  return (
    <FieldFrame label={label} error={error} hint={hint} start={start} end={end} id={id}>
      <input
        {...input}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={noteId(id)}
        className={cx(INPUT_CLASS, className)}
      />
    </FieldFrame>
  )
}
