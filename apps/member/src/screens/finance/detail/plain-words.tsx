import { Landmark, LockKeyhole, Percent, ShieldCheck, TrendingDown } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { FinanceProduct } from '../../../parts/finance/use-finance-words.ts'
import { Card } from '../../../ui/layout/card.tsx'

const RISKS = [
  { name: 'own', icon: ShieldCheck },
  { name: 'bank', icon: Landmark },
  { name: 'fixed', icon: Percent },
  { name: 'inflation', icon: TrendingDown },
] as const

/** What protects the member's money, and what does not. */
export function RisksCard() {
  const { t } = useTranslation('finance')
  return (
    <Card>
      <h2 className="text-title">{t('risk.title')}</h2>
      <ul className="mt-3 flex flex-col gap-3">
        {RISKS.map(({ name, icon: Icon }) => (
          <li key={name} className="flex gap-3">
            <Icon size={20} strokeWidth={1.8} className="text-brand mt-0.5 shrink-0" aria-hidden="true" />
            <span className="min-w-0">{t(`risk.${name}`)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What happens to an order that ends before its maturity. */
export function EarlyExitCard({ product }: { product: FinanceProduct }) {
  const { t } = useTranslation('finance')
  return (
    <Card>
      <h2 className="text-title flex items-center gap-2.5">
        <LockKeyhole size={20} strokeWidth={1.8} className="text-brand shrink-0" aria-hidden="true" />
        {t('exit.title')}
      </h2>
      <p className="mt-2 text-pretty">{t(product.earlyExit ? 'exit.rule' : 'exit.none')}</p>
      <p className="text-ink-2 mt-2 text-pretty">
        {t(product.payout === 'daily' ? 'quote.dailyPaid' : 'quote.atMaturity')}
      </p>
    </Card>
  )
}
