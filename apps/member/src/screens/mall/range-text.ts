import { formatNumber } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { useMoneyText } from '../../ui/values/money.tsx'

type Text = (range: { above: string | number; upTo: string | number | null }) => string

/** Ranges in words: `Up to ₫5`, `₫5 to ₫20`, `More than ₫20`; the same for numbers of shares. */
export function useRangeText(): { price: Text; size: Text } {
  const { t } = useTranslation('mall')
  const money = useMoneyText()
  const text =
    (show: (value: string) => string): Text =>
    ({ above, upTo }) => {
      if (upTo === null) return t('filter.above', { from: show(String(above)) })
      if (Number(above) === 0) return t('filter.upTo', { to: show(String(upTo)) })
      return t('filter.between', { from: show(String(above)), to: show(String(upTo)) })
    }
  return {
    price: text((amount) => money(amount, 'price')),
    size: text((count) => formatNumber(Number(count))),
  }
}
