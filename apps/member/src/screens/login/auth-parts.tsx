/** What the log in and the registration page share. */
import { useRouter } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { useIsSandbox } from '../../api/system.ts'
import { useSession } from '../../stores/session.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Notice } from '../../ui/notice.tsx'

/** The small ticket, the page's heading and one sentence. */
export function AuthHead({ title, text }: { title: string; text: string }) {
  return (
    <header className="flex flex-col gap-1 pt-1">
      <span className="-ms-1">
        <BrandMark size={44} />
      </span>
      <h1 className="text-head mt-2">{title}</h1>
      <p className="text-ink-2">{text}</p>
    </header>
  )
}

/** Leaves the page as soon as there is a session: to `next`, else home. */
export function useLeaveWhenIn(next: string | undefined, enabled = true): void {
  const router = useRouter()
  const isIn = useSession((state) => state.session !== null)
  useEffect(() => {
    if (enabled && isIn) router.history.replace(next ?? '/')
  }, [enabled, isIn, next, router])
}

/** In a sandbox no SMS leaves the house: says where the codes appear. */
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

/** "New here? Create an account": a question and its link on one line. */
export function AskLine({ question, children }: { question: string; children: ReactNode }) {
  return (
    <p className="text-ink-2 flex flex-wrap items-center justify-center gap-x-2 text-center">
      <span>{question}</span>
      {children}
    </p>
  )
}

export const TEXT_LINK =
  'text-brand inline-flex min-h-11 items-center font-semibold underline-offset-4 hover:underline'
