/** What the app keeps for use without a network: answers, and the messages of all screens. Fetched when the page is idle. */
import NAMESPACES from 'virtual:message-names'
import { keepMessages } from '../i18n/i18n.ts'
import { usePreferences } from '../stores/preferences.ts'
import { queryClient } from '../queries/query-client.ts'
import { keepWhatWasFetched } from '../shell/worker.ts'
import { useSession } from '../stores/session.ts'
import { createDeviceStore } from './device-store.ts'
import { createKeeper } from './kept-answers.ts'

const memberId = (): string | null => useSession.getState().session?.member.id ?? null

/** The addresses of the scripts of the page contain hashes of all code. */
const build = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')]
  .map(({ src }) => src)
  .join(' ')

const keeper = createKeeper({
  client: queryClient,
  store: createDeviceStore('fairlot-answers', 'answers'),
  build,
  member: memberId,
})

let watching = false

/** A page that started before the service worker puts into the worker's cache what it fetched. */
async function keepInWorker(): Promise<void> {
  if (import.meta.env.PROD && 'serviceWorker' in navigator && navigator.serviceWorker.controller === null)
    await keepWhatWasFetched()
}

/**
 * Fetches the messages of all screens, so that a page that was never opened works without a network: the service worker keeps
 * them. Members who save data fetch only what they open.
 */
function keepAllMessages(): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (connection?.saveData === true) return
  keepMessages(NAMESPACES)
    .then(keepInWorker)
    .catch(() => {
      // Without a network, or on a device that is full: the next start tries again.
    })
}

/** Keeps answers and messages from now on, and shows kept answers when asked to. */
export async function keepAnswers({ restore }: { restore: boolean }): Promise<void> {
  if (restore) await keeper.restore()
  if (watching) return
  watching = true
  keeper.watch()
  useSession.subscribe((state, before) => {
    if (before.session !== null && state.session?.member.id !== before.session.member.id) void keeper.clear()
  })
  void keeper.save()
  keepAllMessages()
  usePreferences.subscribe((state, before) => {
    if (state.language !== before.language) keepAllMessages()
  })
}

export const restoreAnswers = (): Promise<void> => keeper.restore()
