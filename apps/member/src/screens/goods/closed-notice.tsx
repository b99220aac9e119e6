import { orderList } from '@fairlot/contract/endpoints/mall/orders'
import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { useRead } from '../../queries/queries.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { Issue } from './use-issue.ts'

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
  if (card.seats !== null && (card.status === 'expired' || card.status === 'refunded'))
    return <EmptyTable issue={card.issue} refunded={card.status === 'refunded'} />
  if (card.status === 'expired') return <Notice tone="warn">{t('closed.expired')}</Notice>
  if (card.status === 'refunded') return <Notice>{t('closed.refunded')}</Notice>
  return null
}

/** A Double PK without a draw: says to the member of the only seat that it is their own seat that is refunded. */
function EmptyTable({ issue, refunded }: { issue: string; refunded: boolean }) {
  const { t } = useTranslation('goods')
  const { data, isLoading } = useRead(orderList, { issue })
  // what a visitor reads would be wrong for the member
  if (isLoading) return null
  if (data?.items.length) return <Notice>{t(refunded ? 'closed.seatOwn' : 'closed.seatOwnSoon')}</Notice>
  return <Notice>{t(refunded ? 'closed.seat' : 'closed.seatSoon')}</Notice>
}
