import { queryClient } from '../queries/query-client.ts'
import { TransportError } from '@fairlot/contract/client'
import { untilIdle } from '../start/after-paint.ts'
import { fetchFullSheet } from '../start/sheets.ts'
import { AFTER_START_MS } from '../timing.ts'

/** The full style sheet is fetched this long after home's first paint at the latest. */
const SHEET_BY_MS = 2_000

const load = () => import('../offline/offline.ts')

/**
 * Without a network, the page starts with the answers that the device kept. Must end before the first render, so that no screen
 * shows an error before its data.
 */
export async function startOffline(): Promise<void> {
  if (navigator.onLine) return
  try {
    await (await load()).keepAnswers({ restore: true })
  } catch {
    // The chunk is not on the device: the pages say that they are offline.
  }
}

/** Keeps answers and messages for use without a network; shows kept answers when a call does not reach the server. */
export function keepWhenIdle(): void {
  const stop = queryClient.getQueryCache().subscribe(({ query }) => {
    if (!(query.state.error instanceof TransportError) || query.state.data !== undefined) return
    stop()
    load().then(
      ({ restoreAnswers }) => restoreAnswers(),
      () => undefined,
    )
  })
  globalThis.addEventListener('load', () => {
    setTimeout(() => {
      load().then(
        ({ keepAnswers }) => keepAnswers({ restore: false }),
        () => undefined,
      )
    }, AFTER_START_MS)
  })
}

/**
 * Fetches the full style sheet after home's first paint, so that the next page does not wait for it. The page takes it with the first part
 * that needs it: a second sheet makes the browser compute all styles of home again.
 */
export function fetchSheetWhenIdle(): void {
  void untilIdle(SHEET_BY_MS).then(fetchFullSheet)
}
