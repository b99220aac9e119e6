import { setTimeout as delay } from 'node:timers/promises'

const LOOK_MS = 50

/**
 * Looks until something is so, and answers it.
 *
 * @param what what is waited for, for the error
 * @param look answers something false while it is not so yet
 */
export async function until<T>(what: string, look: () => Promise<T | false>, limitMs = 30_000): Promise<T> {
  const began = performance.now()
  for (;;) {
    const found = await look()
    if (found !== false) return found
    if (performance.now() - began > limitMs)
      throw new Error(`in ${limitMs / 1000} s it did not happen that ${what}`)
    await delay(LOOK_MS)
  }
}
