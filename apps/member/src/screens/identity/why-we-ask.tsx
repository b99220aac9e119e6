import { Info } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Identity } from '../../parts/identity/identity-standing.ts'
import { Card } from '../../ui/layout/card.tsx'
import { useMoneyText } from '../../ui/values/money.tsx'

/** What the check is needed for. */
export function WhyWeAsk({ identity }: { identity: Identity }) {
  const { t } = useTranslation('identity')
  const money = useMoneyText()
  const { beforeRecharge, minimumAge, standing } = identity
  const lines = [
    ...(beforeRecharge ? [t('why.recharge', { age: minimumAge })] : []),
    t('why.withdraw', { threshold: money(standing.threshold, 'price') }),
    t('why.name'),
  ]
  return (
    <Card>
      <h2 className="text-lead flex items-center gap-2.5">
        <Info size={20} strokeWidth={1.9} className="text-brand shrink-0" aria-hidden="true" />
        {t('why.title')}
      </h2>
      <div className="text-ink-2 mt-2 flex flex-col gap-2">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </Card>
  )
}
