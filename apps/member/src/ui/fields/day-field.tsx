import { latinDigits } from '@fairlot/contract/typed-text'
import { useId } from 'react'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../cx.ts'
import { FieldNote, INPUT_CLASS, noteId } from './field.tsx'

/** A day as it is typed: each part is what the member entered. */
export type TypedDay = { day: string; month: string; year: string }
export const NO_DAY: TypedDay = { day: '', month: '', year: '' }

const LENGTHS = { day: 2, month: 2, year: 4 } as const
type Part = keyof typeof LENGTHS

/** Whether anything is typed. */
export const isTyped = (typed: TypedDay): boolean => Object.values(typed).some((part) => part !== '')

/** `2031-05-03` of what was typed; null when it is not a day of the calendar. */
export function dayOf({ day, month, year }: TypedDay): string | null {
  if (!/^\d{1,2}$/.test(day) || !/^\d{1,2}$/.test(month) || !/^\d{4}$/.test(year)) return null
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null
}

/** The parts in the order of the language. */
function orderOf(language: string): Part[] {
  return new Intl.DateTimeFormat(`${language}-u-ca-gregory`)
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type): type is Part => type in LENGTHS)
}

type DayFieldProps = {
  label: string
  value: TypedDay
  onChange: (value: TypedDay) => void
  error?: string | undefined
  /** the `autocomplete` of a birth date: `bday` */
  autoComplete?: 'bday'
}

/**
 * A day as three fields, in the order of the language. A calendar to leaf through is slow for a birth date, and the browser's own
 * field shows the digits and the order of its settings, not of this app.
 */
export function DayField({ label, value, onChange, error, autoComplete }: DayFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <fieldset aria-describedby={noteId(id)} className="min-w-0">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="flex gap-2.5">
        {orderOf(activeLanguage()).map((part) => (
          <label key={part} className={cx('min-w-0', part === 'year' ? 'flex-[1.5]' : 'flex-1')}>
            <span className="text-cap text-ink-2 mb-1 block">{t(`day.${part}`)}</span>
            <span
              className={cx(
                'bg-surface rounded-tile flex min-h-13 items-stretch overflow-hidden ring-inset focus-within:ring-2',
                error === undefined
                  ? 'ring-control focus-within:ring-brand ring-1'
                  : 'ring-bad focus-within:ring-bad ring-2',
              )}
            >
              <input
                dir="ltr"
                inputMode="numeric"
                autoComplete={autoComplete === undefined ? 'off' : `bday-${part}`}
                maxLength={LENGTHS[part]}
                value={value[part]}
                onChange={(event) =>
                  onChange({ ...value, [part]: latinDigits(event.target.value).replace(/\D/g, '') })
                }
                aria-invalid={error !== undefined || undefined}
                className={cx(INPUT_CLASS, 'tabular-nums')}
              />
            </span>
          </label>
        ))}
      </div>
      <FieldNote id={id} error={error} />
    </fieldset>
  )
}
