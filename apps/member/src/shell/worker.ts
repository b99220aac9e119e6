/** The cache of the service worker's rule for `/assets/` (vite.config.ts). */
const CACHE = 'assets'

/**
 * Copies what was fetched before the service worker took over (messages, drawings in view) into its cache, so that the
 * next start works without a network.
 */
export async function keepWhatWasFetched(): Promise<void> {
  await navigator.serviceWorker.ready
  const cache = await caches.open(CACHE)
  const fetched = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/messages/'))
  // A message file may be fetched twice, by a page and ahead of it; `addAll` refuses duplicates.
  await cache.addAll([...new Set(fetched.map(({ pathname }) => pathname))])
}

/**
 * Registers the service worker that keeps the app's shell for offline use. A new version takes over with the next
 * start, so that open pages keep the chunks they were built with.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  globalThis.addEventListener('load', () => {
    navigator.serviceWorker
      .register('/sw.js', { scope: '/' })
      .then(keepWhatWasFetched)
      .catch(() => {
        // Private windows and plain http do not allow service workers; the app then works online only.
      })
  })
}
