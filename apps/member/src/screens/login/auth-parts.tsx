/** Parts shared by the login and the registration page. */
import { account } from '@fairlot/contract/endpoints/home'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useRead } from '../../queries/queries.ts'
import { hrefOf, paths } from '../../paths.ts'
import { useSession } from '../../stores/session.ts'
import { BrandMark } from '../../parts/brand/brand-mark.tsx'

/** The brand mark, the page's heading and one sentence. */
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

/**
 * Leaves the page as soon as there is a session: opens `next`, else home. A session that was there before is asked for first: when it is
 * dead, the page stays as it was opened.
 */
export function useLeaveWhenIn(next: string | undefined, enabled = true): void {
  const router = useRouter()
  const isIn = useSession((state) => state.session !== null)
  const [wasIn] = useState(isIn)
  const asked = useRead(account, {}, { enabled: enabled && wasIn && isIn })
  // Without an answer, for example offline, the session counts.
  const isKnown = !wasIn || asked.isSuccess || asked.isError
  useEffect(() => {
    if (enabled && isIn && isKnown) router.history.replace(next ?? hrefOf(paths.home()))
  }, [enabled, isIn, isKnown, next, router])
}

/** A question with its link on one line, such as "New here? Create an account". */
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
