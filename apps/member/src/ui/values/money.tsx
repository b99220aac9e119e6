import { useTranslation } from '../../i18n/i18n.ts'
import { useCurrency } from '../../queries/system.ts'
import { formatMoney, moneyParts } from '../../i18n/format.ts'
import type { MoneyStyle } from '../../i18n/format.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { cx } from '../cx.ts'

type MoneyProps = {
  /** a wire amount: decimal string with at most four decimals */
  amount: string
  /** `exact` with cents (the default), `price` without cents when they are zero, `full` with all decimals of the ledger */
  form?: MoneyStyle['form']
  /** a plus before positive amounts */
  signed?: boolean
  className?: string
}

/** Money with the deployment's currency sign: tabular, isolated, left to right. */
export function Money({ amount, form = 'exact', signed = false, className }: MoneyProps) {
  const { symbol } = useCurrency()
  return (
    <span translate="no" className={cx('num', className)}>
      {formatMoney(amount, symbol, { form, signed })}
    </span>
  )
}

/** Money as text, for messages: `t('pay', { amount: money('25.00') })`. */
export function useMoneyText(): (amount: string, form?: 'exact' | 'price') => string {
  const { symbol } = useCurrency()
  return (amount, form = 'exact') => formatMoney(amount, symbol, { form })
}

type ExactMoneyProps = Omit<MoneyProps, 'form'> & {
  /** false: another place of the row shows the whole amount */
  under?: boolean
}

/**
 * Money with two decimals, rounded toward zero, so that it never says more than there is. Under it, in small, what the ledger has beyond
 * cents. What is less than a cent has all its decimals.
 */
export function ExactMoney({ amount, signed = false, className, under = true }: ExactMoneyProps) {
  const { rest, whole, cents } = moneyParts(amount)
  const isTiny = whole === '0' && cents === '00'
  if (rest === null || isTiny || !under)
    return (
      <Money
        amount={amount}
        form={rest !== null && isTiny ? 'full' : 'exact'}
        signed={signed}
        className={className}
      />
    )
  return (
    <span className={cx('inline-flex flex-col items-end', className)}>
      <span aria-hidden="true">
        <Money amount={amount} signed={signed} />
      </span>
      <Money amount={amount} form="full" signed={signed} className="text-cap font-normal" />
    </span>
  )
}

/** A balance in display size, with sign and cents at 60 percent. It follows the preference to hide amounts. */
export function Balance({ amount, className }: { amount: string; className?: string }) {
  const { t } = useTranslation()
  const { symbol } = useCurrency()
  const hidden = usePreferences((state) => state.hideBalance)
  const { negative, whole, mark, cents } = moneyParts(amount)
  if (hidden) {
    return (
      <span className={cx('num text-display', className)} aria-label={t('hidden')} role="img">
        •••••
      </span>
    )
  }
  return (
    <span
      translate="no"
      // ₫1,234,567,890.12 fits into 320 px at the smaller size
      className={cx('num', whole.length > 10 ? 'text-head' : 'text-display', className)}
    >
      <span className="text-[0.6em]">
        {negative && '−'}
        {symbol}
      </span>
      {whole}
      <span className="text-[0.6em] opacity-80">
        {mark}
        {cents}
      </span>
    </span>
  )
}
