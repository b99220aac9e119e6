import { useId } from 'react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export type Choice<T extends string> = { value: T; label: ReactNode; disabled?: boolean }

type ChoiceProps<T extends string> = {
  /** the accessible name of the group */
  label: string
  choices: readonly Choice<T>[]
  /** null = none yet */
  value: T | null
  onChange: (value: T) => void
  className?: string
}

/** A choice among few, 40 px high, in rows that wrap. */
export function Chips<T extends string>({ label, choices, value, onChange, className }: ChoiceProps<T>) {
  return (
    <Radios
      label={label}
      choices={choices}
      value={value}
      onChange={onChange}
      className={cx('flex flex-wrap gap-2', className)}
      itemClass={(selected) =>
        cx(
          'text-body min-h-10 flex-auto rounded-full px-3.5 font-semibold',
          selected
            ? 'bg-brand-soft text-brand ring-brand ring-2 ring-inset'
            : 'bg-surface text-ink ring-line ring-1 ring-inset',
        )
      }
    />
  )
}

/** Up to four views of the same thing: a sunken track with a raised thumb. */
export function Segments<T extends string>({ label, choices, value, onChange, className }: ChoiceProps<T>) {
  return (
    <Radios
      label={label}
      choices={choices}
      value={value}
      onChange={onChange}
      className={cx('bg-sunken rounded-sheet flex flex-wrap p-1', className)}
      itemClass={(selected) =>
        cx(
          'text-body min-h-10 flex-1 rounded-full px-2 text-center',
          selected ? 'bg-surface text-ink shadow-card font-semibold' : 'text-ink-2 font-medium',
        )
      }
    />
  )
}

type RadiosProps<T extends string> = ChoiceProps<T> & { itemClass: (selected: boolean) => string }

function Radios<T extends string>({ label, choices, value, onChange, className, itemClass }: RadiosProps<T>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className={className}>
        {choices.map((choice) => {
          const selected = choice.value === value
          return (
            <label
              key={choice.value}
              className={cx(
                'press has-focus-visible:outline-focus relative inline-grid cursor-pointer place-items-center whitespace-nowrap select-none has-focus-visible:outline-3 has-focus-visible:outline-offset-2',
                choice.disabled === true && 'cursor-not-allowed opacity-55',
                itemClass(selected),
              )}
            >
              <input
                type="radio"
                name={name}
                value={choice.value}
                checked={selected}
                disabled={choice.disabled}
                onChange={() => onChange(choice.value)}
                className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-full opacity-0"
              />
              <span className="pointer-events-none">{choice.label}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
