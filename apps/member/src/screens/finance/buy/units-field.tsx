import { latinDigits } from '@fairlot/contract/typed-text'
import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { cx } from '../../../ui/cx.ts'
import { FieldNote, noteId } from '../../../ui/fields/field.tsx'
import { HoldButton } from '../../../ui/fields/stepper.tsx'

/** More digits than any product has units. */
const LONGEST = 7

type UnitsFieldProps = {
  label: string
  /** digits as they were typed; may be empty or out of the range */
  value: string
  onChange: (value: string) => void
  min: number
  max: number
  /** the line at the end of the label's row */
  hint: ReactNode
  error?: string | undefined
  /** the outcome of a purchase is open */
  fixed: boolean
}

/**
 * How many units: a stepper whose number stays as it was typed, also where it is not possible. The message below says what is. The
 * buttons stop at the limits.
 */
export function UnitsField({ label, value, onChange, min, max, hint, error, fixed }: UnitsFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const at = value === '' ? 0 : Number(value)
  const step = (wanted: number) => {
    const next = Math.min(Math.max(min, max), Math.max(min, wanted))
    if (!fixed && next !== at) onChange(String(next))
    return !fixed && next === wanted
  }
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="text-lead">
          {label}
        </label>
        <p className="text-cap text-ink-2">{hint}</p>
      </div>
      <div
        className={cx(
          'bg-sunken rounded-card flex items-center gap-1 p-1.5',
          error !== undefined && 'ring-bad ring-2 ring-inset',
        )}
      >
        <HoldButton label={t('stepper.less')} at={at} step={-1} set={step} atLimit={at <= min}>
          <Minus size={22} aria-hidden="true" />
        </HoldButton>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={value}
          readOnly={fixed}
          onChange={(event) => onChange(latinDigits(event.target.value).replace(/\D/g, '').slice(0, LONGEST))}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={noteId(id)}
          dir="ltr"
          className="text-display w-full min-w-0 flex-1 bg-transparent text-center tabular-nums"
        />
        <HoldButton label={t('stepper.more')} at={at} step={1} set={step} atLimit={at >= max}>
          <Plus size={22} aria-hidden="true" />
        </HoldButton>
      </div>
      <FieldNote id={id} error={error} />
    </div>
  )
}
