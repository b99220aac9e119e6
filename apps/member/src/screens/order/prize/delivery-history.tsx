import { CircleAlert, PackageCheck, PackageOpen, Truck } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { formatDayTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Plan } from '../../../ui/lists/plan.tsx'
import { historyOf } from './delivery.ts'
import type { HistoryEntry, Prize } from './delivery.ts'

const ICONS: Partial<Record<HistoryEntry['state'], LucideIcon>> = {
  address_confirmed: PackageOpen,
  in_delivery: Truck,
  delivered: PackageCheck,
  disputed: CircleAlert,
  received: PackageCheck,
}

/** What has happened to the prize, newest first. */
export function DeliveryHistory({ prize }: { prize: Prize }) {
  const { t } = useTranslation('prize')
  const entries = historyOf(prize)
  const isOver = prize.status === 'completed' || prize.status === 'recycled'
  const newestAddress = entries.find(({ state }) => state === 'address_confirmed')
  return (
    <Card>
      <h2 className="text-lead mb-3.5">{t('history.title')}</h2>
      <Plan
        label={t('history.title')}
        steps={entries.map((entry, index) => {
          const { state, at, note } = entry
          const icon = ICONS[state]
          const lines =
            entry === newestAddress && prize.status !== 'address_confirmed' ? prize.address?.lines : null
          const text = note ?? lines?.join(', ')
          return {
            key: `${at} ${state}`,
            place: index === 0 && !isOver ? 'now' : 'done',
            name: t(`history.${state}`),
            end: <bdi>{formatDayTime(at, activeLanguage())}</bdi>,
            ...(text === undefined ? {} : { text: <bdi className="whitespace-pre-line">{text}</bdi> }),
            ...(icon === undefined ? {} : { icon }),
          }
        })}
      />
    </Card>
  )
}
