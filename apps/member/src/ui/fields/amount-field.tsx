import { useId, useState } from 'react'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { useCurrency } from '../../queries/system.ts'
import { cx } from '../cx.ts'
import { cleanAmount, readAmount, typedAmount } from './amount-text.ts'
import { AMOUNT_CLASS, FieldFrame, noteId } from './field.tsx'

type AmountFieldProps = {
  label: string
  /** an amount as the wire writes it: digits, a point, at most two decimals; or what `onChange` passed on */
  value: string
  /** Gets the amount, or, for a text that is not an amount, `?` and the text, which no rule accepts. */
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string | undefined
  hint?: React.ReactNode
  placeholder?: string
  /** the amount that the "All" link enters; without it, there is no link */
  all?: string
}

/** A field for an amount of money, typed and shown in the number marks of the language. */
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
  const language = activeLanguage()
  // The text stays as it was typed while its amount is that of the form; another amount (a quick pick) replaces it.
  const [typed, setTyped] = useState({ value: '', text: '' })
  const text = typed.value === value ? typed.text : typedAmount(value, language)
  const enter = (entered: string) => {
    const clean = cleanAmount(entered)
    const amount = readAmount(clean, language) ?? `?${clean}`
    setTyped({ value: amount, text: clean })
    onChange(amount)
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
        value={text}
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
