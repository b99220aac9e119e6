import { ExternalLink } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { useIsSandbox } from '../../queries/system.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

/** In a sandbox, no SMS is sent: links to the inbox where the codes appear. */
export function InboxNotice() {
  const { t } = useTranslation('auth')
  if (!useIsSandbox()) return null
  return (
    <Notice>
      <p>{t('inbox.text')}</p>
      <a
        href="/sandbox/inbox"
        target="_blank"
        rel="noreferrer"
        className="mt-0.5 inline-flex min-h-8 items-center gap-1.5 font-semibold underline underline-offset-2"
      >
        {t('inbox.link')}
        <ExternalLink size={16} strokeWidth={2} className="mirror shrink-0" aria-hidden="true" />
        <span className="sr-only">{t('inbox.newTab')}</span>
      </a>
    </Notice>
  )
}
