import { latinDigits } from '@fairlot/contract/typed-text'
import { useId } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { FieldFrame, FieldNote, INPUT_CLASS, noteId } from '../../ui/fields/field.tsx'

type DurationFieldProps = {
  label: string
  hours: string
  minutes: string
  onChange: (hours: string, minutes: string) => void
  error?: string | undefined
  hint?: string | undefined
}

/** A duration as hours and minutes, with one message below both. */
export function DurationField({ label, hours, minutes, onChange, error, hint }: DurationFieldProps) {
  const { t } = useTranslation('limits')
  const id = useId()
  const part = (name: 'hours' | 'minutes', value: string, enter: (text: string) => void) => (
    <FieldFrame id={`${id}-${name}`} label={t(`sheet.${name}`)} error={undefined}>
      <input
        id={`${id}-${name}`}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        value={value}
        placeholder="0"
        onChange={(event) => enter(latinDigits(event.target.value).replaceAll(/\D/g, '').slice(0, 5))}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={noteId(id)}
        className={`${INPUT_CLASS} text-title tabular-nums rtl:text-end`}
      />
    </FieldFrame>
  )
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="grid grid-cols-2 gap-3">
        {part('hours', hours, (text) => onChange(text, minutes))}
        {part('minutes', minutes, (text) => onChange(hours, text))}
      </div>
      <FieldNote id={id} error={error} hint={hint} />
    </fieldset>
  )
}
