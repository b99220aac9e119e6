import { useState } from 'react'
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

/** Money with two decimals. A tap shows all four when the ledger has more. */
export function ExactMoney({ amount, signed = false, className }: Omit<MoneyProps, 'form'>) {
  const { symbol } = useCurrency()
  const [open, setOpen] = useState(false)
  const { rest, whole, mark, negative } = moneyParts(amount)
  if (rest === null) return <Money amount={amount} signed={signed} className={className} />
  const sign = negative ? '−' : signed ? '+' : ''
  const full = `${sign}${symbol}${whole}${mark}${rest}`
  return (
    <button
      type="button"
      translate="no"
      className={cx('num', className)}
      onClick={() => setOpen(!open)}
      title={full}
      aria-expanded={open}
    >
      {open ? full : formatMoney(amount, symbol, { signed })}
      <span aria-hidden="true" className="text-ink-3">
        {open ? '' : '…'}
      </span>
    </button>
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
