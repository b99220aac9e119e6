/**
 * Registers the worker that keeps the app's shell for offline use. A new version takes over with the next
 * start: pages that are open keep the parts that they were built with.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  globalThis.addEventListener('load', () => {
    navigator.serviceWorker.register('/sw.js', { scope: '/' }).catch(() => {
      // Private windows and plain http refuse workers: the app then works online only.
    })
  })
}
