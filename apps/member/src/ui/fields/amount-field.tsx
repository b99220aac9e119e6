import { useId } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { useCurrency } from '../../queries/system.ts'
import { cx } from '../cx.ts'
import { AMOUNT_CLASS, FieldFrame, noteId } from './field.tsx'

type AmountFieldProps = {
  label: string
  /** as entered: digits, a point, at most two decimals */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string | undefined
  hint?: React.ReactNode
  placeholder?: string
  /** the amount that the "All" link enters; without it, there is no link */
  all?: string
}

/** A field for an amount of money. A comma counts as a point; a third decimal is not accepted. */
export function AmountField({
  label,
  value,
  onChange,
  onBlur,
  error,
  hint,
  placeholder,
  all,
}: AmountFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const { symbol } = useCurrency()
  const enter = (text: string) => {
    const clean = text.replace(',', '.').replace(/[^\d.]/g, '')
    if (/^\d{0,12}(\.\d{0,2})?$/.test(clean)) onChange(clean)
  }
  return (
    <FieldFrame
      label={label}
      error={error}
      hint={hint}
      id={id}
      start={
        <span className="text-title text-ink-2 grid place-items-center ps-4">
          <span className="num">{symbol}</span>
        </span>
      }
      end={
        all !== undefined && (
          <button type="button" className="text-brand px-4 font-semibold" onClick={() => onChange(all)}>
            {t('amount.all')}
          </button>
        )
      }
    >
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        value={value}
        placeholder={placeholder}
        onChange={(event) => enter(event.target.value)}
        onBlur={onBlur}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={noteId(id)}
        className={cx(AMOUNT_CLASS, 'tabular-nums rtl:text-end')}
      />
    </FieldFrame>
  )
}
