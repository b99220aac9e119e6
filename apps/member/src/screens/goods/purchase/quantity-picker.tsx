import { useTranslation } from '../../../i18n/i18n.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { Chips } from '../../../ui/fields/choice.tsx'
import { Stepper } from '../../../ui/fields/stepper.tsx'
import { cx } from '../../../ui/cx.ts'
import { quickPicks } from './purchase-math.ts'

type QuantityPickerProps = {
  /** the outcome of a purchase is open: the quantity cannot be changed until it is known */
  fixed?: boolean
  value: number
  onChange: (quantity: number) => void
  /** the largest quantity that can be bought */
  most: number
  /** why not more, when the reason is not the number of shares left */
  mostText?: string | undefined
  /** the label of the largest quick pick */
  allText: string
  /** the line beside the question; what the limit says takes its place */
  hint?: string
  /** the line warns */
  isWarning?: boolean
  /** quick picks of one width, in one row */
  even?: boolean
}

/** The stepper and the quick picks. */
export function QuantityPicker({
  fixed = false,
  value,
  onChange,
  most,
  mostText,
  allText,
  hint,
  isWarning = false,
  even = false,
}: QuantityPickerProps) {
  const { t } = useTranslation('goods')
  if (fixed) {
    return (
      <p className="bg-sunken rounded-card flex flex-wrap items-center justify-between gap-x-4 px-5 py-4">
        <span className="text-ink-2 font-medium">{t('buy.howManyFixed')}</span>
        <span className="text-title">{t('shares', { count: value })}</span>
      </p>
    )
  }
  const picks = quickPicks(most).map((pick) => ({ value: String(pick), label: formatNumber(pick) }))
  const choices = most > 1 ? [...picks, { value: String(most), label: allText }] : []
  return (
    <>
      <Stepper
        label={t('buy.howMany')}
        value={value}
        onChange={onChange}
        max={Math.max(1, most)}
        isWarning={isWarning}
        {...(hint !== undefined && { hint })}
        {...(mostText !== undefined && { maxText: mostText })}
      />
      {choices.length > 0 && (
        <Chips
          label={t('buy.quick')}
          choices={choices}
          value={choices.some((choice) => choice.value === String(value)) ? String(value) : null}
          onChange={(pick) => onChange(Number(pick))}
          className={cx('mt-3', even && 'grid! auto-cols-[minmax(max-content,1fr)] grid-flow-col')}
        />
      )}
    </>
  )
}
