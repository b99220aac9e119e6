import { parseMoney } from '@fairlot/contract/money/money'
import { Check, HandCoins } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'
import { useMoneyText } from '../../ui/values/money.tsx'
import type { Issue } from '../goods/use-issue.ts'

/** What the member got of a draw in favour, and the two amounts of which it is the larger one. */
export function MoneyBack({ back }: Pick<Issue, 'back'>) {
  const { t } = useTranslation('calculation')
  const money = useMoneyText()
  if (back === null) return null
  const { amount, vouchers, won, paid, share } = back
  return (
    <Card>
      <div className="flex items-start gap-3">
        <HandCoins size={24} strokeWidth={1.8} className="text-brand mt-0.5 shrink-0" aria-hidden="true" />
        <div className="min-w-0 flex-1">
          <h2 className="text-lead text-balance">
            {t(parseMoney(won) > 0n ? 'back.more' : 'back.title', { amount: money(amount) })}
          </h2>
          <p className="text-cap text-ink-2 mt-0.5">
            {t('back.sums', { paid: money(paid), share: money(share) })}
          </p>
          {parseMoney(vouchers) > 0n && (
            <p className="text-cap text-ink-2 mt-0.5">{t('back.vouchers', { amount: money(vouchers) })}</p>
          )}
        </div>
        <Check size={22} strokeWidth={2.2} className="text-ok mt-0.5 shrink-0" aria-hidden="true" />
      </div>
    </Card>
  )
}
