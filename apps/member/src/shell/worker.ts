import { AFTER_START_MS } from '../timing.ts'

/** The cache of the service worker's rule for `/assets/` (vite.config.ts). */
const CACHE = 'assets'

/**
 * Copies the messages that were fetched before the service worker took over into its cache, so that the next start works
 * without a network. The browser lists each fetch: a file that an earlier call copied is there twice.
 */
export async function keepWhatWasFetched(): Promise<void> {
  await navigator.serviceWorker.ready
  const cache = await caches.open(CACHE)
  const fetched = new Set(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(
        ({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/messages/'),
      )
      .map(({ pathname }) => pathname),
  )
  const kept = await Promise.all([...fetched].map((pathname) => cache.match(pathname)))
  await cache.addAll([...fetched].filter((_, index) => kept[index] === undefined))
}

/**
 * Registers the service worker that keeps the app's shell for offline use. A new version takes over with the next
 * start, so that open pages keep the chunks they were built with.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  globalThis.addEventListener('load', () => {
    // It fetches the whole shell, which would share the network with the first page.
    setTimeout(() => {
      navigator.serviceWorker
        .register('/sw.js', { scope: '/' })
        .then(keepWhatWasFetched)
        .catch(() => {
          // Private windows and plain http do not allow service workers; the app then works online only.
        })
    }, AFTER_START_MS)
  })
}
