import { lazy, Suspense } from 'react'
import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { Issue } from './use-issue.ts'

const EmptyTable = lazy(() => import('./pk/empty-table.tsx'))

/** Says why an issue that is not open yet or did not sell out cannot be bought. */
export function ClosedNotice({ issue: { card } }: { issue: Issue }) {
  const { t } = useTranslation('goods')
  if (card.status === 'scheduled') {
    return (
      <Notice>
        {card.openedAt === null
          ? t('closed.soon')
          : t('closed.opens', { time: formatDateTime(card.openedAt, activeLanguage()) })}
      </Notice>
    )
  }
  if (card.lost) return <Notice tone="warn">{t('closed.lost')}</Notice>
  if (card.unwitnessed) return <Notice tone="warn">{t('closed.unwitnessed')}</Notice>
  if (card.beaconDead) return <Notice tone="warn">{t('closed.beacon')}</Notice>
  if (card.seats !== null && (card.status === 'expired' || card.status === 'refunded'))
    return (
      <Suspense>
        <EmptyTable issue={card.issue} refunded={card.status === 'refunded'} />
      </Suspense>
    )
  if (card.status === 'expired') return <Notice tone="warn">{t('closed.expired')}</Notice>
  if (card.status === 'refunded') return <Notice>{t('closed.refunded')}</Notice>
  return null
}
