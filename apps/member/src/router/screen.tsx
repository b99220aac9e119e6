import { lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Namespace } from '../i18n/namespaces.ts'
import { loadMessages } from '../i18n/i18n.ts'
import { paths } from '../paths.ts'
import { fullSheet } from '../start/sheets.ts'
import { isLoggedIn } from '../stores/session.ts'
import { PAGE_TIMEOUT_MS } from '../timing.ts'
import { firstAnswers } from './first-answers.ts'
import type { FirstReads } from './first-answers.ts'
import { loadChunk, withinPageTimeout } from './load.ts'

type ScreenOptions = {
  /** message namespaces of the screen, besides the shared `ui` */
  messages: readonly Namespace[]
  /** without a session, the visitor is sent to the login page and returns after it */
  member?: boolean
  /** its styles are in the first style sheet (`build/first-sheet.ts`) */
  first?: boolean
}

/** The route options of a screen. Its code and its messages are fetched together, at the first visit. */
export function screen(
  load: () => Promise<{ default: () => ReactNode; firstReads?: FirstReads }>,
  { messages, member = false, first = false }: ScreenOptions,
) {
  const component = lazyRouteComponent(() => loadChunk(load), 'default')
  return {
    component,
    beforeLoad: ({ location }: { location: { href: string } }) => {
      if (member && !isLoggedIn()) {
        throw redirect({ ...paths.login({ next: location.href }), replace: true })
      }
    },
    loader: async ({ location }: { location: { search: Readonly<Record<string, unknown>> } }) => {
      await withinPageTimeout(
        Promise.all([component.preload?.(), loadMessages(messages), first || fullSheet()]),
        PAGE_TIMEOUT_MS,
      )
      const { firstReads } = await load()
      await firstAnswers(firstReads?.(location.search) ?? [])
    },
    // A loaded page is shown at once; queries load its data.
    staleTime: Number.POSITIVE_INFINITY,
  }
}
