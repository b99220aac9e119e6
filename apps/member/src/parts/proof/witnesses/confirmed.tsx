import { Check, Clock3 } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'

/** Whether so many have signed the ending that no other history can exist. */
export function Confirmed({
  confirmed,
  quorum,
  total,
}: {
  confirmed: number
  quorum: number
  total: number
}) {
  const { t } = useTranslation('witness')
  const isConfirmed = confirmed >= quorum
  const Icon = isConfirmed ? Check : Clock3
  return (
    <p className="text-ink-2 mt-2.5 flex items-start gap-2 text-pretty">
      <Icon size={20} strokeWidth={1.9} className="mt-0.5 shrink-0" aria-hidden="true" />
      {isConfirmed
        ? t('favour.confirmed', { confirmed, total })
        : t('favour.unconfirmed', { confirmed, quorum })}
    </p>
  )
}
