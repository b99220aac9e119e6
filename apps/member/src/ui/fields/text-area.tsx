import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { formatNumber } from '../../i18n/format.ts'
import { FieldFrame, noteId } from './field.tsx'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'value'> & {
  label: ReactNode
  value: string
  error?: string | undefined
  hint?: ReactNode
  /** the most characters; the counter shows how many there are */
  maxLength: number
}

/** A text of several lines, with a counter. It grows with its content. */
export function TextArea({ label, error, hint, value, maxLength, ...input }: TextAreaProps) {
  const id = useId()
  return (
    <div className="relative">
      <FieldFrame label={label} error={error} hint={hint} id={id}>
        <textarea
          {...input}
          id={id}
          value={value}
          maxLength={maxLength}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={noteId(id)}
          className="field-sizing-content max-h-72 min-h-32 w-full min-w-0 flex-1 resize-none bg-transparent px-4 py-3 outline-none"
        />
      </FieldFrame>
      <p aria-hidden="true" className="text-cap text-ink-3 absolute end-0 top-0">
        <span className="num">
          {formatNumber(value.length)}/{formatNumber(maxLength)}
        </span>
      </p>
    </div>
  )
}
