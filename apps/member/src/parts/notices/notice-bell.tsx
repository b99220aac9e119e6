import { Bell } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { IconLink } from '../../ui/buttons/icon-button.tsx'
import { useUnreadCount, useUnreadNotices } from './use-notices.ts'

/** The way to the notices, with a dot while one is new. */
export function NoticeBell({ look = 'plain' }: { look?: 'plain' | 'stage' }) {
  const { t } = useTranslation('notices')
  const unread = useUnreadNotices()
  return (
    <IconLink
      {...paths.notices()}
      look={look}
      label={unread > 0 ? `${t('title')}, ${t('new')}` : t('title')}
      dot={unread > 0}
    >
      <Bell size={22} strokeWidth={1.8} aria-hidden="true" />
    </IconLink>
  )
}

/** The dot on the tab of the account while a notice is new; a screen reader reads it after the name of the tab. */
export function TabDot() {
  const { t } = useTranslation('notices')
  if (useUnreadCount() === 0) return null
  return (
    <>
      <span
        className="bg-gold border-surface absolute start-1/2 top-1 ms-1 size-3 rounded-full border-2"
        aria-hidden="true"
      />
      <span className="sr-only">{t('new')}</span>
    </>
  )
}
