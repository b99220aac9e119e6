/** The cache that the worker's rule for `/assets/` fills (vite.config.ts). */
const CACHE = 'assets'

/**
 * What was fetched before the worker took over (the messages of this language, the drawings in view) is put
 * where the worker looks, so that the next start works without a network.
 */
async function keepWhatWasFetched(): Promise<void> {
  await navigator.serviceWorker.ready
  const cache = await caches.open(CACHE)
  const fetched = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/messages/'))
  await cache.addAll(fetched.map(({ pathname }) => pathname))
}

/**
 * Registers the worker that keeps the app's shell for offline use. A new version takes over with the next
 * start: pages that are open keep the parts that they were built with.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  globalThis.addEventListener('load', () => {
    navigator.serviceWorker
      .register('/sw.js', { scope: '/' })
      .then(keepWhatWasFetched)
      .catch(() => {
        // Private windows and plain http refuse workers: the app then works online only.
      })
  })
}
