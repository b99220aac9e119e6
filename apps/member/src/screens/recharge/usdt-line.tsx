import { parseMoney } from '@fairlot/contract/money/money'
import { Coins } from 'lucide-react'
import { formatNumber } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { useMoneyText } from '../../ui/values/money.tsx'

/** USDT has six decimals; two are enough for what is only about. */
const SHOWN = 100n

/** About how many USDT the amount is; the exact number is fixed when the recharge is opened. */
export function UsdtLine({ rate, amount }: { rate: string; amount: string | null }) {
  const { t } = useTranslation('recharge')
  const money = useMoneyText()
  return (
    <p role="status" className="text-ink-2 flex items-start gap-2">
      <Coins size={19} strokeWidth={1.8} className="text-brand mt-0.5 shrink-0" aria-hidden="true" />
      <span>
        {amount !== null && (
          <span className="text-ink font-semibold">{t('usdt.about', { units: about(amount, rate) })} </span>
        )}
        {t('usdt.rate', { rate: `1 USDT = ${money(rate)}` })}
      </span>
    </p>
  )
}

/** An amount in USDT with two decimals, rounded up. */
function about(amount: string, rate: string): string {
  const each = parseMoney(rate)
  const units = (parseMoney(amount) * SHOWN + each - 1n) / each
  return formatNumber(`${units / SHOWN}.${String(units % SHOWN).padStart(2, '0')}`)
}
