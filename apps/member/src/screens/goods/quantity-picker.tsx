import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import { Chips } from '../../ui/choice.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { quickPicks } from './purchase-math.ts'

type QuantityPickerProps = {
  value: number
  onChange: (quantity: number) => void
  /** the most that can be bought */
  most: number
  /** why not more, where it is not simply what is left */
  mostText?: string | undefined
  /** the quick pick of everything */
  allText: string
}

/** The stepper and the quick picks that fit. */
export function QuantityPicker({ value, onChange, most, mostText, allText }: QuantityPickerProps) {
  const { t } = useTranslation('goods')
  const picks = quickPicks(most).map((pick) => ({ value: String(pick), label: formatNumber(pick) }))
  const choices = most > 1 ? [...picks, { value: String(most), label: allText }] : []
  return (
    <>
      <Stepper
        label={t('buy.howMany')}
        value={value}
        onChange={onChange}
        max={Math.max(1, most)}
        {...(mostText === undefined ? {} : { maxText: mostText })}
      />
      {choices.length > 0 && (
        <Chips
          label={t('buy.quick')}
          choices={choices}
          value={choices.some((choice) => choice.value === String(value)) ? String(value) : null}
          onChange={(pick) => onChange(Number(pick))}
          className="mt-3"
        />
      )}
    </>
  )
}
