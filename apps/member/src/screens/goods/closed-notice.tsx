import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
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
  if (card.status === 'expired') return <Notice tone="warn">{t('closed.expired')}</Notice>
  if (card.status === 'refunded')
    return <Notice>{t(card.seats === null ? 'closed.refunded' : 'closed.seat')}</Notice>
  return null
}
