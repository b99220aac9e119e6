import { Check, Lock } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Identity } from '../../parts/identity/identity-standing.ts'
import { Card } from '../../ui/layout/card.tsx'

const YEAR_DAYS = 365

/** Who sees the pictures, for how long they are kept, and that they serve nothing else. */
export function WhoSees({ identity }: { identity: Pick<Identity, 'reviewedBy' | 'retentionDays'> }) {
  const { t } = useTranslation('identity')
  const { reviewedBy, retentionDays: days } = identity
  const isYears = days >= YEAR_DAYS && days % YEAR_DAYS === 0
  const kept = isYears ? t('who.years', { count: days / YEAR_DAYS }) : t('who.kept', { count: days })
  return (
    <Card>
      <h2 className="text-lead flex items-center gap-2.5">
        <Lock size={20} strokeWidth={1.9} className="text-brand shrink-0" aria-hidden="true" />
        {t('who.title')}
      </h2>
      <ul className="text-ink-2 mt-2 flex flex-col gap-2">
        {[t(`who.${reviewedBy}`), kept, t('who.only')].map((line) => (
          <li key={line} className="flex items-start gap-2.5">
            <Check size={18} strokeWidth={2.2} className="text-ok mt-0.5 shrink-0" aria-hidden="true" />
            <span className="min-w-0 flex-1">{line}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
